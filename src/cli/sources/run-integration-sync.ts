import type { Body, Muster } from '../../../sdk/src/index.ts'
import type { ApiOptions } from '../command-line/api-options.ts'
import { connect } from '../connection/connect.ts'
import { describeKept, describeRun, durationOf } from './describe-run.ts'
import { failureOf } from './failure-of-run.ts'
import { findRecord } from '../api/find-record.ts'
import { CommandFailed } from '../output/output.ts'
import { printRecord } from '../output/present.ts'
import { showWork } from '../output/progress.ts'
import { readRunDetails } from './read-run-details.ts'
import { waitForRun } from './wait-for-run.ts'
import { integration } from '../nouns/workspace-nouns.ts'

export type SyncOptions = ApiOptions & { changes?: boolean; plan?: boolean; full?: boolean }

type Run = Body<'get', '/workspace/integrations/{integration}/runs/{run}'>

/** Has a source read, waits for the run, and prints what it did. */
export async function runSync(named: string, options: SyncOptions): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(integration, muster, named, { isWhole: true })
  const query = {
    ...(options.changes === true && { changes: 'true' as const }),
    ...(options.plan === true && { plan: 'true' as const }),
  }
  const begun = await muster.post('/workspace/integrations/{integration}/sync', {
    params: { path: { integration: id }, query },
  })
  const run = await waitFor(muster, begun)
  const { everybody, sections } = await readRunDetails(muster, run, options)
  const failure = await failureOf(muster, run)
  printRecord(options, {
    id: run.id,
    json: { ...run, ...everybody },
    title: `${run.source}: ${run.state}`,
    facts: run.is_plan ? describeRun({ ...run, failure }) : factsOf(run),
    sections,
  })
  endAs({ ...run, failure })
}

async function waitFor(muster: Muster, begun: Run): Promise<Run> {
  return showWork('Syncing', (report) =>
    waitForRun(muster, begun, ({ state, count }) =>
      report(state === 'waiting' ? 'waiting for another run' : `${count.rows_read} entries`),
    ),
  )
}

/** Only what is not 0, because a sync mostly changes little. */
function factsOf(run: Run) {
  const counted = Object.entries(run.count).filter(([, number]) => number > 0)
  return [
    ['id', run.id],
    ['read', run.is_complete ? 'everything' : 'changes'],
    ['finished', run.timestamp.finished_at],
    ['took', durationOf(run)],
    ...counted.map(([name, number]) => [name.replaceAll('_', ' '), number] as const),
    ...describeKept(run),
  ] as const
}

function endAs({ state, failure, is_plan: isPlan, plan, count, incident }: Run): void {
  if (state !== 'succeeded') throw new CommandFailed(failure ?? `The run was ${state}. Sync again.`)
  if (count.rows_rejected > 0 || (isPlan && plan?.has_changes === true)) process.exitCode = 2
  if (incident !== null && count.accounts_held > 0) process.exitCode = 3
  if (count.states_unknown > 0) process.exitCode = 4
}

import type { Muster } from '../../../sdk/src/index.ts'
import { asOptions } from '../../connectors/file/option-names.ts'
import { findRecord } from '../api/find-record.ts'
import { runList } from '../api/run-noun.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { noun, type NounOptions } from '../nouns/noun.ts'
import { withOptions } from '../nouns/setting-options.ts'
import { integration } from '../nouns/workspace-nouns.ts'
import type { Value } from '../output/facts.ts'
import { CommandFailed, printText } from '../output/output.ts'
import { poll } from '../output/poll.ts'
import { columns, csvOf, printRecord } from '../output/present.ts'
import { showWork } from '../output/progress.ts'
import { ifAllowed } from '../output/read-up-to.ts'
import { countLeftAlone } from './describe-findings.ts'
import { describeRun, durationOf, kindOf, type Run } from './describe-run.ts'
import { readRunRows, type RunRows } from './read-run-rows.ts'
import { describeRunPeople, readRunPeople } from './run-people.ts'

export type SyncOptions = ApiOptions & { changes?: boolean; plan?: boolean; full?: boolean }

const runs = noun({
  name: 'integration run',
  about: 'the runs of a source',
  ownedBy: () => integration,
  list: '/workspace/integrations/{integration}/runs',
  fields: [
    'started: timestamp.started_at, state, file: source',
    ['kind', kindOf],
    'rows: count.rows_read, refused: count.rows_rejected, unknown states: count.states_unknown',
    ['people', changesOfPeople],
    ['left alone', (row) => countLeftAlone(row.left_alone)],
    ['held', (row) => row.incident?.people ?? 0],
    ['took', durationOf],
    'id',
  ],
})

function changesOfPeople({ count }: Run): number {
  return (
    count.people_created + count.people_changed + count.people_suspended + count.people_deactivated
  )
}

/** Prints the runs of a source, or one of them. */
export async function runIntegrationRuns(
  named: string,
  id: string | undefined,
  options: NounOptions,
): Promise<void> {
  if (id === undefined) return runList(runs, named, options)
  const { muster } = await connect(options)
  const { id: integrationId } = await findRecord(integration, muster, named)
  const params = { path: { integration: integrationId, run: id } }
  const run = await muster.get('/workspace/integrations/{integration}/runs/{run}', { params })
  if (options.output !== 'csv') return void (await printRun(muster, run, options))
  const { rows } = await readRunRows(muster, run)
  printText(csvOf(rows, columns('line, kind, field, reason, remedy')))
}

/** Has a source read, waits for the run, and prints what it did. */
export async function runSync(named: string, options: SyncOptions): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(integration, muster, named, { isWhole: true })
  const yes = 'true' as const
  const { changes = false, plan = false } = options
  const query = { ...(changes && { changes: yes }), ...(plan && { plan: yes }) }
  const begun = await muster.post('/workspace/integrations/{integration}/sync', {
    params: { path: { integration: id }, query },
  })
  const run = await showWork('Syncing', (report) =>
    waitForRun(muster, begun, ({ state, count }) =>
      report(state === 'waiting' ? 'waiting for another run' : `${count.rows_read} entries`),
    ),
  )
  const { failure } = await printRun(muster, run, options)
  endAs({ ...run, failure }, { again: 'Sync again.', isRefusedRowSaid: true })
}

/** The run once it is over. */
export async function waitForRun(
  muster: Muster,
  begun: Run,
  onRead: (run: Run) => void,
): Promise<Run> {
  return poll(begun, {
    isOver: ({ timestamp }) => timestamp.finished_at !== null,
    read: ({ id, integration_id: source }) =>
      muster.get('/workspace/integrations/{integration}/runs/{run}', {
        params: { path: { integration: source, run: id } },
      }),
    onRead,
  })
}

/** What people and programs read of a run besides: lines, and fields of its JSON. */
type More = (rows: RunRows['rows']) => Promise<{ facts: [string, Value][]; json: object }>

/** Prints what a run did: its facts, the rows that it left out, and the people of a plan. @returns why it failed */
export async function printRun(
  muster: Muster,
  run: Run,
  options: ApiOptions & { full?: boolean },
  more?: More,
): Promise<{ failure: string | null }> {
  const { rows, refused } = await readRunRows(muster, run)
  const people = await readRunPeople(muster, run, options)
  const failure = await failureOf(muster, run)
  const { facts, json } = (await more?.(rows)) ?? { facts: [], json: {} }
  printRecord(options, {
    id: run.id,
    json: { ...run, rows, ...json, ...(options.full === true && people) },
    title: `${run.source} (${run.state})`,
    facts: [...describeRun({ ...run, failure }), ...facts],
    sections: [...describeRunPeople(run, people, options), ...(refused === '' ? [] : [refused])],
  })
  return { failure }
}

/** Why a run failed, with the options of the commands that mend it; null where it did not. */
async function failureOf(
  muster: Muster,
  { failure, integration_id: source }: Run,
): Promise<string | null> {
  if (failure === null) return null
  const params = { path: { integration: source } }
  const known = await ifAllowed(() =>
    muster.get('/workspace/integrations/{integration}', { params }),
  )
  return known === undefined ? asOptions(failure) : withOptions(known.type, failure)
}

/** The exit codes of an import and a sync: see their help. `isRefusedRowSaid`: also of a plan. */
export function endAs(
  { state, failure, is_plan: isPlan, plan, count, incident }: Run,
  { again, isRefusedRowSaid }: { again: string; isRefusedRowSaid: boolean },
): void {
  if (state !== 'succeeded') throw new CommandFailed(failure ?? `The run was ${state}. ${again}`)
  const isRefused = count.rows_rejected > 0 && (isRefusedRowSaid || !isPlan)
  if (isRefused || (isPlan && plan?.has_changes === true)) process.exitCode = 2
  if (incident !== null && count.accounts_held > 0) process.exitCode = 3
  if (count.states_unknown > 0) process.exitCode = 4
}

import type { Body, Muster } from '../../../sdk/src/index.ts'
import { connect } from '../connection/connect.ts'
import { countLeftAlone } from './describe-left-alone.ts'
import { describeRun, durationOf } from './describe-run.ts'
import { failureOf } from './failure-of-run.ts'
import { findRecord } from '../api/find-record.ts'
import { noun, type NounOptions } from '../nouns/noun.ts'
import { printText } from '../output/output.ts'
import { csvOf, printRecord, type Field } from '../output/present.ts'
import { readRunDetails } from './read-run-details.ts'
import { listRows } from '../api/run-noun.ts'
import { integration } from '../nouns/workspace-nouns.ts'

type Run = Body<'get', '/workspace/integrations/{integration}/runs/{run}'>

const runs = noun({
  name: 'integration run',
  about: 'the runs of a source',
  ownedBy: () => integration,
  list: '/workspace/integrations/{integration}/runs',
  one: '/workspace/integrations/{integration}/runs/{run}',
  fields: [
    'started: timestamp.started_at',
    'state',
    'file: source',
    ['kind', kindOf],
    'rows: count.rows_read',
    'refused: count.rows_rejected',
    ['people', changesOfPeople],
    ['left alone', (row) => countLeftAlone(row.left_alone)],
    ['held', (row) => row.incident?.people ?? 0],
    ['took', durationOf],
    'id',
  ],
})

/** Prints the runs of a source, or one of them. */
export async function runIntegrationRuns(
  named: string,
  run: string | undefined,
  options: NounOptions,
): Promise<void> {
  const { muster } = await connect(options)
  if (run === undefined)
    return listRows(runs, named, options, { muster, none: 'It has no such runs.' })
  const { id } = await findRecord(integration, muster, named)
  await printRun(muster, [id, run], options)
}

function kindOf({ is_plan: isPlan, is_complete: isComplete }: Run): string {
  if (isPlan) return 'plan'
  return isComplete ? 'complete' : 'partial'
}

function changesOfPeople({ count }: Run): number {
  return (
    count.people_created + count.people_changed + count.people_suspended + count.people_deactivated
  )
}

async function printRun(
  muster: Muster,
  [integrationId, runId]: [string, string],
  options: NounOptions,
): Promise<void> {
  const params = { path: { integration: integrationId, run: runId } }
  const run = await muster.get('/workspace/integrations/{integration}/runs/{run}', { params })
  const { rows, everybody, sections } = await readRunDetails(muster, run, options)
  if (options.output === 'csv') {
    printText(csvOf(rows, rowFields))
    return
  }
  printRecord(options, {
    id: run.id,
    json: { ...run, rows, ...everybody },
    title: `${run.source} (${run.state})`,
    facts: describeRun({ ...run, failure: await failureOf(muster, run) }),
    sections,
  })
}

const rowFields: Field<Awaited<ReturnType<typeof readRunDetails>>['rows'][number]>[] = [
  ['line', (row) => row.line],
  ['kind', (row) => row.kind],
  ['field', (row) => row.field],
  ['reason', (row) => row.reason],
  ['remedy', (row) => row.remedy],
]

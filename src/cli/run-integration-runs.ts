import type { Body, Muster } from '../../sdk/src/index.ts'
import type { RunState } from '../contract/states.ts'
import type { ApiOptions } from './api-options.ts'
import { connect } from './connect.ts'
import { countLeftAlone } from './describe-left-alone.ts'
import { describeRun, tookOf } from './describe-run.ts'
import { failureOf } from './failure-of-run.ts'
import { findRecord } from './find-record.ts'
import { printText } from './output.ts'
import { csvOf, printList, printRecord, type Field } from './present.ts'
import { readRunDetails } from './read-run-details.ts'
import { readUpTo } from './read-up-to.ts'
import { integration } from './workspace-nouns.ts'

type RunsOptions = ApiOptions & { state?: RunState; limit: number; full?: boolean }

/** Prints the runs of a source, or one of them. */
export async function runIntegrationRuns(
  named: string,
  run: string | undefined,
  options: RunsOptions,
): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(integration, muster, named)
  await (run === undefined ? printRuns(muster, id, options) : printRun(muster, [id, run], options))
}

async function printRuns(muster: Muster, id: string, options: RunsOptions): Promise<void> {
  const { state, limit } = options
  const query = {
    ...(state === undefined ? {} : { 'filter[state]': state }),
    'page[size]': String(Math.min(500, limit)),
  }
  const params = { path: { integration: id }, query }
  const list = muster.list('/workspace/integrations/{integration}/runs', { params })
  const { rows, hasMore } = await readUpTo(list, limit, 'Reading the runs')
  printList(options, {
    rows,
    hasMore,
    fields: [
      ['started', (row) => row.timestamp.started_at],
      ['state', (row) => row.state],
      ['file', (row) => row.source],
      ['kind', kindOf],
      ['rows', (row) => row.count.rows_read],
      ['refused', (row) => row.count.rows_rejected],
      ['people', (row) => changesOfPeople(row)],
      ['left alone', (row) => countLeftAlone(row.left_alone)],
      ['held', (row) => row.incident?.people ?? 0],
      ['took', tookOf],
      ['id', (row) => row.id],
    ],
    idOf: (row) => row.id,
    json: { data: rows, has_more: hasMore },
    none: 'It has no such runs.',
  })
}

type Run = Body<'get', '/workspace/integrations/{integration}/runs/{run}'>

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
  options: RunsOptions,
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

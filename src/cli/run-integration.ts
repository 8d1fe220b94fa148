import { planIdOf, type Body, type Muster } from '../../sdk/src/index.ts'
import {
  integrationVendors,
  type IntegrationType,
  type IntegrationVendor,
  type RunState,
} from '../contract/states.ts'
import type { ApiOptions } from './api-options.ts'
import { confirm } from './agree.ts'
import { connect } from './connect.ts'
import { countLeftAlone } from './describe-left-alone.ts'
import { describeRun, tookOf } from './describe-run.ts'
import { failureOf } from './failure-of-run.ts'
import { findRecord } from './find-record.ts'
import { settingsOf, type SettingOptions } from './given-settings.ts'
import { integration } from './nouns.ts'
import { CommandFailed, printText, say, WrongArguments } from './output.ts'
import { csvOf, printList, printRecord, printResult, type Field } from './present.ts'
import { besideMapping, readMappingContents } from './read-mapping.ts'
import { readRunDetails } from './read-run-details.ts'
import { readUpTo } from './read-up-to.ts'
import { showPlan } from './run-plan.ts'
import { plannedAt, readPlan } from './server-plan.ts'

export type IntegrationOptions = ApiOptions &
  SettingOptions & { vendor?: IntegrationVendor; type?: IntegrationType; primary?: boolean }
export type SetOptions = IntegrationOptions & { plan?: boolean; full?: boolean }
export type DeleteOptions = ApiOptions & { yes?: boolean }
export type RunsOptions = ApiOptions & { state?: RunState; limit: number; full?: boolean }

/** Connects a source, and prints it. */
export async function runIntegrationCreate(
  handle: string,
  options: IntegrationOptions,
): Promise<void> {
  const { muster } = await connect(options)
  const { vendor, type, primary } = options
  if (vendor === undefined)
    throw new WrongArguments(
      `Say what kind of source it is: --vendor ${integrationVendors.join('|')}`,
    )
  const given = options.mapping === undefined ? {} : await readMappingContents(options.mapping)
  const { id } = await muster.post('/workspace/integrations', {
    body: {
      handle,
      vendor,
      ...(type === undefined ? {} : { type }),
      ...(primary === undefined ? {} : { is_primary: primary }),
      ...besideMapping(given, options),
      ...(await settingsOf(options)),
    },
  })
  await printIntegration(muster, id, options)
}

/** Changes the settings of a source, and prints it; or plans that, and prints the plan. */
export async function runIntegrationSet(named: string, options: SetOptions): Promise<void> {
  const { muster } = await connect(options)
  const body = await settingsOf(options)
  const isEmpty = Object.keys(body).length === 0
  const isPrimary = options.primary === true
  if (isEmpty && !isPrimary)
    throw new CommandFailed('Give what to change. Try: muster integration set --help', 2)
  const plan = options.plan === true
  if (plan && !isEmpty && isPrimary)
    throw new CommandFailed('Plan --primary without other settings: it is a change of its own.', 2)
  const { id } = await findRecord(integration, muster, named, { isWhole: true })
  const params = { path: { integration: id } }
  const settings = () =>
    muster.send('patch', '/workspace/integrations/{integration}', {
      params,
      body: { ...body, plan },
    })
  const primary = () =>
    muster.send('post', '/workspace/integrations/{integration}/make-primary', {
      params,
      body: { plan },
    })
  if (plan) return printPlan(muster, await (isPrimary ? primary : settings)(), options)
  if (!isEmpty) await untilChanged(muster, await settings())
  if (isPrimary) await untilChanged(muster, await primary())
  await printIntegration(muster, id, options)
}

type Sent = { status: number; location: string | null }

async function printPlan(muster: Muster, { location }: Sent, options: SetOptions): Promise<void> {
  await showPlan(muster, await plannedAt(location, muster), options)
}

/** A change of very many people is left to a job. */
async function untilChanged(muster: Muster, { status, location }: Sent): Promise<void> {
  const plan = planIdOf(location)
  if (status === 202 && plan !== undefined) await readPlan(plan, muster)
}

/** Names the source, asks, and disconnects it. */
export async function runIntegrationDelete(named: string, options: DeleteOptions): Promise<void> {
  const { muster } = await connect(options)
  const isAsked = options.yes !== true
  const { id } = await findRecord(integration, muster, named, { isWhole: !isAsked })
  const path = { integration: id }
  const source = await muster.get('/workspace/integrations/{integration}', { params: { path } })
  if (isAsked) {
    say(`This will delete ${source.name} (${id}) and end the accounts that it has.`)
    await confirm({ verb: 'delete', done: 'deleted' })
  }
  await muster.delete('/workspace/integrations/{integration}', { params: { path } })
  printResult(options, { id, state: 'deleted' }, () => `${source.name} is deleted.`)
}

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

async function printIntegration(muster: Muster, id: string, options: ApiOptions): Promise<void> {
  const described = await integration.read({ muster, params: { path: { integration: id } } })
  printRecord(options, { ...described, json: described.record })
}

import type { Body, Muster } from '../../sdk/src/index.ts'
import type { ManagerReference } from '../contract/states.ts'
import type { IntegrationType, IntegrationVendor, RunState } from '../contract/states.ts'
import type { ApiOptions } from './api-options.ts'
import { confirm } from './agree.ts'
import { connect } from './connect.ts'
import { describeRows, describeRun, type RunRow } from './describe-run.ts'
import { findRecord } from './find-record.ts'
import { integration } from './nouns.ts'
import { CommandFailed, say } from './output.ts'
import { printList, printRecord, printResult } from './present.ts'
import { readMapping } from './read-mapping.ts'
import { readUpTo } from './read-up-to.ts'
import { planAt, readPlan } from './server-plan.ts'

export type IntegrationOptions = ApiOptions & {
  vendor?: IntegrationVendor
  type?: IntegrationType
  primary?: boolean
  name?: string
  trustsEmail?: 'yes' | 'no'
  mapping?: string
  employeeIdKey?: string
  employeeAltIdKey?: string
  badgeIdKey?: string
  managerKey?: string
  managerHolds?: ManagerReference
  parentKey?: string
  policyKey?: string[]
  runRetentionDays?: number
}
export type DeleteOptions = ApiOptions & { yes?: boolean }
export type RunsOptions = ApiOptions & { state?: RunState; limit: number }

/** Connects a source, and prints it. */
export async function runIntegrationCreate(
  handle: string,
  options: IntegrationOptions,
): Promise<void> {
  const { muster } = await connect(options)
  const { vendor, type, primary } = options
  if (vendor === undefined) throw new CommandFailed('What is it? Give --vendor.')
  const { id } = await muster.post('/workspace/integrations', {
    body: {
      handle,
      vendor,
      ...(type === undefined ? {} : { type }),
      ...(primary === undefined ? {} : { is_primary: primary }),
      ...(await settingsOf(options)),
    },
  })
  await printIntegration(muster, id, options)
}

/** Changes the settings of a source, and prints it. */
export async function runIntegrationSet(named: string, options: IntegrationOptions): Promise<void> {
  const { muster } = await connect(options)
  const body = await settingsOf(options)
  const isEmpty = Object.keys(body).length === 0
  if (isEmpty && options.primary !== true)
    throw new CommandFailed('Give what to change. Try: muster integration set --help')
  const { id } = await findRecord(integration, muster, named, { isWhole: true })
  if (!isEmpty) await change(muster, id, body)
  if (options.primary === true) await makePrimary(muster, id)
  await printIntegration(muster, id, options)
}

async function change(
  muster: Muster,
  id: string,
  body: Awaited<ReturnType<typeof settingsOf>>,
): Promise<void> {
  const { status, location } = await muster.send('patch', '/workspace/integrations/{integration}', {
    params: { path: { integration: id } },
    body,
  })
  await waitFor(muster, status, location)
}

async function makePrimary(muster: Muster, id: string): Promise<void> {
  const { status, location } = await muster.send(
    'post',
    '/workspace/integrations/{integration}/make-primary',
    { params: { path: { integration: id } }, body: {} },
  )
  await waitFor(muster, status, location)
}

/** A change of very many people is left to a job. */
async function waitFor(muster: Muster, status: number, location: string | null): Promise<void> {
  const plan = planAt(location)
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
      ['held', (row) => row.incident?.people ?? 0],
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
  const rows: RunRow[] = []
  const list = muster.list('/workspace/integrations/{integration}/runs/{run}/rows', { params })
  for await (const row of list) rows.push(row)
  const refused = describeRows(rows)
  printRecord(options, {
    id: run.id,
    json: { ...run, rows },
    title: `${run.source} (${run.state})`,
    facts: describeRun(run),
    sections: refused === '' ? [] : [refused],
  })
}

/** The settings that the options give. `none` takes a key away. */
async function settingsOf(options: IntegrationOptions) {
  const { name, trustsEmail, mapping, managerHolds, policyKey, runRetentionDays: days } = options
  const keys = {
    employee_id_profile_key: options.employeeIdKey,
    employee_alt_id_profile_key: options.employeeAltIdKey,
    badge_id_profile_key: options.badgeIdKey,
    manager_profile_key: options.managerKey,
    parent_profile_key: options.parentKey,
  }
  const given = Object.entries(keys).filter(([, key]) => key !== undefined)
  return {
    ...(name === undefined ? {} : { name }),
    ...(trustsEmail === undefined ? {} : { trusts_email: trustsEmail === 'yes' }),
    ...(mapping === undefined ? {} : { mapping: await readMapping(mapping) }),
    ...(managerHolds === undefined ? {} : { manager_profile_holds: managerHolds }),
    ...(policyKey === undefined ? {} : { policy_keys: policyKey }),
    ...(days === undefined ? {} : { run_retention_days: days }),
    ...Object.fromEntries(given.map(([field, key]) => [field, key === 'none' ? null : key])),
  }
}

async function printIntegration(muster: Muster, id: string, options: ApiOptions): Promise<void> {
  const described = await integration.read({ muster, params: { path: { integration: id } } })
  printRecord(options, { ...described, json: described.record })
}

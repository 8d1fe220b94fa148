import type { ApiOptions } from './api-options.ts'
import type { components, Muster, RowOf } from '../../sdk/src/index.ts'
import { connect } from './connect.ts'
import { describeExplanation, explanationFacts } from './describe-explanation.ts'
import { findRecord } from './find-record.ts'
import { ruleset, user } from './nouns.ts'
import { printList, printRecord, tableOf, type Field } from './present.ts'
import { bold, localTime, printText } from './output.ts'
import { readUpTo } from './read-up-to.ts'
import { printLogs } from './run-audit.ts'

export type AccessOptions = ApiOptions & { at?: string; type?: string; limit: number }
export type WhyOptions = ApiOptions & { type?: string }
export type HistoryOptions = ApiOptions & { limit: number }

/** Prints every manifest that contains a person, with the reason, and what they have besides. */
export async function runAccess(named: string, options: AccessOptions): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(user, muster, named)
  const query = {
    'page[size]': '500',
    ...(options.at === undefined ? {} : { at: options.at }),
    ...(options.type === undefined ? {} : { 'filter[type]': options.type }),
  }
  const list = muster.list('/directory/users/{user}/access', {
    params: { path: { user: id }, query },
  })
  const { rows, hasMore } = await readUpTo(list, options.limit, 'Listing access')
  const hasOnly = await readHasOnly(muster, id, options)
  printList(options, {
    rows,
    hasMore,
    fields: [
      ['resource', ({ policy_resource: { handle, name } }) => handle ?? name],
      ['role', (row) => row.role_handle],
      ['state', (row) => row.state],
      ['why', (row) => row.why],
      ['since', (row) => row.since],
      ['until', (row) => row.until],
      ...(options.at === undefined ? vendorFields : []),
      ['type', (row) => row.type],
    ],
    idOf: (row) => row.policy_resource.id,
    json: { data: rows, has_more: hasMore, has_only: hasOnly },
    none: rows.length > 0 ? '' : await noAccess(muster, id, options.at),
  })
  if (options.output === 'table' && hasOnly !== undefined && hasOnly.length > 0)
    printText(`\n${bold('At the vendors, given by no rule')}\n${tableOf(hasOnly, hasOnlyFields)}`)
}

type Access = RowOf<'/directory/users/{user}/access'>

/** What the person has at the vendor beside what they should have, as it is now: of resources, and for who may see members. */
const vendorFields: readonly Field<Access>[] = [
  ['at vendor', ({ has }) => (has === null ? 'missing' : has?.role_handle)],
  ['there since', ({ has }) => has?.since],
]

type HadResource = components['schemas']['PersonResource']

const hasOnlyFields: readonly Field<HadResource>[] = [
  ['resource', ({ handle, name }) => handle ?? name],
  ['role', ({ has }) => has?.role_handle],
  ['drift', ({ drift }) => drift],
  ['since', ({ has }) => has?.since],
  ['type', ({ type }) => type],
]

/**
 * What a person has at the vendors and no manifest gives them. It is known as it is now, and to callers who may see members:
 * undefined otherwise.
 */
async function readHasOnly(
  muster: Muster,
  id: string,
  { at, type }: AccessOptions,
): Promise<HadResource[] | undefined> {
  if (at !== undefined) return undefined
  const { permissions } = await muster.get('/auth/test')
  if (!permissions.includes('directory.resource.view')) return undefined
  const { has_only: had = [] } = await muster.get('/directory/users/{user}/access', {
    params: { path: { user: id }, query: { include: ['has-only'], 'page[size]': '1' } },
  })
  return had.filter((row) => type === undefined || row.type === type)
}

/** Why a person's list of access is empty: at an instant before their record, nothing is known. */
async function noAccess(muster: Muster, id: string, at: string | undefined): Promise<string> {
  const { full_name: name, timestamp } = await muster.get('/directory/users/{user}', {
    params: { path: { user: id } },
  })
  return at !== undefined && Date.parse(at) < Date.parse(timestamp.created_at)
    ? `Muster has known ${name} only since ${localTime(timestamp.created_at)}.`
    : `${name} is in no manifest.`
}

async function nameOf(muster: Muster, id: string): Promise<string> {
  const { full_name: name } = await muster.get('/directory/users/{user}', {
    params: { path: { user: id } },
  })
  return name
}

/** Prints why a person is in the manifest of a resource, or why not. */
export async function runWhy(named: string, resource: string, options: WhyOptions): Promise<void> {
  const { muster } = await connect(options)
  const query = options.type === undefined ? {} : { 'filter[type]': options.type }
  const { id } = await findRecord(user, muster, named)
  const of = await findRecord(ruleset, muster, resource, { query })
  const [explanation, person, { title }] = await Promise.all([
    muster.get('/directory/users/{user}/explain', {
      params: { path: { user: id }, query: { ruleset: of.id } },
    }),
    nameOf(muster, id),
    ruleset.read({ muster, params: { path: { ruleset: of.id } } }),
  ])
  if (options.output === 'table') printText(describeExplanation(person, title, explanation))
  else
    printRecord(options, {
      id: of.id,
      json: explanation,
      title: person,
      facts: explanationFacts(person, title, explanation),
    })
}

/** Prints the audit rows about a person, newest first. */
export async function runHistory(named: string, options: HistoryOptions): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(user, muster, named)
  await printLogs(muster, { 'filter[history]': id }, options)
}

import type { Muster, RowOf } from '../../../sdk/src/index.ts'
import { definedOf } from '../../contract/defined.ts'
import { findRecord } from '../api/find-record.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { user } from '../nouns/directory-nouns.ts'
import { bold, localTime, printText } from '../output/output.ts'
import { columns, printList, type Field } from '../output/present.ts'
import { readUpTo } from '../output/read-up-to.ts'

export type AccessOptions = ApiOptions & { at?: string; type?: string; limit: number }

/**
 * Prints every manifest that contains a person, with the reason, and what they have besides: for people in a table of its own, for
 * programs as further rows. `--limit` counts both.
 */
export async function runAccess(named: string, options: AccessOptions): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(user, muster, named)
  const { at, type } = options
  const query = { 'page[size]': '500', ...definedOf({ at, 'filter[type]': type }) }
  const params = { path: { user: id }, query }
  const list = muster.list('/directory/users/{user}/access', { params })
  const should = await readUpTo(list, options.limit, 'Listing access')
  const only = await readHasOnly(muster, id, options, options.limit - should.rows.length)
  const had = only?.rows ?? []
  const hasMore = should.hasMore || only?.hasMore === true
  const isTable = options.output === 'table'
  printList<Access | HadResource>(options, {
    rows: isTable ? should.rows : [...should.rows, ...had],
    // Below the last table that is printed.
    hasMore: isTable && had.length > 0 ? should.hasMore : hasMore,
    fields: [...accessFields, ...(at === undefined ? vendorFields : []), ...columns('type')],
    idOf: (row) => ('policy_resource' in row ? row.policy_resource.id : row.id),
    json: { data: should.rows, has_more: hasMore, has_only: only?.rows },
    none: should.rows.length > 0 ? '' : await noAccess(muster, id, at),
  })
  if (!isTable || had.length === 0) return
  printText(`\n${bold('At the vendors, given by no rule')}`)
  printList(options, {
    rows: had,
    hasMore: only?.hasMore === true,
    fields: columns(resource, 'role: has.role_handle, drift, since: has.since, type'),
    idOf: (row) => row.id,
    json: had,
    none: '',
  })
}

type Access = RowOf<'/directory/users/{user}/access'>
type HadResource = RowOf<'/directory/users/{user}/resources'>

const resource = 'resource: policy_resource.handle|policy_resource.name|handle|name'
/** Of what no rule gives, the drift is the state. */
const accessFields = [
  ...columns<Access | HadResource>(resource, 'role: role_handle'),
  ['state', (row) => ('policy_resource' in row ? row.state : row.drift)],
  ...columns<Access | HadResource>('why, since, until'),
] as const satisfies readonly Field<Access | HadResource>[]

/** What they have at the vendor, as it is now: of resources, and for who may see members. */
const vendorFields = [
  ['at vendor', ({ has }) => (has === null ? 'missing' : has?.role_handle)],
  ...columns<Access | HadResource>('there since: has.since'),
] as const satisfies readonly Field<Access | HadResource>[]

/**
 * What a person has at the vendors and no manifest gives them, up to `limit`. It is known as it is now, and to callers who may see
 * members: undefined otherwise.
 */
async function readHasOnly(
  muster: Muster,
  id: string,
  { at, type }: AccessOptions,
  limit: number,
): Promise<{ rows: HadResource[]; hasMore: boolean } | undefined> {
  if (at !== undefined) return undefined
  const { permissions } = await muster.get('/auth/test')
  if (!permissions.includes('directory.resource.view')) return undefined
  // No one is a member of an attribute.
  if (type === 'directory_attribute') return { rows: [], hasMore: false }
  const filters = { 'filter[drift]': 'extra,unmanaged', ...definedOf({ 'filter[type]': type }) }
  const params = { path: { user: id }, query: { ...filters, 'page[size]': '500' } }
  const list = muster.list('/directory/users/{user}/resources', { params })
  return readUpTo(list, limit, 'Listing what they have')
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

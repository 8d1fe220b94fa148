import type { Body, Muster, RowOf } from '../../../sdk/src/index.ts'
import { resourceTypes } from '../../contract/states.ts'
import { connect } from '../connection/connect.ts'
import { findRecord } from '../api/find-record.ts'
import { typedBy } from '../api/resolve-names.ts'
import { resource } from '../nouns/directory-nouns.ts'
import { columns, printList } from '../output/present.ts'
import { readUpTo } from '../output/read-up-to.ts'
import { runDrafts, type DriftOptions } from './run-drafts.ts'

type DriftRow = RowOf<'/directory/resources/{resource}/drift'>
type Account = DriftRow['accounts'][number]
/** One change to make at a vendor. `account` is null if the person has no account there. */
type Change = DriftRow & {
  change: 'add' | 'remove' | 'change_role'
  resource: Body<'get', '/directory/resources/{resource}'>
  account: Account | null
}

/** Prints what to change at the vendors, of one resource or of all that have a managed ruleset. */
export async function runDrift(named: string | undefined, options: DriftOptions): Promise<void> {
  if (options.drafts === true) return runDrafts(named, options)
  const { muster } = await connect(options)
  const ids =
    named === undefined
      ? managedResources(muster, options.type)
      : [(await findRecord(resource, muster, named, typedBy(resource, options))).id]
  const changes = changesOf(muster, ids)
  const { rows, hasMore } = await readUpTo(changes, options.limit, 'Comparing')
  printList(options, {
    rows,
    hasMore,
    fields,
    idOf: ({ id }) => id,
    json: { data: rows, has_more: hasMore },
    none: 'Nothing to change: everyone who should have access has it, and no one else.',
  })
  if (options.exitCode === true && rows.length > 0) process.exitCode = 2
}

const fields = columns<Change>(
  'change, resource: resource.handle|resource.name, role: should.role_handle',
  'has: account.has.role_handle, name: included.directory_user.full_name|account.full_name',
  'account: account.vendor_id, username: account.handle',
  'e-mail: account.email|included.directory_user.email, held: is_held',
  'source: resource.integration_handle, type: resource.type, resource id: resource.vendor_id',
  'external id: account.external_id, resource external id: resource.external_id',
)

/** A resource that is gone has no members to change. */
async function* managedResources(muster: Muster, type: string | undefined) {
  const query = {
    'filter[state]': 'managed',
    'filter[type]': type ?? resourceTypes.join(','),
    'page[size]': '500',
  }
  const rulesets = muster.list('/policy/rulesets', { params: { query } })
  for await (const { policy_resource } of rulesets)
    if (policy_resource.state === 'active') yield policy_resource.id
}

async function* changesOf(muster: Muster, ids: Iterable<string> | AsyncIterable<string>) {
  const query = { 'filter[status]': 'missing,extra,role_differs', 'page[size]': '500' }
  for await (const id of ids) {
    const path = { resource: id }
    const params = { params: { path, query } }
    let found: Change['resource'] | undefined
    for await (const row of muster.list('/directory/resources/{resource}/drift', params)) {
      found ??= await muster.get('/directory/resources/{resource}', { params: { path } })
      for (const { change, account } of linesOf(row))
        yield { change, ...row, resource: found, account } satisfies Change
    }
  }
}

/** One for each account that is to change: those in another role of a person who should have the resource, else all. */
function linesOf({ should, accounts, has }: DriftRow): Pick<Change, 'change' | 'account'>[] {
  if (should === null) return accounts.map((account) => ({ change: 'remove', account }))
  if (has === null) return [{ change: 'add', account: accounts[0] ?? null }]
  return accounts
    .filter((account) => account.has?.role_handle !== should.role_handle)
    .map((account) => ({ change: 'change_role', account }))
}

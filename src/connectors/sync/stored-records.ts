import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { KnownEntry, KnownGroup, KnownRecords } from '../pull/known-records.ts'
import { resourceTypes, type ResourceType } from '../../contract/states.ts'

const sliceSize = 5000

/** What is stored of an integration (a uuid), read a slice at a time and without a transaction. */
export function storedRecords(db: Reader, integrationId: string): KnownRecords {
  return {
    accounts: () => slices((after) => selectAccounts(db, integrationId, after)),
    entries: () => entriesOf(db, integrationId),
    groups: () => groupsOf(db, integrationId),
    members: (group) => selectMembers(db, integrationId, group),
  }
}

async function* slices(
  select: (after: string) => Promise<readonly string[]>,
): AsyncGenerator<readonly string[]> {
  for (let after = ''; ;) {
    const slice = await select(after)
    if (slice.length > 0) yield slice
    const last = slice.at(-1)
    if (last === undefined || slice.length < sliceSize) return
    after = last
  }
}

async function selectAccounts(db: Reader, integrationId: string, after: string) {
  const rows = await db
    .selectFrom('identity')
    .select('vendor_id')
    .where('integration_id', '=', integrationId)
    .where('vendor_id', '>', after)
    .where('vendor_state', '<>', 'deactivated')
    .orderBy('vendor_id')
    .limit(sliceSize)
    .execute()
  return rows.map(({ vendor_id: id }) => id)
}

async function* groupsOf(db: Reader, integrationId: string): AsyncGenerator<KnownGroup[]> {
  for (const resourceType of resourceTypes)
    for await (const ids of slices((after) =>
      selectGroups(db, { integrationId, resourceType, after }),
    ))
      yield ids.map((vendorId) => ({ resourceType, vendorId }))
}

const text = (key: string) =>
  sql<string | null>`coalesce(profile -> ${key} ->> 0, profile ->> ${key})`

async function* entriesOf(db: Reader, integrationId: string): AsyncGenerator<KnownEntry[]> {
  for await (const ids of slices((after) => selectAccounts(db, integrationId, after))) {
    yield await db
      .selectFrom('identity')
      .select(['vendor_id as id', text('dn').as('dn'), text('uid').as('uid')])
      .where('integration_id', '=', integrationId)
      .where('vendor_id', 'in', ids)
      .execute()
  }
}

type GroupSlice = { integrationId: string; resourceType: ResourceType; after: string }

async function selectGroups(db: Reader, { integrationId, resourceType, after }: GroupSlice) {
  const rows = await db
    .selectFrom('resource')
    .select('vendor_id')
    .where('integration_id', '=', integrationId)
    .where('type', '=', resourceType)
    .where('vendor_id', '>', after)
    .where('state', '=', 'active')
    .orderBy('vendor_id')
    .limit(sliceSize)
    .execute()
  return rows.map(({ vendor_id: id }) => id)
}

async function selectMembers(db: Reader, integrationId: string, group: KnownGroup) {
  const rows = await db
    .selectFrom('resource as r')
    .innerJoin('resource_member as m', 'm.resource_id', 'r.id')
    .innerJoin('identity as i', 'i.id', 'm.identity_id')
    .select('i.vendor_id')
    .where('r.integration_id', '=', integrationId)
    .where('r.type', '=', group.resourceType)
    .where('r.vendor_id', '=', group.vendorId)
    .execute()
  return rows.map(({ vendor_id: id }) => id)
}

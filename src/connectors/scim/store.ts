import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { JsonObject } from '../../contract/json.ts'
import type { Reader, Transaction } from '../../database/database.ts'
import { Problem } from '../../http/refusals/problem.ts'
import type { ScimResource as ScimResourceTable } from '../../database/gen/tables.ts'
import { foldCase } from './fold-case.ts'
import { textAt, type Document } from './read-resource.ts'
import type { ResourceType } from './schema.ts'

/** A user or a group as its client knows it. `id` is the vendor id of its account or resource. */
export type StoredResource = Omit<Selectable<ScimResourceTable>, 'document' | 'kind'> & {
  kind: 'User' | 'Group'
  document: JsonObject
}

const ownColumns = sql`r.id, r.integration_id, r.kind, r.name_key, r.external_id, r.version, r.created_at, r.updated_at`
const columns = sql`${ownColumns}, r.document`

type Wanted = { integrationId: string; kind: ResourceType['kind'] }

export async function findResource(
  db: Reader,
  { integrationId, kind }: Wanted,
  id: string,
): Promise<StoredResource | undefined> {
  if (id.includes('\0') || !id.isWellFormed()) return undefined
  const { rows } = await sql<StoredResource>`
    select ${columns} from scim_resource r
    where r.id = ${id} and r.integration_id = ${integrationId} and r.kind = ${kind}`.execute(db)
  return rows[0]
}

/** The user of that name, in any case of letters. */
export async function isNameTaken(
  tx: Transaction,
  integrationId: string,
  { nameKey, exceptId }: { nameKey: string; exceptId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from scim_resource r
    where r.integration_id = ${integrationId} and r.kind = 'User' and r.name_key = ${nameKey}
      and r.id is distinct from ${exceptId}`.execute(tx)
  return rows.length > 0
}

export type Selection = {
  integrationId: string
  condition: RawBuilder<boolean>
  order: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  /** What follows a position. */
  after?: RawBuilder<boolean> | undefined
  offset: number
  limit: number
}

/** A resource, and the text by which it is sorted. */
export type SortedResource = StoredResource & { sort_key: string }

/** A page; undefined where its documents, as PostgreSQL writes them, are longer than `mostBytes`. */
export async function selectResources(
  db: Reader,
  { sortKey, ...selection }: Selection & { sortKey: RawBuilder<unknown>; mostBytes: number },
): Promise<SortedResource[] | undefined> {
  const { after, order, direction, limit, offset, mostBytes } = selection
  const { rows } = await sql<Omit<SortedResource, 'document'> & { document: string | null }>`
    with page as materialized (
      select ${ownColumns}, sort_key, document::text as text from (
        select ${columns}, ${sortKey} as sort_key from scim_resource r
        where ${matching(selection)} and ${after ?? sql`true`}
        order by ${order} limit ${limit} offset ${offset}) r)
    select ${ownColumns}, sort_key,
      case when (select sum(octet_length(text)) from page) <= ${mostBytes} then text end as document
    from page r order by sort_key collate "C" ${direction}, id ${direction}`.execute(db)
  const page: SortedResource[] = []
  for (const { document, ...row } of rows) {
    if (document === null) return undefined
    page.push({ ...row, document: JSON.parse(document) })
  }
  return page
}

export async function countResources(
  db: Reader,
  selection: Pick<Selection, 'integrationId' | 'condition'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from scim_resource r where ${matching(selection)}`.execute(db)
  return rows[0]?.count ?? 0
}

function matching({
  integrationId,
  condition,
}: Pick<Selection, 'integrationId' | 'condition'>): RawBuilder<boolean> {
  return sql`r.integration_id = ${integrationId} and ${condition}`
}

export async function insertResource(
  tx: Transaction,
  { integrationId, kind, id }: Wanted & { id: string | undefined },
  document: Document,
): Promise<StoredResource> {
  const { nameKey, externalId } = keysOf(kind, document)
  const { rows } = await sql<StoredResource>`
    insert into scim_resource as r (id, integration_id, kind, name_key, external_id, document)
    values (coalesce(${id ?? null}, new_id()::text), ${integrationId}, ${kind}, ${nameKey}, ${externalId}, ${JSON.stringify(document)}::jsonb)
    returning ${columns}`.execute(tx)
  const [inserted] = rows
  if (inserted === undefined) throw new Error('the resource was not stored')
  return inserted
}

export async function updateResource(
  tx: Transaction,
  { id, kind }: StoredResource,
  document: JsonObject,
): Promise<StoredResource> {
  const { nameKey, externalId } = keysOf(kind, document)
  const { rows } = await sql<StoredResource>`
    update scim_resource r set name_key = ${nameKey}, external_id = ${externalId}, document = ${JSON.stringify(document)}::jsonb,
      version = version + 1, updated_at = current_instant()
    where r.id = ${id} returning ${columns}`.execute(tx)
  const [updated] = rows
  if (updated === undefined) throw new Problem(404, `There is no ${kind} ${id}.`)
  return updated
}

export async function deleteResource(tx: Transaction, { id }: StoredResource): Promise<void> {
  await sql`delete from scim_resource where id = ${id}`.execute(tx)
}

/** The text that a user or a group is found by, folded. */
export function keysOf(
  kind: StoredResource['kind'],
  document: JsonObject,
): { nameKey: string; externalId: string | null } {
  const externalId = textAt(document, 'externalId')
  return {
    nameKey: foldCase(textAt(document, kind === 'User' ? 'userName' : 'displayName')),
    externalId: externalId === '' ? null : externalId,
  }
}

/** A membership of a user in a group. Ids are those of SCIM. */
export type Membership = { group_id: string; user_id: string; group: string; user: string }

/** The memberships of groups, or of users, by their ids, at most `limit`. */
export async function selectMemberships(
  db: Reader,
  integrationId: string,
  { of, ids, limit }: { of: 'groups' | 'users'; ids: readonly string[]; limit: number },
): Promise<Membership[]> {
  if (ids.length === 0) return []
  const own = of === 'groups' ? sql`g` : sql`i`
  const { rows } = await sql<Membership>`
    select g.vendor_id as group_id, i.vendor_id as user_id, g.name as "group",
      coalesce(nullif(u.document ->> 'displayName', ''), nullif(i.full_name, ''), u.document ->> 'userName') as "user"
    from resource g
    join resource_member m on m.resource_id = g.id
    join identity i on i.id = m.identity_id
    join scim_resource u on u.id = i.vendor_id and u.integration_id = i.integration_id
    join scim_resource n on n.id = g.vendor_id and n.integration_id = g.integration_id
    where ${own}.integration_id = ${integrationId} and ${own}.vendor_id = any (${ids}::text[])
    order by g.vendor_id, i.vendor_id limit ${limit}`.execute(db)
  return rows
}

/** The vendor ids of all members of a group, those whose users are no longer known among them. */
export async function selectMemberIds(
  tx: Transaction,
  integrationId: string,
  groupId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.vendor_id as id from resource g
    join resource_member m on m.resource_id = g.id join identity i on i.id = m.identity_id
    where g.integration_id = ${integrationId} and g.vendor_id = ${groupId}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those of the ids that no user has. */
export async function findUnknownUsers(
  tx: Transaction,
  integrationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from unnest(${ids}::text[]) with ordinality as t (id, n)
    where not exists (
      select from scim_resource r where r.id = t.id and r.integration_id = ${integrationId} and r.kind = 'User')
    order by t.n`.execute(tx)
  return rows.map(({ id }) => id)
}

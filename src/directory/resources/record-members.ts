import { sql, type RawBuilder } from 'kysely'
import { analyzeIfLarge } from '../../database/temporary-tables.ts'
import { recordSet } from '../../audit/record-set.ts'
import { idPrefixes } from '../../contract/ids.ts'
import { pages } from '../../database/pages.ts'
import {
  absentResources,
  listedTypes,
  type ListedTypes,
  type ResourceRun,
} from './record-resources.ts'

/** `unknown`: memberships of accounts that the integration has no identity for. */
export type RecordedMembers = { added: number; changed: number; removed: number; unknown: number }

/** Whether a source lists groups with their members (all groups, or those of some types), or memberships alone. */
export type MemberSource = 'full_groups' | 'groups' | 'memberships'

/** A staged membership that could not be recorded, and why. */
export type UnplacedMember = {
  line: number
  problem: 'unknown_resource' | 'unknown_account' | 'ambiguous_account'
  type: string
  resource_vendor_id: string
  account: string
}

/**
 * Merges `staged_member` into the members of the integration's resources, writing only what differs.
 * `source`: a list of `groups` lists the members of all its groups, if it lists any member in a group of that type; a
 * list of `memberships` lists those of the groups that it names; `full_groups` list all members. `isComplete`: members that it does not list are gone
 * there; otherwise they are counted in `absentKept`, where `countsAbsent`. A staged membership without a role is taken away.
 */
export async function recordMembers(
  run: ResourceRun,
  {
    source,
    isComplete,
    countsAbsent = true,
  }: { source: MemberSource; isComplete: boolean; countsAbsent?: boolean },
): Promise<Omit<RecordedMembers, 'unknown'> & { absentKept: number }> {
  const { tx, integrationId } = run
  await sql`
    insert into told_member (line, resource_id, identity_id, role)
    select distinct on (resource_id, identity_id) line, resource_id, identity_id, role
    from (${placedMembers(integrationId)}) m where problem is null
    order by resource_id, identity_id, line`.execute(tx)
  await analyzeIfLarge(tx, 'told_member')
  await compareMembers(run)
  const absentKept = isComplete || !countsAbsent ? 0 : await countAbsentMembers(run, source)
  if (isComplete) await compareAbsentMembers(run, source)
  await findFirstFilled(run)
  await applyChanges(run)
  const first = await auditFirstMembers(run)
  const written = await auditMembers(run)
  return { ...written, added: written.added + first, absentKept }
}

/** The memberships that name no known person or resource, in pages ordered by line. */
export async function* unplacedMembers({
  tx,
  integrationId,
}: ResourceRun): AsyncGenerator<UnplacedMember> {
  const unplaced = sql<UnplacedMember>`
    select line, problem, type, resource_vendor_id, coalesce(account_vendor_id, account_email, '') as account
    from (${placedMembers(integrationId)}) m where problem is not null order by line`
  for await (const rows of pages(tx, { cursor: 'unplaced_member', rows: unplaced, size: 20_000 }))
    yield* rows
}

/** An address means its only account, or its only active one. */
function placedMembers(integrationId: string): RawBuilder<unknown> {
  return sql`
    select m.line, m.type, m.resource_vendor_id, m.account_vendor_id, m.account_email, m.role, r.id as resource_id,
      coalesce(v.id, e.id) as identity_id,
      case when r.id is null then 'unknown_resource'
        when coalesce(v.id, e.id) is not null then null
        when e.total > 1 then 'ambiguous_account' else 'unknown_account' end as problem
    from staged_member m
    left join resource r on r.integration_id = ${integrationId} and r.type = m.type and r.vendor_id = m.resource_vendor_id
    left join identity v on v.integration_id = ${integrationId} and v.vendor_id = m.account_vendor_id
    left join (
      select email_key, count(*) as total, case
        when count(*) = 1 then (array_agg(id))[1]
        when count(*) filter (where vendor_state = 'active') = 1
          then (array_agg(id) filter (where vendor_state = 'active'))[1] end as id
      from identity where integration_id = ${integrationId} and email_key is not null group by email_key
    ) e on e.email_key = email_key(m.account_email) and m.account_vendor_id is null`
}

/** The resources whose members a complete source lists in full. One that is removed, or will be, has none. */
function listedResources(run: ListedTypes, source: MemberSource): RawBuilder<unknown> {
  const { integrationId } = run
  if (source === 'memberships')
    return sql`
      select r.id from resource r where r.integration_id = ${integrationId}
        and (r.type, r.vendor_id) in (select type, resource_vendor_id from staged_member)`
  const ofTypesWithMembers =
    source === 'full_groups' ? sql`true` : sql`type in (select type from staged_member)`
  return sql`
    select resource_id from staged_resource where ${ofTypesWithMembers}
    union
    select r.id from resource r where r.integration_id = ${integrationId} and r.state = 'deactivated'
      and r.type in (${listedTypes(run)})
    union ${absentResources(run)}`
}

/** Members of the listed resources that the source does not list, as SQL. */
function absentMembers(run: ListedTypes, source: MemberSource): RawBuilder<unknown> {
  return sql`
    select m.resource_id, m.identity_id, m.role_handle
    from resource_member m
    where m.resource_id in (${listedResources(run, source)})
      and not exists (
        select from told_member t where t.resource_id = m.resource_id and t.identity_id = m.identity_id)`
}

async function countAbsentMembers(run: ResourceRun, source: MemberSource): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${absentMembers(run, source)}) absent`.execute(run.tx)
  return rows[0]?.count ?? 0
}

async function compareAbsentMembers(run: ResourceRun, source: MemberSource): Promise<void> {
  await sql`
    insert into member_change (resource_id, identity_id, old_role)
    ${absentMembers(run, source)} order by m.resource_id, m.identity_id`.execute(run.tx)
}

async function compareMembers({ tx }: ResourceRun): Promise<void> {
  await sql`
    insert into member_change (resource_id, identity_id, old_role, new_role)
    select t.resource_id, t.identity_id, m.role_handle, t.role
    from told_member t
    left join resource_member m on m.resource_id = t.resource_id and m.identity_id = t.identity_id
    where m.role_handle is distinct from t.role
    order by t.line`.execute(tx)
}

/**
 * The resources without members so far: their first members are one fact, and one audit row. Each is looked up by
 * its key, because an anti-join would read all existing members.
 */
async function findFirstFilled({ tx }: ResourceRun): Promise<void> {
  await sql`
    insert into first_filled
    select resource_id from (select distinct resource_id from member_change) c
    where (select true from resource_member m where m.resource_id = c.resource_id limit 1) is null`.execute(
    tx,
  )
}

async function applyChanges({ tx }: ResourceRun): Promise<void> {
  await sql`
    delete from resource_member m using member_change c
    where c.new_role is null and m.resource_id = c.resource_id and m.identity_id = c.identity_id`.execute(
    tx,
  )
  await sql`
    update resource_member m set role_handle = c.new_role, role_since = current_instant() from member_change c
    where c.old_role is not null and c.new_role is not null
      and m.resource_id = c.resource_id and m.identity_id = c.identity_id`.execute(tx)
  await sql`
    insert into resource_member (resource_id, identity_id, role_handle, first_seen_at, role_since)
    select resource_id, identity_id, new_role, seen.at, seen.at
    from member_change, (select current_instant() as at offset 0) as seen
    where old_role is null order by resource_id, identity_id`.execute(tx)
}

/** A page of the log has fifty rows, and each is read whole. */
const membersPerRow = 10

async function auditFirstMembers({ tx, actor }: ResourceRun): Promise<number> {
  await sql`
    insert into first_member (resource_id, members, total)
    select resource_id, jsonb_object_agg(encode_id(${idPrefixes.identity}, identity_id), new_role), count(*)
    from (
      select c.*, (row_number() over (partition by resource_id order by n) - 1) / ${membersPerRow}::int as part
      from member_change c join first_filled f using (resource_id)
    ) c group by resource_id, part order by min(n)`.execute(tx)
  await recordSet(tx, actor, {
    numberedBy: 'first_member',
    rows: (range) => sql`select c.* from first_member c where ${range}`,
    event: sql`'directory.resource.populate'`,
    record: { type: sql`${idPrefixes.resource}::text`, id: sql`c.resource_id` },
    changes: sql`jsonb_build_object('members', jsonb_build_object('old', null::text, 'new', c.members))`,
    counted: sql`'{}'::text[]`,
  })
  const { rows } = await sql<{ added: number }>`
    select coalesce(sum(total), 0)::integer as added from first_member`.execute(tx)
  return rows[0]?.added ?? 0
}

/**
 * Members added, removed or with a changed role since the resource was first seen: one row each, about the person.
 */
async function auditMembers({ tx, actor }: ResourceRun): Promise<Omit<RecordedMembers, 'unknown'>> {
  const counts = await recordSet(tx, actor, {
    numberedBy: 'member_change',
    rows: (range) => sql`
      select c.*, i.directory_user_id,
        case when c.old_role is null then 'create' when c.new_role is null then 'delete' else 'change' end as action
      from member_change c join identity i on i.id = c.identity_id
      where ${range} and not exists (select from first_filled f where f.resource_id = c.resource_id)`,
    event: sql`'directory.member.' || c.action`,
    record: { type: sql`${idPrefixes.resource}::text`, id: sql`c.resource_id` },
    related: { type: sql`${idPrefixes.identity}::text`, id: sql`c.identity_id` },
    subjectId: sql`c.directory_user_id`,
    changes: sql`jsonb_build_object('members.' || encode_id(${idPrefixes.identity}, c.identity_id),
      jsonb_build_object('old', c.old_role, 'new', c.new_role))`,
    counted: sql`array[case c.action when 'create' then 'added' when 'delete' then 'removed' else 'changed' end]`,
  })
  return { added: 0, changed: 0, removed: 0, ...counts }
}

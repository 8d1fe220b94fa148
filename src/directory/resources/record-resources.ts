import { sql, type RawBuilder } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import { recordSet } from '../../audit/record-set.ts'
import { idPrefixes } from '../../contract/ids.ts'
import type { ResourceType } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import { restateConditions } from '../../policy/conditions/restate-conditions.ts'

export type ResourceRun = {
  tx: Transaction
  actor: AuditActor
  integrationId: string
  /** The types of which the source has no resource unless it lists one; otherwise those that it lists some of. */
  types?: readonly ResourceType[]
  /** Resources that it does not list stay, with their members. */
  keepsAbsent?: boolean
}
export type RecordedResources = { created: number; changed: number; deactivated: number }

/**
 * Merges `staged_resource` into the integration's resources, writing only differences. `isComplete`: resources of
 * the types in the source that it does not list are removed there.
 */
export async function recordResources(
  run: ResourceRun,
  isComplete: boolean,
): Promise<RecordedResources> {
  await identifyResources(run)
  await findParents(run)
  await insertResources(run)
  await updateResources(run)
  if (isComplete) await deactivateAbsent(run)
  return auditResources(run)
}

async function identifyResources({ tx, integrationId }: ResourceRun): Promise<void> {
  await sql`
    update staged_resource s set resource_id = f.id, is_new = f.is_new
    from (
      select n.type, n.vendor_id, coalesce(r.id, new_id()) as id, r.id is null as is_new
      from (select type, vendor_id from staged_resource order by line) n
      left join resource r on r.integration_id = ${integrationId} and r.type = n.type and r.vendor_id = n.vendor_id
    ) f where f.type = s.type and f.vendor_id = s.vendor_id`.execute(tx)
}

/** Whose vendor ids a parent's id is among: folders lie in folders and drives, projects in groups. */
const parentTypes = sql`case
  when s.type like 'codehost%' then array['codehost_group']
  when s.type like 'suite_drive%' then array['suite_drive_folder', 'suite_workspace_drive']
  else array[s.type] end`

async function findParents({ tx, integrationId }: ResourceRun): Promise<void> {
  await sql`
    update staged_resource s set parent_id = p.id
    from (
      select distinct on (s.resource_id) s.resource_id, p.id
      from staged_resource s
      join (
        select resource_id as id, type, vendor_id from staged_resource
        union all
        select r.id, r.type, r.vendor_id from resource r where r.integration_id = ${integrationId}
          and not exists (select from staged_resource t where t.resource_id = r.id)
      ) p on p.vendor_id = s.parent_vendor_id and p.type = any (${parentTypes}) and p.id <> s.resource_id
      order by s.resource_id, p.type
    ) p where p.resource_id = s.resource_id`.execute(tx)
}

async function insertResources({ tx, integrationId }: ResourceRun): Promise<void> {
  await sql`
    insert into resource_change (resource_id, is_new)
    select resource_id, true from staged_resource where is_new order by line`.execute(tx)
  await sql`
    insert into resource (id, integration_id, type, vendor_id, parent_id, name, handle)
    select resource_id, ${integrationId}, type, vendor_id, parent_id, name, handle
    from staged_resource where is_new order by line`.execute(tx)
}

/** A source that lists a known resource without its name or handle leaves them as they are. */
const shownName = sql`coalesce(nullif(s.name, ''), r.name)`
const shownHandle = sql`coalesce(s.handle, r.handle)`

async function updateResources({ tx }: ResourceRun): Promise<void> {
  const kept = await keepResources(
    tx,
    sql`
    select r.id from staged_resource s join resource r on r.id = s.resource_id
    where (r.name, r.handle, r.parent_id, r.state) is distinct from (${shownName}, ${shownHandle}, s.parent_id, 'active')`,
  )
  // A statement that updates nothing would still move the policy epoch.
  if (kept === 0) return
  await sql`
    update resource r set name = ${shownName}, handle = ${shownHandle}, parent_id = s.parent_id, state = 'active'
    from staged_resource s join resource_change c on c.resource_id = s.resource_id and not c.is_new
    where r.id = s.resource_id`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select distinct c.resource_id as id from resource_change c
    join condition naming on naming.vendor_resource_id = c.resource_id where not c.is_new`.execute(
    tx,
  )
  if (rows.length > 0) await restateConditions(tx, { vendorResourceIds: rows.map(({ id }) => id) })
}

async function deactivateAbsent(run: ResourceRun): Promise<void> {
  const { tx } = run
  const absent = absentResources(run)
  if ((await keepResources(tx, absent)) === 0) return
  await sql`update resource set state = 'deactivated' where id in (${absent})`.execute(tx)
}

/** Deactivates resources that are gone at the vendor. Their rulesets and manifests stay. */
export async function endResources(run: ResourceRun, vendorIds: readonly string[]): Promise<void> {
  const { tx, integrationId } = run
  const gone = sql`
    select r.id from resource r where r.integration_id = ${integrationId} and r.state = 'active'
      and r.vendor_id = any (${vendorIds}::text[])`
  if ((await keepResources(tx, gone)) === 0) return
  await sql`update resource set state = 'deactivated' where id in (${gone})`.execute(tx)
  await auditResources(run)
}

/** How many active resources of the types in the source it does not list. */
export async function countAbsentResources(run: ResourceRun): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${absentResources(run)}) absent`.execute(run.tx)
  return rows[0]?.count ?? 0
}

/** Active resources of the types in the source that it does not list, as SQL. */
export function absentResources(run: ListedTypes): RawBuilder<unknown> {
  return sql`
    select r.id from resource r
    where r.integration_id = ${run.integrationId} and r.state = 'active' and r.type in (${listedTypes(run)})
      and not ${run.keepsAbsent ?? false}::boolean and not exists (select from staged_resource s where s.resource_id = r.id)`
}

export type ListedTypes = Pick<ResourceRun, 'integrationId' | 'types' | 'keepsAbsent'>

/** The types that a complete source lists in full, as SQL. */
export function listedTypes({ types = [] }: ListedTypes): RawBuilder<unknown> {
  return sql`select type from staged_resource union select unnest(${types}::text[])`
}

function resourceFacts(): RawBuilder<unknown> {
  return sql`jsonb_build_object('state', r.state, 'name', r.name, 'handle', r.handle, 'parent_id', r.parent_id)`
}

async function keepResources(tx: Transaction, ids: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into resource_change (resource_id, is_new, before)
    select r.id, false, ${resourceFacts()} from resource r where r.id in (${ids})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

async function auditResources({
  tx,
  actor,
  integrationId,
}: ResourceRun): Promise<RecordedResources> {
  const counts = await recordSet(tx, actor, {
    numberedBy: 'resource_change',
    rows: (range) => sql`
      select c.n, c.resource_id, case when c.before is null then 'create' when c.before ->> 'state' = r.state then 'change'
          when r.state = 'active' then 'activate' else 'deactivate' end as action,
        (select coalesce(jsonb_object_agg(key, jsonb_build_object('old', ${shownId('old')}, 'new', ${shownId('new')})), '{}')
          from changed_values(coalesce(c.before, '{}'), ${resourceFacts()})) as changes
      from resource_change c join resource r on r.id = c.resource_id where ${range}`,
    event: sql`'directory.resource.' || c.action`,
    record: { type: sql`${idPrefixes.resource}::text`, id: sql`c.resource_id` },
    parent: { type: sql`${idPrefixes.integration}::text`, id: sql`${integrationId}::uuid` },
    changes: sql`c.changes`,
    counted: sql`array[case c.action when 'create' then 'created' when 'deactivate' then 'deactivated' else 'changed' end]`,
  })
  return { created: 0, changed: 0, deactivated: 0, ...counts }
}

/** A value of a resource as the API shows it, as SQL. */
function shownId(value: 'old' | 'new'): RawBuilder<unknown> {
  const shown = sql.id(value)
  return sql`case when key = 'parent_id' and ${shown} <> 'null'
    then to_jsonb(encode_id(${idPrefixes.resource}, (${shown} #>> '{}')::uuid)) else ${shown} end`
}

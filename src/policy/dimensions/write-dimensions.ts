import { sql } from 'kysely'
import { changesBetween, record, type AuditActor } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import { type ResourceState, resourceStateVerbs } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import type { DimensionValues } from '../model/stored-dimension.ts'
import { newIds } from '../../database/new-ids.ts'

/** Makes active dimensions with their audit rows. @returns their uuids, in the order of `dimensions` */
export async function insertDimensions(
  tx: Transaction,
  actor: AuditActor,
  dimensions: readonly DimensionValues[],
): Promise<string[]> {
  if (dimensions.length === 0) return []
  const ids = await newIds(tx, dimensions.length)
  const rows = dimensions.map((values, index) => ({ id: ids[index], ...values }))
  await sql`
    insert into dimension (id, handle, name, integration_id, profile_key, attributes_enabled, expires_after_days)
    select id, handle, name, "integrationId", "profileKey", "attributesEnabled", "expiresAfterDays"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, handle text, name text,
      "integrationId" uuid, "profileKey" text, "attributesEnabled" boolean, "expiresAfterDays" integer)`.execute(
    tx,
  )
  const entries = dimensions.map((values, index) => ({
    event: 'directory.dimension.create' as const,
    record: { kind: 'dimension' as const, id: ids[index] ?? '' },
    parent: { kind: 'integration' as const, id: values.integrationId },
    changes: changesBetween({}, { state: 'active', ...auditValues(values) }),
  }))
  await record(tx, actor, entries)
  return ids
}

type ChangedDimension = { id: string; before: DimensionValues; after: DimensionValues }

/** Changes the name, grace and automatic attributes of a dimension, with its audit row. */
export async function writeDimension(
  tx: Transaction,
  actor: AuditActor,
  { id, before, after }: ChangedDimension,
): Promise<void> {
  await sql`
    update dimension set name = ${after.name}, attributes_enabled = ${after.attributesEnabled},
      expires_after_days = ${after.expiresAfterDays}
    where id = ${id}`.execute(tx)
  await record(tx, actor, [
    {
      event: 'directory.dimension.change',
      record: { kind: 'dimension', id },
      parent: { kind: 'integration', id: after.integrationId },
      changes: changesBetween(auditValues(before), auditValues(after)),
    },
  ])
}

function auditValues(values: DimensionValues) {
  return {
    handle: values.handle,
    name: values.name,
    integration_id: encodeId('integration', values.integrationId),
    profile_key: values.profileKey,
    attributes_enabled: values.attributesEnabled,
    expires_after_days: values.expiresAfterDays,
  }
}

/** Changes the state of a dimension, with its audit row. */
export async function writeDimensionState(
  tx: Transaction,
  actor: AuditActor,
  dimension: { id: string; integrationId: string; before: ResourceState; after: ResourceState },
): Promise<void> {
  const { id, integrationId, before, after } = dimension
  await sql`update dimension set state = ${after} where id = ${id}`.execute(tx)
  await record(tx, actor, [
    {
      event: `directory.dimension.${resourceStateVerbs[after]}`,
      record: { kind: 'dimension', id },
      parent: { kind: 'integration', id: integrationId },
      changes: { state: { old: before, new: after } },
    },
  ])
}

/** Gives the dimensions of a deleted integration other handles, with their audit rows, so that those of another one can have them. */
export async function freeHandles(
  tx: Transaction,
  actor: AuditActor,
  integrationId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string; before: string; after: string }>`
    with former as (
      select id, handle from dimension where integration_id = ${integrationId} order by id for no key update)
    update dimension d set handle = left(f.handle, 54) || '_' || right(d.id::text, 8)
    from former f where f.id = d.id returning d.id, f.handle as before, d.handle as after`.execute(
    tx,
  )
  const entries = rows.map(({ id, before, after }) => ({
    event: 'directory.dimension.change' as const,
    record: { kind: 'dimension' as const, id },
    parent: { kind: 'integration' as const, id: integrationId },
    changes: { handle: { old: before, new: after } },
  }))
  await record(tx, actor, entries)
}

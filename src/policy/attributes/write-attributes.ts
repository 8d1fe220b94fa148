import { sql } from 'kysely'
import { changesBetween, record, type AuditActor } from '../../audit/record.ts'
import type { AuditEvent } from '../../contract/audit-events.ts'
import { encodeId } from '../../contract/ids.ts'
import { type ResourceState, resourceStateVerbs } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { newIds } from '../../database/new-ids.ts'
import { attributeHandle, foldValue } from './fold-value.ts'

/** One value of a dimension (by uuid), and its display name: by default the value as it is spelled. */
export type NewAttribute = { dimensionId: string; value: string; name?: string | undefined }

/** Makes active attributes with their audit rows. @returns their uuids, in the order of `attributes`: those given, or fresh ones */
export async function insertAttributes(
  tx: Transaction,
  actor: AuditActor,
  attributes: readonly NewAttribute[],
  given?: readonly string[],
): Promise<string[]> {
  if (attributes.length === 0) return []
  const ids = given ?? (await newIds(tx, attributes.length))
  const rows = attributes.map(({ dimensionId, value, name = value }, index) => ({
    id: ids[index],
    dimensionId,
    value,
    name,
    handle: attributeHandle(value),
    folded: foldValue(value),
  }))
  await sql`
    insert into attribute (id, dimension_id, name, handle, profile_value, folded_value)
    select id, "dimensionId", name, handle, value, folded
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id uuid, "dimensionId" uuid, name text, value text, handle text, folded text)`.execute(
    tx,
  )
  const entries = attributes.map(({ dimensionId, value, name = value }, index) => ({
    event: 'directory.attribute.create' as const,
    record: { kind: 'attribute' as const, id: ids[index] ?? '' },
    parent: { kind: 'dimension' as const, id: dimensionId },
    changes: changesBetween({}, { name, profile_value: value, state: 'active' }),
  }))
  await record(tx, actor, entries)
  return [...ids]
}

/** The fields of an attribute that can change. */
export type AttributeValues = {
  name: string
  profileValue: string
  state: ResourceState
  /** The attribute (uuid) that has taken over its value. */
  absorbedById: string | null
}
export type ChangedAttribute = {
  id: string
  dimensionId: string
  before: AttributeValues
  after: AttributeValues
}

/** Changes an attribute with its audit row. Its handle never changes, because clients refer to it. */
export async function writeAttribute(
  tx: Transaction,
  actor: AuditActor,
  { id, dimensionId, before, after }: ChangedAttribute,
): Promise<void> {
  await sql`
    update attribute set name = ${after.name}, profile_value = ${after.profileValue},
      folded_value = ${foldValue(after.profileValue)}, state = ${after.state}, absorbed_by_id = ${after.absorbedById}
    where id = ${id}`.execute(tx)
  await record(tx, actor, [
    {
      event: eventOf(before, after),
      record: { kind: 'attribute', id },
      parent: { kind: 'dimension', id: dimensionId },
      changes: changesBetween(auditValues(before), auditValues(after)),
    },
  ])
}

function eventOf(before: AttributeValues, after: AttributeValues): AuditEvent {
  if (before.state === after.state) return 'directory.attribute.change'
  return `directory.attribute.${resourceStateVerbs[after.state]}`
}

function auditValues({ name, profileValue, state, absorbedById }: AttributeValues) {
  const absorber = absorbedById && encodeId('attribute', absorbedById)
  return { name, profile_value: profileValue, state, absorbed_by_id: absorber }
}

/** Keeps how many values of these dimensions (uuids, or all) become no attributes; those that are not listed have none. */
export async function writeSurplus(
  tx: Transaction,
  dimensionIds: 'all' | readonly string[],
  surplus: readonly { dimensionId: string; values: number }[],
): Promise<void> {
  const looked =
    dimensionIds === 'all' ? sql`true` : sql`dimension_id = any (${uuids(dimensionIds)})`
  await sql`
    with found (dimension_id, surplus_values) as (
      select "dimensionId", "values" from json_to_recordset(${JSON.stringify(surplus)}::json)
        as r ("dimensionId" uuid, "values" integer)
    ), gone as (
      delete from dimension_surplus where ${looked} and dimension_id not in (select dimension_id from found)
    )
    insert into dimension_surplus (dimension_id, surplus_values)
    select dimension_id, surplus_values from found
    except select dimension_id, surplus_values from dimension_surplus
    on conflict (dimension_id) do update set surplus_values = excluded.surplus_values`.execute(tx)
}

import { sql } from 'kysely'
import { changesBetween, record, type AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { newIds } from '../../policy/new-ids.ts'
import { attributeHandle, foldValue } from './fold-value.ts'

/** One value of a dimension (by uuid), in the spelling that people see. */
export type NewAttribute = { dimensionId: string; value: string }

/** Makes active attributes with their audit rows. @returns their uuids, in the order of `attributes` */
export async function insertAttributes(
  tx: Transaction,
  actor: AuditActor,
  attributes: readonly NewAttribute[],
): Promise<string[]> {
  if (attributes.length === 0) return []
  const ids = await newIds(tx, attributes.length)
  const rows = attributes.map(({ dimensionId, value }, index) => ({
    id: ids[index],
    dimensionId,
    value,
    handle: attributeHandle(value),
    folded: foldValue(value),
  }))
  await sql`
    insert into attribute (id, dimension_id, name, handle, profile_value, folded_value)
    select id, "dimensionId", value, handle, value, folded
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id uuid, "dimensionId" uuid, value text, handle text, folded text)`.execute(tx)
  const entries = attributes.map(({ dimensionId, value }, index) => ({
    event: 'directory.attribute.create',
    record: { kind: 'attribute' as const, id: ids[index] ?? '' },
    parent: { kind: 'dimension' as const, id: dimensionId },
    changes: changesBetween({}, { name: value, profile_value: value, state: 'active' }),
  }))
  await record(tx, actor, entries)
  return ids
}

import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { AttributeValues } from './write-attributes.ts'

export type StoredAttribute = {
  id: string
  version: number
  dimensionId: string
  values: AttributeValues
}

/** An attribute. The holder of the policy lock, exclusive, is the only one who can change it. */
export async function findStoredAttribute(
  reader: Reader,
  id: string,
): Promise<StoredAttribute | undefined> {
  const { rows } = await sql<AttributeValues & Omit<StoredAttribute, 'values'>>`
    select id, version, dimension_id as "dimensionId", name, profile_value as "profileValue", state
    from attribute where id = ${id}`.execute(reader)
  const [row] = rows
  if (row === undefined) return undefined
  const { version, dimensionId, ...values } = row
  const { name, profileValue, state } = values
  return { id, version, dimensionId, values: { name, profileValue, state } }
}

/** The condition by which an attribute's imported rule tests its value, while that rule has not ended. */
export type ImportedCondition = {
  id: string
  ruleId: string
  profileValue: string
}

export async function selectImportedConditions(
  reader: Reader,
  attributeId: string,
): Promise<ImportedCondition[]> {
  const { rows } = await sql<ImportedCondition>`
    select c.id, c.rule_id as "ruleId", c.profile_value as "profileValue"
    from ruleset s join rule r on r.ruleset_id = s.id join condition c on c.rule_id = r.id
      join attribute a on a.id = s.attribute_id join dimension d on d.id = a.dimension_id
    where s.attribute_id = ${attributeId} and r.is_imported and c.is_imported and c.type = 'identity'
      and c.profile_operator = 'equals' and c.profile_key = d.profile_key
      and r.state in ('staged', 'active', 'expiring')
    order by c.id`.execute(reader)
  return rows
}

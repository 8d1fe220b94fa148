import { sql } from 'kysely'
import { planKept } from '../../database/planning.ts'
import { readList } from '../../engine/operators.ts'
import type { Reader } from '../../database/database.ts'
import { foldValue } from './fold-value.ts'
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
    select id, version, dimension_id as "dimensionId", name, profile_value as "profileValue", state,
      absorbed_by_id as "absorbedById"
    from attribute where id = ${id}`.execute(reader)
  const [row] = rows
  if (row === undefined) return undefined
  const { version, dimensionId, name, profileValue, state, absorbedById } = row
  return { id, version, dimensionId, values: { name, profileValue, state, absorbedById } }
}

/** The attribute of a dimension that has a value, if any. */
export async function findAttributeOfValue(
  reader: Reader,
  dimensionId: string,
  value: string,
): Promise<StoredAttribute | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from attribute
    where dimension_id = ${dimensionId} and folded_value = ${foldValue(value)} and absorbed_by_id is null`.execute(
    reader,
  )
  return rows[0] && findStoredAttribute(reader, rows[0].id)
}

/**
 * The condition by which an attribute's imported rule tests its value, while that rule has not ended. After a
 * rename it tests the former values too, as long as a person has them.
 */
export type ImportedCondition = {
  id: string
  ruleId: string
  attributeId: string
  dimensionId: string
  /** The value of the attribute. */
  value: string
  operator: 'equals' | 'in'
  profileValue: string
}

/**
 * Of one attribute, of these dimensions, or only those that test several values. The materialized part follows keys from the
 * condition to its attribute: without statistics about new rows, PostgreSQL would join by the profile key, each condition
 * with every attribute of the dimension.
 */
export async function selectImportedConditions(
  reader: Reader,
  which: { attributeId: string } | { dimensionIds: readonly string[] } | 'of_several_values',
): Promise<ImportedCondition[]> {
  const { rows } = await sql<ImportedCondition>`
    with imported as materialized (
      select c.*, s.attribute_id as of_attribute_id, r.state as rule_state, r.is_imported as of_imported_rule
      from condition c join rule r on r.id = c.rule_id join ruleset s on s.id = r.ruleset_id
      where ${isWanted(which)} and s.attribute_id is not null and c.is_imported and c.type = 'identity'
        and c.profile_operator in ('equals', 'in')
    )
    select c.id, c.rule_id as "ruleId", a.id as "attributeId", a.dimension_id as "dimensionId", a.profile_value as value,
      c.profile_operator as operator, c.profile_value as "profileValue"
    from imported c join attribute a on a.id = c.of_attribute_id join dimension d on d.id = a.dimension_id
    where (c.profile_key = d.profile_key) is true and c.of_imported_rule and c.rule_state in ('staged', 'active', 'expiring')
    order by c.id ${planKept(reader)}`.execute(reader)
  return rows
}

function isWanted(which: Parameters<typeof selectImportedConditions>[1]) {
  if (which === 'of_several_values') return sql`c.profile_operator = 'in'`
  return 'attributeId' in which
    ? sql`s.attribute_id = ${which.attributeId}`
    : sql`exists (select from attribute a where a.id = s.attribute_id and a.dimension_id = any (${which.dimensionIds}::uuid[]))`
}

/** The values that an imported condition tests. */
export function testedValues({ operator, profileValue }: ImportedCondition): string[] {
  return operator === 'in' ? readList(profileValue) : [profileValue]
}

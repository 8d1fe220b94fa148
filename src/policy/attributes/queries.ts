import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { planKept } from '../../database/planning.ts'
import { foldValue } from './fold-value.ts'
import { selectImportedConditions, testedValues } from './stored-attribute.ts'

export type EnabledDimension = {
  id: string
  handle: string
  integration_id: string
  integration_handle: string
  profile_key: string
  expires_after_days: number | null
}

/** The active dimensions whose values become attributes, as long as policy may read their keys, by handle. */
export async function selectEnabledDimensions(
  tx: Transaction,
  ids: 'all' | readonly string[],
): Promise<EnabledDimension[]> {
  const wanted = ids === 'all' ? null : ids
  const { rows } = await sql<EnabledDimension>`
    select d.id, d.handle, d.integration_id, i.handle as integration_handle, d.profile_key,
      d.expires_after_days
    from dimension d join integration i on i.id = d.integration_id
    where d.state = 'active' and d.attributes_enabled and d.profile_key = any (i.policy_keys)
      and (${wanted}::uuid[] is null or d.id = any (${wanted}::uuid[]))
    order by d.handle ${planKept(tx)}`.execute(tx)
  return rows
}

export type UnreadableDimension = { handle: string; profileKey: string }

/** The active dimensions of an integration whose values would be attributes if policy might read their keys, by handle. */
export async function selectUnreadableDimensions(
  tx: Transaction,
  integrationId: string,
): Promise<UnreadableDimension[]> {
  const { rows } = await sql<UnreadableDimension>`
    select d.handle, d.profile_key as "profileKey"
    from dimension d join integration i on i.id = d.integration_id
    where i.id = ${integrationId} and d.state = 'active' and d.attributes_enabled
      and d.profile_key <> all (i.policy_keys)
    order by d.handle collate "C" ${planKept(tx)}`.execute(tx)
  return rows
}

/**
 * Dimension → the folded values that are attributes already, in any state. They include the former values that an
 * attribute's imported rule still tests; the value of an absorbed attribute belongs to the absorbing one.
 */
export async function selectFoldedValues(
  tx: Transaction,
  dimensionIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const [{ rows }, conditions] = await Promise.all([
    sql<{ dimension_id: string; value: string }>`
      select dimension_id, profile_value as value from attribute
      where dimension_id = any (${dimensionIds}::uuid[]) and absorbed_by_id is null ${planKept(tx)}`.execute(
      tx,
    ),
    selectImportedConditions(tx, { dimensionIds }),
  ])
  const values = [
    ...rows.map((row) => ({ dimensionId: row.dimension_id, value: row.value })),
    ...conditions.flatMap((condition) =>
      testedValues(condition).map((value) => ({ dimensionId: condition.dimensionId, value })),
    ),
  ]
  const known = new Map(dimensionIds.map((id) => [id, new Set<string>()]))
  for (const { dimensionId, value } of values) known.get(dimensionId)?.add(foldValue(value))
  return known
}

/** The one role that an attribute has. */
export async function selectAttributeRole(
  tx: Transaction,
): Promise<{ id: string; handle: string }> {
  return tx
    .selectFrom('policy_role')
    .select(['id', 'handle'])
    .where('resource_type', '=', 'directory_attribute')
    .where('handle', '=', 'member')
    .executeTakeFirstOrThrow()
}

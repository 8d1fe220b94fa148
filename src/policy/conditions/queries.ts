import { sql } from 'kysely'
import type { Static } from 'typebox'
import { parseJson } from '../../database/parse-json.ts'
import type { Reader, RowOf } from '../../database/database.ts'
import { instant } from '../../http/shapes/schema.ts'
import { commitEpoch, conditionJson } from '../shapes/columns.ts'
import { presentCondition, type ConditionRow } from '../shapes/present.ts'
import type { PolicyViewer } from '../shapes/withhold.ts'
import type { ListedCondition } from './schema.ts'

/** Conditions (`c`) of rules (`r`) that were not deleted, to be filtered and ordered. */
export function selectConditions(db: Reader) {
  return db
    .selectFrom('condition as c')
    .innerJoin('rule as r', 'r.id', 'c.rule_id')
    .select([
      'c.id',
      'c.rule_id',
      'r.ruleset_id',
      'c.created_at',
      sql<string>`${conditionJson}`.as('condition'),
    ])
    .where('r.deleted_at', 'is', null)
}

export type ListedConditionRow = RowOf<typeof selectConditions>

/** Conditions are created and removed, never changed. */
export const conditionVersion = 1

/** A condition, and the epoch that its body was read under: names in it may change without it. */
export async function findCondition(
  db: Reader,
  id: string,
): Promise<(ListedConditionRow & { epoch: number }) | undefined> {
  return selectConditions(db)
    .innerJoin('policy_epoch as e', (join) => join.onTrue())
    .select(commitEpoch.as('epoch'))
    .where('c.id', '=', id)
    .executeTakeFirst()
}

/** The conditions of some rules (ConditionRow[]) by id, which is their order everywhere, as one JSON text. */
export async function selectConditionsText(db: Reader, rules: readonly string[]): Promise<string> {
  const { rows } = await sql<{ conditions: string }>`
    select coalesce(json_agg(${conditionJson} order by c.id), '[]') as conditions
    from condition c join rule r on r.id = c.rule_id
    where r.deleted_at is null and c.rule_id = any (${rules}::uuid[])`.execute(db)
  return rows[0]?.conditions ?? '[]'
}

/** The people, attributes and resources (uuids) that rules of a ruleset name, of those that have not ended. */
export async function selectNamedIn(db: Reader, rulesetId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(c.attribute_id, c.directory_user_id, c.vendor_resource_id) as id
    from condition c join rule r on r.id = c.rule_id
    where r.ruleset_id = ${rulesetId} and r.state in ('staged', 'active', 'expiring') and r.deleted_at is null
      and num_nonnulls(c.attribute_id, c.directory_user_id, c.vendor_resource_id) = 1`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** `baseUrl` has no trailing slash. */
export function presentListedCondition(
  row: ListedConditionRow,
  { viewer, baseUrl }: { viewer: PolicyViewer; baseUrl: string },
): Static<typeof ListedCondition> {
  const condition = presentCondition(parseJson<ConditionRow>(row.condition), viewer)
  return {
    ...condition,
    timestamp: { created_at: instant(row.created_at) },
    links: {
      self: `${baseUrl}/policy/conditions/${condition.id}`,
      policy_rule: `${baseUrl}/policy/rules/${condition.rule_id}`,
      policy_ruleset: `${baseUrl}/policy/rulesets/${condition.ruleset_id}`,
    },
  }
}

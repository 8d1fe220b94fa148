import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { StoredOrg } from './org-finder.ts'
import type { StoredStay } from './ruleset-comparison.ts'

/** Who is in the manifests of these rulesets now, by ruleset. */
export async function selectStaysOf(
  tx: Reader,
  rulesetIds: readonly string[],
): Promise<Map<string, StoredStay[]>> {
  const { rows } = await sql<StoredStay>`
    select id, ruleset_id as "rulesetId", directory_user_id as "personId", rule_id as "ruleId", state,
      expires_by as "expiresBy", floor(extract(epoch from expires_at) * 1000)::bigint as "expiresAt",
      floor(extract(epoch from grace_since) * 1000)::bigint as "graceSince"
    from policy_user
    where ruleset_id = any (${rulesetIds}::uuid[]) and deleted_at is null`.execute(tx)
  return Map.groupBy(rows, ({ rulesetId }) => rulesetId)
}

/** Who is stored as qualified for the rules of these rulesets, in force or not: ruleset → rule → people. */
export async function selectQualifiedOf(
  tx: Reader,
  rulesetIds: readonly string[],
): Promise<Map<string, Map<string, string[]>>> {
  const { rows } = await sql<{ ruleset_id: string; rule_id: string; people: string[] }>`
    select r.ruleset_id, r.id as rule_id, array_agg(q.directory_user_id) as people
    from rule r join qualification q on q.rule_id = r.id
    where r.ruleset_id = any (${rulesetIds}::uuid[])
    group by r.id`.execute(tx)
  const found = new Map<string, Map<string, string[]>>()
  for (const { ruleset_id, rule_id, people } of rows) {
    const ofRuleset = found.get(ruleset_id) ?? new Map<string, string[]>()
    found.set(ruleset_id, ofRuleset.set(rule_id, people))
  }
  return found
}

const pageSize = 10_000
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Everybody's stored org, in pages. */
export async function* selectOrgs(tx: Reader): AsyncGenerator<StoredOrg[]> {
  let last = beforeAll
  for (;;) {
    const { rows } = await sql<StoredOrg>`
      select id, org from directory_user where id > ${last}::uuid order by id limit ${pageSize}`.execute(
      tx,
    )
    if (rows.length > 0) yield rows
    const end = rows.at(-1)
    if (end === undefined || rows.length < pageSize) return
    last = end.id
  }
}

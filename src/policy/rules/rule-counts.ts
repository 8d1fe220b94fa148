import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { maximumCounted } from '../rulesets/list-counts.ts'

export type ListedRuleCounts = { qualified_users: number; manifest_users: number }

/** Rule (uuid) → how many people meet it and are in by it, each at most as many as a list counts. */
export async function selectRuleCounts(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, ListedRuleCounts>> {
  const { rows } = await sql<ListedRuleCounts & { id: string }>`
    select wanted.id,
      (select count(*) from (select 1 from qualification where rule_id = wanted.id limit ${maximumCounted}) as met) as qualified_users,
      (select count(*) from (select 1 from policy_user where rule_id = wanted.id and deleted_at is null
        limit ${maximumCounted}) as held) as manifest_users
    from unnest(${ids}::uuid[]) as wanted (id)`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

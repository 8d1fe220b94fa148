import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'

/** The most people and rules of one ruleset that a list counts, so that a page of large ones stays cheap. */
export const maximumCounted = 10_000

export type ListCounts = {
  manifest_users: number
  expiring_users: number
  active_rules: number
  staged_rules: number
}

/** Ruleset (uuid) → what is in it. */
export async function selectListCounts(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, ListCounts>> {
  const { rows } = await sql<ListCounts & { id: string }>`
    select wanted.id, stays.*, rules.* from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (
      select count(*) as manifest_users, count(*) filter (where state = 'expiring') as expiring_users
      from (select state from policy_user where ruleset_id = wanted.id and deleted_at is null limit ${maximumCounted}) as counted) as stays
    cross join lateral (
      select count(*) filter (where state in ('active', 'expiring')) as active_rules,
        count(*) filter (where state = 'staged') as staged_rules
      from (select state from rule where ruleset_id = wanted.id and deleted_at is null limit ${maximumCounted}) as counted) as rules`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

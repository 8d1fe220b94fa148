import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** A rule that a person meets from now on, or no longer. Ids are uuids. */
export type Requalification = { personId: string; ruleId: string; isQualified: boolean }

/** A place in which someone would have other access. Ids are uuids. */
type Place = { personId: string; rulesetId: string }

/**
 * Where people who are not eligible would have other access by what they qualify for now (`requalified`), if they were eligible.
 * Qualifications are not written yet. `switched`: those whose account has begun or ended.
 */
export async function findWouldMove(
  tx: Transaction,
  requalified: readonly Requalification[],
  switched: readonly string[],
): Promise<Place[]> {
  if (requalified.length + switched.length === 0) return []
  const rows = requalified.map((each) => ({
    person_id: each.personId,
    rule_id: each.ruleId,
    is_qualified: each.isQualified,
  }))
  const { rows: places } = await sql<Place>`
    with requalified as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (person_id uuid, rule_id uuid, is_qualified boolean)
    ), switched as (
      select unnest(${[...switched]}::uuid[]) as person_id
    ), known as materialized (
      select q.directory_user_id as person_id, q.rule_id from qualification q
      where q.directory_user_id in (select person_id from requalified union select person_id from switched)
    ), met as (
      select 'before' as at, person_id, rule_id from known
      union all
      select 'after', person_id, rule_id from known
      where (person_id, rule_id) not in (select person_id, rule_id from requalified where not is_qualified)
      union all
      select 'after', person_id, rule_id from requalified where is_qualified
    ), admitted as (
      select distinct on (m.at, m.person_id, s.id) m.at, m.person_id, s.id as ruleset_id, r.policy_role_id, r.expires_at
      from met m join rule r on r.id = m.rule_id join ruleset s on s.id = r.ruleset_id
      where s.attribute_id is null
      order by m.at, m.person_id, s.id, r.priority, r.activated_at, r.id
    )
    select coalesce(b.person_id, a.person_id) as "personId", coalesce(b.ruleset_id, a.ruleset_id) as "rulesetId"
    from (select * from admitted where at = 'before') b
    full join (select * from admitted where at = 'after') a
      on (a.person_id, a.ruleset_id) = (b.person_id, b.ruleset_id)
    where (b.policy_role_id, b.expires_at) is distinct from (a.policy_role_id, a.expires_at)
      or coalesce(b.person_id, a.person_id) in (select person_id from switched)`.execute(tx)
  return places
}

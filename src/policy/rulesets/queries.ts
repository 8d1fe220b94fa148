import { sql } from 'kysely'
import type { Reader, RowOf } from '../../database/database.ts'
import { limitsOf } from '../limits/limit-values.ts'
import { findingsJson } from '../conditions/rule-findings.ts'
import { commitEpoch, policyResourceJson, resourceName, rulesetJson } from '../shapes/columns.ts'

/** Whether a job is moving the ruleset `rs`: until it is done, the previous manifest is shown. */
const isRecalculating = sql<boolean>`rs.id in (
  select r.ruleset_id from plan p join plan_ruleset r on r.plan_id = p.id where p.state = 'applying')`

/** Rulesets (`rs`) with their resource (`a` or `o`), to be filtered and ordered. */
export function selectRulesets(db: Reader) {
  return db
    .selectFrom('ruleset as rs')
    .innerJoin('policy_settings as ps', (join) => join.onTrue())
    .leftJoin('attribute as a', 'a.id', 'rs.attribute_id')
    .leftJoin('resource as o', 'o.id', 'rs.resource_id')
    .select([
      'rs.id',
      'rs.version',
      isRecalculating.as('recalculating'),
      'rs.created_at',
      'rs.updated_at',
      sql<string>`${resourceName}`.as('name'),
      sql<boolean>`(rs.type = 'directory_attribute' or rs.expires_after_days is null)`.as(
        'inherits',
      ),
      limitsOf('rs').as('limits'),
      findingsJson(sql`gr.ruleset_id = rs.id`).as('findings'),
      sql<string>`${rulesetJson}`.as('ruleset'),
      sql<string>`${policyResourceJson}`.as('resource'),
    ])
}

export type ListedRulesetRow = RowOf<typeof selectRulesets>

export async function findRuleset(db: Reader, id: string): Promise<ListedRulesetRow | undefined> {
  return selectRulesets(db).where('rs.id', '=', id).executeTakeFirst()
}

/** All counts of a ruleset but for the people who are found by evaluation, and the epoch that its body was read under. */
export type RulesetCounts = {
  epoch: number
  rules: number
  staged_rules: number
  active_rules: number
  expiring_rules: number
  expired_rules: number
  deactivated_rules: number
  manifest_users: number
  expiring_users: number
  qualified_users: number
  held_users: number
}

export async function countOfRuleset(db: Reader, id: string): Promise<RulesetCounts> {
  const { rows } = await sql<RulesetCounts>`
    select ${commitEpoch} as epoch, rules.*, stays.*,
      (select count(*) from (select distinct q.directory_user_id from rule r join qualification q on q.rule_id = r.id
        where r.ruleset_id = ${id}) as met) as qualified_users,
      (select count(distinct m.directory_user_id) from incident_movement m join incident n on n.id = m.incident_id
        where m.ruleset_id = ${id} and m.is_held and n.state = 'open') as held_users
    from policy_epoch e
    cross join lateral (
      select count(*) as rules, count(*) filter (where state = 'staged') as staged_rules,
        count(*) filter (where state = 'active') as active_rules,
        count(*) filter (where state = 'expiring') as expiring_rules,
        count(*) filter (where state = 'expired') as expired_rules,
        count(*) filter (where state = 'deactivated') as deactivated_rules
      from rule where ruleset_id = ${id} and deleted_at is null) as rules
    cross join lateral (
      select count(*) as manifest_users, count(*) filter (where state = 'expiring') as expiring_users
      from policy_user where ruleset_id = ${id} and deleted_at is null) as stays`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database holds no policy_epoch')
  return row
}

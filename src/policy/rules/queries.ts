import { sql } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { Reader, RowOf } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { instant, instantOrNull } from '../../http/shapes/schema.ts'
import { findingsJson, presentFoundInRule } from '../conditions/rule-findings.ts'
import type { Exceeded } from '../limits/counting.ts'
import { maximumExceeded, presentExceeded } from '../limits/exceeded-schema.ts'
import { commitEpoch, ruleJson } from '../shapes/columns.ts'
import { presentRule, type RuleRow } from '../shapes/present.ts'
import type { PolicyViewer } from '../shapes/withhold.ts'
import type { ListedRule } from './schema.ts'

/** The admission order of rules, as one text: priority, activation to the millisecond, never activated last. */
export const admission = sql`(lpad(r.priority::text, 7, '0') ||
  coalesce(to_char(r.activated_at at time zone 'UTC', 'YYYYMMDDHH24MISSMS'), '9'))`

/** Rules (`r`) that were not deleted, with their rulesets (`rs`) and roles (`pr`), to be filtered and ordered. */
export function selectRules(db: Reader) {
  return db
    .selectFrom('rule as r')
    .innerJoin('ruleset as rs', 'rs.id', 'r.ruleset_id')
    .innerJoin('policy_role as pr', 'pr.id', 'r.policy_role_id')
    .innerJoin('policy_settings as ps', (join) => join.onTrue())
    .select([
      'r.id',
      'r.ruleset_id',
      'r.version',
      'r.key',
      'r.reason',
      'r.everyone_else',
      'r.replaces_rule_id',
      'r.activates_at',
      'r.activated_at',
      'r.expires_at',
      'r.created_at',
      'r.updated_at',
      sql<Exceeded[]>`coalesce(r.begin_exceeds, '[]')`.as('begin_exceeds'),
      sql<string>`${admission}`.as('admission'),
      sql<string>`${ruleJson}`.as('rule'),
      findingsJson(sql`gr.id = r.id`).as('findings'),
    ])
    .where('r.deleted_at', 'is', null)
}

/** As an exception is made: for one person, with an end and a reason. */
export const isException = sql<boolean>`(r.reason is not null and r.expires_at is not null
  and (select array_agg(c.type || ' ' || coalesce(c.profile_operator, 'equals')) from condition c where c.rule_id = r.id) = array['user equals'])`

export type ListedRuleRow = RowOf<typeof selectRules>

export async function findRule(db: Reader, id: string): Promise<ListedRuleRow | undefined> {
  return selectRules(db).where('r.id', '=', id).executeTakeFirst()
}

export type RuleCounts = {
  epoch: number
  policy_conditions: number
  qualified_users: number
  manifest_users: number
}

export async function countOfRule(db: Reader, id: string): Promise<RuleCounts> {
  const { rows } = await sql<RuleCounts>`
    select ${commitEpoch} as epoch, (select count(*) from condition where rule_id = ${id}) as policy_conditions,
      (select count(*) from qualification where rule_id = ${id}) as qualified_users,
      (select count(*) from policy_user where rule_id = ${id} and deleted_at is null) as manifest_users
    from policy_epoch e`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database holds no policy_epoch')
  return row
}

/** `baseUrl` has no trailing slash. */
export function presentListedRule(
  row: ListedRuleRow,
  { viewer, baseUrl }: { viewer: PolicyViewer; baseUrl: string },
): Static<typeof ListedRule> {
  const rule = presentRule(parseJson<RuleRow>(row.rule), viewer)
  const rulesetId = encodeId('ruleset', row.ruleset_id)
  const self = `${baseUrl}/policy/rules/${rule.id}`
  return {
    ...rule,
    ruleset_id: rulesetId,
    key: row.key,
    reason: row.reason,
    everyone_else: row.everyone_else,
    replaces_rule_id: row.replaces_rule_id && encodeId('rule', row.replaces_rule_id),
    findings: row.findings.map((found) => presentFoundInRule(found, viewer)),
    begin_exceeds: row.begin_exceeds
      .slice(0, maximumExceeded)
      .map((each) => presentExceeded(each, (ruleset) => ruleset === row.ruleset_id)),
    timestamp: {
      created_at: instant(row.created_at),
      updated_at: instant(row.updated_at),
      activates_at: instantOrNull(row.activates_at),
      activated_at: instantOrNull(row.activated_at),
      expires_at: instantOrNull(row.expires_at),
    },
    links: {
      self,
      policy_ruleset: `${baseUrl}/policy/rulesets/${rulesetId}`,
      conditions: `${self}/conditions`,
    },
  }
}

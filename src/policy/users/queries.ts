import { sql, type RawBuilder } from 'kysely'
import type { PolicyUserJson } from './schema.ts'
import type { Reader } from '../../database/database.ts'
import type { StayValues } from '../manifests/manifest-changes.ts'

/** What a stay was held by, in which state, and from when to when. */
export type Phase = {
  rule_id: string
  state: PolicyUserJson['state']
  since: Date
  until: Date | null
}

/**
 * The phase of a stay (`s`) that held at an instant; without one the state that it shows now, which may be its end.
 * What policy_user_history says, spelt out: through the view the planner reads everybody's phases for one stay. The
 * last phase of a stay that has ended is in the history only once its end is settled.
 */
function phaseOf(at: Date | undefined): RawBuilder<Phase> {
  if (at === undefined)
    return sql<Phase>`(select s.rule_id, s.state, s.phase_since as since, s.deleted_at as until)`
  return sql<Phase>`(
    select s.rule_id, case when s.expires_at is null then 'active' else 'expiring' end as state, s.phase_since as since, s.deleted_at as until
    where s.phase_since <= ${at} and (s.deleted_at is null or not exists (
      select from policy_user_phase last where last.policy_user_id = s.id and last.valid @> s.phase_since))
    union all
    select ph.rule_id, ph.state, lower(ph.valid), upper(ph.valid)
    from policy_user_phase ph where ph.policy_user_id = s.id and ph.valid @> ${at}::timestamptz)`
}

/**
 * Stays (`s`) as they are, or as they were at `at`: then only those that were there. With the phase (`h`), its rule
 * (`r`, which may have been deleted), that one's role (`pr`), the ruleset (`rs`) and the default grace (`ps`). The state
 * to show is `h.state`; `s.state` is that of now. Where something due is not settled, `policy_user` is the view of the
 * schema `unsettled` (decision 0032).
 */
export function selectStays(db: Reader, at: Date | undefined) {
  const stays = db
    .selectFrom('policy_user as s')
    .innerJoinLateral(phaseOf(at).as('h'), (join) => join.onTrue())
    .innerJoin('rule as r', 'r.id', 'h.rule_id')
    .innerJoin('policy_role as pr', 'pr.id', 'r.policy_role_id')
    .innerJoin('ruleset as rs', 'rs.id', 's.ruleset_id')
    .innerJoin('policy_settings as ps', (join) => join.onTrue())
    .select(sql<boolean>`r.deleted_at is null`.as('has_rule'))
  return at === undefined
    ? stays
    : stays.where(
        sql<boolean>`s.activated_at <= ${at} and (s.deleted_at is null or s.deleted_at > ${at})`,
      )
}

/**
 * Since when a stay (`s`) has given the role of the phase (`h`, its rule `r`), without a break: a phase by another rule with the
 * same role, or in another state, goes on with it. The role of a rule that has been in force doesn't change.
 */
export const roleSince = sql<Date>`coalesce((
  select max(upper(other.valid)) from policy_user_phase other join rule other_rule on other_rule.id = other.rule_id
  where other.policy_user_id = s.id and upper(other.valid) <= h.since and other_rule.policy_role_id <> r.policy_role_id), s.activated_at)`

/** Why the stay (`s`) has an end. */
export const expiresBy = sql<StayValues['expiresBy']>`s.expires_by`

/** The phases of a stay, the latest first, at most 500. */
export async function selectPhases(
  db: Reader,
  stayId: string,
): Promise<(Phase & { recorded_at: Date })[]> {
  const { rows } = await sql<Phase & { recorded_at: Date }>`
    select rule_id, state, lower(valid) as since, upper(valid) as until, recorded_at
    from policy_user_history where policy_user_id = ${stayId}::uuid
    order by lower(valid) desc limit 500`.execute(db)
  return rows
}

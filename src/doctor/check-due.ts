import { sql, type RawBuilder } from 'kysely'
import { idPrefixes } from '../contract/ids.ts'
import { foundColumns, type Found } from './difference.ts'
import { inTurn, type Snapshot, type Step } from './snapshot.ts'

/** Due instants, and the rules that rest while the person that they name is away. */
export function checkDue({ tx, now }: Snapshot): AsyncGenerator<Step> {
  return inTurn(tx, [dueInstants(now), restingRules(now)])
}

/** An instant that has passed may be there without need: settling it changes nothing. */
function dueInstants(now: Date): RawBuilder<Found> {
  return sql<Found>`
    with wanted as (
      select 'directory_user' as kind, ${sql.lit(idPrefixes.directoryUser)} as type, id, expires_at as at, id as person, null::uuid as ruleset
      from directory_user where expires_at is not null and state not in ('expired', 'deactivated')
      union all
      select 'directory_user_start', ${sql.lit(idPrefixes.directoryUser)}, id, activates_at, id, null
      from directory_user where activates_at is not null
      union all
      select 'workspace_user', ${sql.lit(idPrefixes.workspaceUser)}, id, expires_at, null, null
      from workspace_user where expires_at is not null and state not in ('expired', 'deactivated')
      union all
      select 'service', ${sql.lit(idPrefixes.service)}, id, ends_at, null, null
      from service where ends_at is not null and state not in ('expired', 'deactivated')
      union all
      select 'service_confirmation', ${sql.lit(idPrefixes.service)}, id, confirm_by + interval '30 days', null, null
      from service where state in ('active', 'expiring') and unconfirmed_ends_at is null
      union all
      select 'service_admin', ${sql.lit(idPrefixes.serviceAdmin)}, id, expires_at, null, null
      from service_admin where expires_at is not null
      union all
      select 'policy_user', ${sql.lit(idPrefixes.policyUser)}, id, expires_at, directory_user_id, ruleset_id
      from policy_user where expires_at is not null and deleted_at is null
      union all
      select 'rule', ${sql.lit(idPrefixes.rule)}, r.id,
        case when r.state = 'staged' then r.activates_at else least(r.expires_at, q.ends_at) end, null, r.ruleset_id
      from rule r left join resting_rule q on q.rule_id = r.id
      where case when r.state = 'staged' then r.activates_at is not null and r.begin_exceeds is null
        else r.state in ('active', 'expiring') and least(r.expires_at, q.ends_at) is not null end
    )
    select ${foundColumns({
      what: sql`'due instant of ' || coalesce(w.kind, d.kind)`,
      type: sql`w.type`,
      record: sql`w.id`,
      person: sql`w.person`,
      ruleset: sql`w.ruleset`,
      stored: sql`iso(d.at)`,
      follows: sql`iso(w.at)`,
    })}
    from wanted w full join due_instant d on d.kind = w.kind and d.record_id = w.id
    where d.at is distinct from w.at and (w.at is not null or d.at > ${now})`
}

/** A person who has returned by another account ends a rest now: it is due. */
function restingRules(now: Date): RawBuilder<Found> {
  return sql<Found>`
    select ${foundColumns({
      what: sql`'rest'`,
      type: sql.lit(idPrefixes.rule),
      record: sql`r.id`,
      person: sql`coalesce(away.id, q.directory_user_id)`,
      ruleset: sql`r.ruleset_id`,
      stored: sql`iso(q.ends_at)`,
      follows: sql`case when away.id is null then 'in force' else 'rests' end`,
    })}
    from rule r left join resting_rule q on q.rule_id = r.id
    left join lateral (
      select u.id from condition c join directory_user u on u.id = c.directory_user_id
      where c.rule_id = r.id and r.state in ('active', 'expiring') and c.type = 'user'
        and c.profile_operator is distinct from 'not_equals' and u.state in ('expired', 'deactivated')
      order by u.id limit 1) away on true
    where (q.rule_id is null) <> (away.id is null) and (away.id is not null or q.ends_at > ${now})`
}

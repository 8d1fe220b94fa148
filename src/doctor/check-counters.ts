import { sql, type RawBuilder } from 'kysely'
import { idPrefixes } from '../contract/ids.ts'
import { foundColumns, type Found } from './difference.ts'
import { inRanges, inTurn, type Range, type Snapshot, type Step } from './snapshot.ts'

/** What is counted in the transactions that change it, and never on read. */
export async function* checkCounters({ tx }: Snapshot): AsyncGenerator<Step> {
  yield* inRanges(tx, { table: 'directory_user', column: 'id', size: 5000 }, auditCounters)
  yield* inTurn(tx, [states, rulesets, causes, causeTallies, accountEnds, numbers])
}

/** How many audit rows name a person, by position. */
function auditCounters({ has }: Range): RawBuilder<Found> {
  const person = sql.lit(idPrefixes.directoryUser)
  return sql<Found>`
    with counted as materialized (
      select id, sum(parent) as parent, sum(record) as record, sum(related) as related, sum(subject) as subject from (
        select parent_id as id, 1 as parent, 0 as record, 0 as related, 0 as subject
        from audit_log where parent_type = ${person} and ${has(sql`parent_id`)}
        union all select record_id, 0, 1, 0, 0 from audit_log where record_type = ${person} and ${has(sql`record_id`)}
        union all select related_id, 0, 0, 1, 0 from audit_log where related_type = ${person} and ${has(sql`related_id`)}
        union all select subject_id, 0, 0, 0, 1 from audit_log where ${has(sql`subject_id`)}
        union all select id, parent, record, related, subject from audit_archived_count where ${has(sql`id`)}
      ) named group by id
    )
    select ${foundColumns({
      what: sql`d.what`,
      type: person,
      record: sql`u.id`,
      person: sql`u.id`,
      stored: sql`d.stored`,
      follows: sql`d.follows`,
    })}
    from directory_user u left join directory_user_version v on v.directory_user_id = u.id left join counted c on c.id = u.id
    cross join lateral (values
      ('audit_logs_parent', v.audit_logs_parent, coalesce(c.parent, 0)),
      ('audit_logs_record', v.audit_logs_record, coalesce(c.record, 0)),
      ('audit_logs_related', v.audit_logs_related, coalesce(c.related, 0)),
      ('audit_logs_subject', v.audit_logs_subject, coalesce(c.subject, 0))
    ) d (what, stored, follows)
    where ${has(sql`u.id`)} and d.stored is distinct from d.follows`
}

const states = sql<Found>`
  select ${foundColumns({
    what: sql`'people who are ' || state`,
    stored: sql`coalesce(t.people, 0)`,
    follows: sql`coalesce(u.people, 0)`,
  })}
  from (select state, sum(people) as people from directory_user_tally group by state) t
  full join (select state, count(*) as people from directory_user where deleted_at is null group by state) u using (state)
  where coalesce(t.people, 0) <> coalesce(u.people, 0)`

/** Rulesets of attributes have no limits, and so no tally. */
const rulesets = sql<Found>`
  select ${foundColumns({
    what: sql`'tally of ' || d.what`,
    type: sql.lit(idPrefixes.ruleset),
    record: sql`s.id`,
    ruleset: sql`s.id`,
    stored: sql`d.stored`,
    follows: sql`d.follows`,
  })}
  from ruleset s left join ruleset_tally t on t.ruleset_id = s.id
  left join (select ruleset_id, count(*) as people from policy_user where deleted_at is null group by ruleset_id) p on p.ruleset_id = s.id
  left join (
    select ruleset_id, count(*) filter (where loses) as loses, count(*) filter (where gains) as gains,
      count(*) filter (where changes_role) as changes_role
    from movement group by ruleset_id) m on m.ruleset_id = s.id
  cross join lateral (values
    ('members', t.people, coalesce(p.people, 0)),
    ('losses', t.loses, coalesce(m.loses, 0)),
    ('gains', t.gains, coalesce(m.gains, 0)),
    ('changes of role', t.changes_role, coalesce(m.changes_role, 0))
  ) d (what, stored, follows)
  where s.attribute_id is null and d.stored is distinct from d.follows`

/** The newest movement of each person by each cause, in each direction. */
const causes = sql<Found>`
  with newest as (
    select cause_kind, cause_id, direction, directory_user_id, max(m.at) as at from movement m
    cross join lateral (values ('lose', loses), ('gain', gains), ('change_role', changes_role)) d (direction, holds)
    where holds group by 1, 2, 3, 4
  )
  select ${foundColumns({
    what: sql`'people moved by ' || cause_kind || ' ' || cause_id || ': ' || direction`,
    type: sql.lit(idPrefixes.directoryUser),
    record: sql`directory_user_id`,
    person: sql`directory_user_id`,
    stored: sql`iso(c.at)`,
    follows: sql`iso(n.at)`,
  })}
  from newest n full join cause_person c using (cause_kind, cause_id, direction, directory_user_id)
  where n.at is distinct from c.at`

const causeTallies = sql<Found>`
  with counted as (
    select cause_kind, cause_id, count(*) filter (where direction = 'lose') as loses,
      count(*) filter (where direction = 'gain') as gains, count(*) filter (where direction = 'change_role') as changes_role
    from cause_person group by 1, 2
  )
  select ${foundColumns({
    what: sql`'people moved by ' || cause_kind || ' ' || cause_id || ': ' || d.what`,
    stored: sql`d.stored`,
    follows: sql`d.follows`,
  })}
  from cause_tally t full join counted c using (cause_kind, cause_id)
  cross join lateral (values
    ('losses', coalesce(t.loses, 0), coalesce(c.loses, 0)),
    ('gains', coalesce(t.gains, 0), coalesce(c.gains, 0)),
    ('changes of role', coalesce(t.changes_role, 0), coalesce(c.changes_role, 0))
  ) d (what, stored, follows)
  where d.stored <> d.follows`

const accountEnds = sql<Found>`
  select ${foundColumns({
    what: sql`'ends of accounts'`,
    type: sql.lit(idPrefixes.integration),
    record: sql`integration_id`,
    stored: sql`coalesce(t.ends, 0)`,
    follows: sql`coalesce(e.ends, 0)`,
  })}
  from account_tally t full join (select integration_id, count(*) as ends from account_end group by 1) e using (integration_id)
  where coalesce(t.ends, 0) <> coalesce(e.ends, 0)`

/** The numbers of accounts under the keys of their sources, by which people are found. */
const numbers = sql<Found>`
  with held as (
    select distinct left(profile_text(i.profile, k.key), 200) as value, i.id as identity_id
    from integration g join identity i on i.integration_id = g.id
    cross join lateral unnest(array[g.badge_id_profile_key, g.employee_id_profile_key, g.employee_alt_id_profile_key]) k (key)
    where profile_text(i.profile, k.key) is not null
  )
  select ${foundColumns({
    what: sql`'number'`,
    type: sql.lit(idPrefixes.identity),
    record: sql`identity_id`,
    stored: sql`case when n.is_stored then 'a number' end`,
    follows: sql`case when h.is_held then 'a number' end`,
  })}
  from (select value, identity_id, true as is_stored from account_number) n
  full join (select value, identity_id, true as is_held from held) h using (value, identity_id)
  where n.is_stored is distinct from h.is_held`

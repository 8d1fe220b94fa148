-- What is certain while something that is due can't be settled (docs/decisions/0032-reads-never-wait.md): views with the
-- names of the tables that reads use. A read whose search path begins with this schema runs the same statements, and
-- finds that what has ended by current_instant() has ended. Whatever begins or moves appears once it is settled.

-- The state of a person who signs in, at an instant (domain.md §2).
create function workspace_user_state(base_state text, expires_at timestamptz, at timestamptz)
  returns text language sql immutable parallel safe
  return case
    when base_state = 'deactivated' then 'deactivated'
    when expires_at <= at then 'expired'
    when base_state = 'staged' then 'staged'
    when expires_at is not null then 'expiring'
    else 'active'
  end;

create or replace function settle_workspace_user_state() returns trigger language plpgsql as $$
begin
  new.state := workspace_user_state(new.base_state, new.expires_at, current_instant());
  return new;
end
$$;

create index due_instant_rule on due_instant (at) where kind = 'rule';

create schema unsettled;
grant usage on schema unsettled to muster_server;

-- The rules that are over. Empty here, because everything is settled; reads of the policy ask for both.
create view unsettled_rule as select null::uuid as rule_id where false;

-- Rules in force whose end has passed.
create view unsettled.ended_rule as
  select r.id as rule_id, r.expires_at as at
  from due_instant d join rule r on r.id = d.record_id
  where d.kind = 'rule' and d.at <= current_instant() and r.state in ('active', 'expiring') and r.expires_at <= current_instant();

create view unsettled.unsettled_rule as select rule_id from unsettled.ended_rule;

-- Staged rules whose date has come, with the rule that each replaces. `keeps_all`: everyone who meets that rule meets
-- this one, because it has no condition that the other has not.
create view unsettled.beginning_rule as
  select n.id as rule_id, n.ruleset_id, n.activates_at as at, o.id as replaces_rule_id,
    (n.expires_at <= current_instant()) is not true and not exists (
      select from condition c where c.rule_id = n.id and not exists (
        select from condition k where k.rule_id = o.id
          and (k.type, k.attribute_id, k.integration_id, k.directory_user_id, k.profile_key, k.profile_operator, k.profile_value)
            is not distinct from
            (c.type, c.attribute_id, c.integration_id, c.directory_user_id, c.profile_key, c.profile_operator, c.profile_value)))
      as keeps_all
  from due_instant d join rule n on n.id = d.record_id
    left join rule o on o.id = n.replaces_rule_id and o.state in ('active', 'expiring')
  where d.kind = 'rule' and d.at <= current_instant() and n.state = 'staged' and n.activates_at <= current_instant();

-- Rules whose people are not certain any more: those that have ended, or are replaced by a rule that asks for something
-- else; and, transitively, those with a condition on an attribute that lost a rule, or a negative one on an attribute that
-- gained a rule.
create view unsettled.lost_rule as
  with recursive moved (rule_id, at, way) as (
    select rule_id, at, 'lost' from unsettled.ended_rule
    union
    select rule_id, at, 'gained' from unsettled.beginning_rule
    union
    select replaces_rule_id, min(at), 'lost' from unsettled.beginning_rule
    where replaces_rule_id is not null
    group by replaces_rule_id having not bool_or(keeps_all)
    union
    select r.id, m.at, follows.way
    from moved m join rule before on before.id = m.rule_id
      join ruleset s on s.id = before.ruleset_id and s.state = 'managed'
      join condition c on c.attribute_id = s.attribute_id
      join rule r on r.id = c.rule_id and r.state in ('active', 'expiring')
      join (values
        ('lost', false, 'lost'), ('lost', true, 'lost'), ('lost', true, 'gained'),
        ('gained', false, 'gained'), ('gained', true, 'lost')
      ) as follows (cause, is_negative, way) on follows.cause = m.way
        and follows.is_negative = coalesce(c.profile_operator in ('not_equals', 'not_in', 'not_contains', 'not_exists'), false)
  )
  select rule_id, min(at) as at from moved where way = 'lost' group by rule_id;

-- Rules that are replaced: who is in grace under one of them may have left with it.
create view unsettled.replaced_rule as
  select replaces_rule_id as rule_id, min(at) as at from unsettled.beginning_rule
  where replaces_rule_id is not null group by replaces_rule_id;

-- Sets the instant of a transaction, and finds once for all its statements which rules are lost and replaced: objects of
-- uuid to instant, which the views look into.
create function unsettled.begin(at text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform set_config('muster.now', at, true);
  perform set_config('muster.lost_rules',
      (select coalesce(jsonb_object_agg(rule_id, l.at), '{}') from unsettled.lost_rule l)::text, true),
    set_config('muster.replaced_rules',
      (select coalesce(jsonb_object_agg(rule_id, r.at), '{}') from unsettled.replaced_rule r)::text, true);
end
$$;

-- Since when a rule is in one of these objects; null where it is not.
create function unsettled.since(rules jsonb, rule_id uuid) returns timestamptz language sql immutable parallel safe
  return (rules ->> rule_id::text)::timestamptz;

-- Functions, so that the plans of reads stay as small as they are over the tables: both are called for few.
create function unsettled.leads(person uuid) returns boolean language plpgsql stable
  set search_path = public, pg_temp as $$
begin
  return exists (select from directory_user r where r.manager_id = person
    and counts_as_report(directory_user_state(r.base_state, r.expires_at, current_instant()), r.deleted_at));
end
$$;

-- What of an org stays certain when rules are lost.
create function unsettled.certain_org(person uuid, org jsonb) returns jsonb language plpgsql stable
  set search_path = public, pg_temp as $$
begin
  return (
    select coalesce(jsonb_object_agg(o.key, o.value), '{}') from jsonb_each(org) o where exists (
      select from qualification q join rule r on r.id = q.rule_id join ruleset s on s.id = r.ruleset_id
        join attribute a on a.id = s.attribute_id join dimension d on d.id = a.dimension_id
      where q.directory_user_id = person and d.handle = o.key and to_jsonb(a.name) = o.value
        and unsettled.since(current_setting('muster.lost_rules')::jsonb, q.rule_id) is null));
end
$$;

-- Makes one view of all columns of a table, those in `computed` by their expressions over `x`.
create function unsettled.make_view(name text, computed jsonb, conditions text) returns void language plpgsql as $$
declare
  columns text := (
    select string_agg(coalesce(computed ->> a.attname || ' as ', 'x.') || quote_ident(a.attname), ', ' order by a.attnum)
    from pg_attribute a
    where a.attrelid = format('public.%I', name)::regclass and a.attnum > 0 and not a.attisdropped);
begin
  execute format('create view unsettled.%I as select %s from public.%I x where %s', name, columns, name, conditions);
end
$$;

-- Makes the views of tables again. A migration that changes the columns of one of these tables calls it, after
-- `drop view` of those that stand in its way.
create function unsettled.make_views() returns void language plpgsql set search_path = public, pg_temp as $make$
declare
  stay_columns text;
begin
  drop view if exists unsettled.policy_user_history, unsettled.policy_user, unsettled.qualification, unsettled.rule,
    unsettled.workspace_user, unsettled.directory_user;

  perform unsettled.make_view('workspace_user', jsonb_build_object(
    'state', 'workspace_user_state(x.base_state, x.expires_at, (select current_instant()))'), 'true');

  perform unsettled.make_view('rule', jsonb_build_object(
    'state', $$case when x.state in ('active', 'expiring') and x.expires_at <= (select current_instant()) then 'expired' else x.state end$$),
    'true');

  perform unsettled.make_view('qualification', '{}', $$
    unsettled.since((select current_setting('muster.lost_rules')::jsonb), x.rule_id) is null$$);

  perform unsettled.make_view('directory_user', jsonb_build_object(
    'state', 'directory_user_state(x.base_state, x.expires_at, (select current_instant()))',
    'is_manager', 'x.is_manager and unsettled.leads(x.id)',
    'org', $$case when (select current_setting('muster.lost_rules')) = '{}' then x.org
      else unsettled.certain_org(x.id, x.org) end$$), 'true');

  -- A stay ends at the first of the instants that may have ended it.
  select string_agg(case attname
      when 'state' then $$case when s.deleted_at is null and e.at is not null then 'expired' else s.state end as state$$
      when 'deleted_at' then $$case when s.deleted_at is null and e.at is not null then greatest(s.phase_since, e.at)
        else s.deleted_at end as deleted_at$$
      else 's.' || quote_ident(attname) end, ', ' order by attnum)
  into stay_columns
  from pg_attribute where attrelid = 'policy_user'::regclass and attnum > 0 and not attisdropped;
  execute format($view$
    create view unsettled.policy_user as
    select %s from policy_user s join directory_user p on p.id = s.directory_user_id
      left join directory_user parent on parent.id = p.parent_user_id
      cross join lateral (select least(
        case when s.expires_at <= (select current_instant()) then s.expires_at end,
        case when p.expires_at <= (select current_instant()) then p.expires_at end,
        case when parent.expires_at <= (select current_instant()) then parent.expires_at end,
        unsettled.since((select current_setting('muster.lost_rules')::jsonb), s.rule_id),
        case when s.expires_by = 'grace'
          then unsettled.since((select current_setting('muster.replaced_rules')::jsonb), s.rule_id) end) as at) e$view$,
    stay_columns);

  create view unsettled.policy_user_history as
    select policy_user_id, rule_id, state, valid, recorded_at from policy_user_phase
    union all
    select s.id, s.rule_id, case when s.expires_at is null then 'active' else 'expiring' end,
      tstzrange(s.phase_since, s.deleted_at), s.phase_recorded_at
    from unsettled.policy_user s
    where s.deleted_at is null or s.phase_since < s.deleted_at and not exists (
      select from policy_user_phase ph where ph.policy_user_id = s.id and ph.valid @> s.phase_since);

  grant select on all tables in schema unsettled to muster_server;
end
$make$;
revoke execute on function unsettled.make_view(text, jsonb, text), unsettled.make_views() from public;

select unsettled.make_views();
grant select on unsettled_rule to muster_server;

-- What is counted towards the limits: people per ruleset and per cause, accounts per source, over a sliding 24 hours. Tallies are
-- kept by triggers, so that they are always the sums of their rows. Rows older than 24 hours count no more; readers subtract
-- those that nobody has deleted yet.

alter table policy_settings rename column deactivation_limit_percent to account_limit_percent;
alter table policy_settings rename column deactivation_limit_people to account_limit_people;
alter table policy_settings
  alter column addition_limit_percent set default 50,
  alter column addition_limit_people set default 10,
  add column role_change_limit_percent integer not null default 25 check (role_change_limit_percent between 0 and 100),
  add column role_change_limit_people integer not null default 5 check (role_change_limit_people >= 0),
  -- Of the eligible people, over all rulesets, for one source or one caller.
  add column overall_limit_percent integer not null default 10 check (overall_limit_percent between 0 and 100),
  add column overall_limit_people integer not null default 25 check (overall_limit_people >= 0),
  -- How many people one caller may end, or give exceptions to.
  add column named_people_limit integer not null default 50 check (named_people_limit >= 0);
-- Nobody has changed them.
alter table policy_settings disable trigger user;
update policy_settings set addition_limit_percent = 50 where addition_limit_percent = 100;
update policy_settings set addition_limit_people = 10 where addition_limit_people = 50;
alter table policy_settings enable trigger user;

alter table ruleset
  add column role_change_limit_percent integer check (role_change_limit_percent between 0 and 100),
  add column role_change_limit_people integer check (role_change_limit_people >= 0),
  add column is_sensitive boolean not null default false;

-- Without a limit of its own the workspace's holds.
alter table integration
  add column account_limit_percent integer check (account_limit_percent between 0 and 100),
  add column account_limit_people integer check (account_limit_people >= 0),
  add column overall_limit_percent integer check (overall_limit_percent between 0 and 100),
  add column overall_limit_people integer check (overall_limit_people >= 0);

-- One row per ruleset of a vendor's resource. Whoever writes movements of rulesets locks their rows first, in id order.
create table ruleset_tally (
  ruleset_id uuid primary key references ruleset on delete cascade,
  -- Open stays.
  people integer not null default 0,
  -- Rows of movement, expired ones that are still stored among them.
  loses integer not null default 0,
  gains integer not null default 0,
  changes_role integer not null default 0,
  -- When its first member ever entered.
  first_entered_at timestamptz
) with (fillfactor = 50);

insert into ruleset_tally (ruleset_id, people, first_entered_at)
select s.id, count(u.id) filter (where u.deleted_at is null), min(u.activated_at)
from ruleset s left join policy_user u on u.ruleset_id = s.id
where s.attribute_id is null group by s.id;

create function add_ruleset_tally() returns trigger language plpgsql as $$
begin
  insert into ruleset_tally (ruleset_id) values (new.id);
  return null;
end
$$;
create trigger tally after insert on ruleset
  for each row when (new.attribute_id is null) execute function add_ruleset_tally();

create function count_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update ruleset_tally t set people = t.people + n.people, first_entered_at = coalesce(t.first_entered_at, n.since)
    from (
      select ruleset_id, count(*) filter (where deleted_at is null) as people, min(activated_at) as since
      from new_rows group by ruleset_id) n
    where t.ruleset_id = n.ruleset_id;
  elsif tg_op = 'UPDATE' then
    update ruleset_tally t set people = t.people + n.people
    from (
      select ruleset_id, sum(change) as people from (
        select ruleset_id, 1 as change from new_rows where deleted_at is null
        union all select ruleset_id, -1 from old_rows where deleted_at is null) changes
      group by ruleset_id having sum(change) <> 0) n
    where t.ruleset_id = n.ruleset_id;
  else
    update ruleset_tally t set people = t.people - n.people
    from (select ruleset_id, count(*) as people from old_rows where deleted_at is null group by ruleset_id) n
    where t.ruleset_id = n.ruleset_id;
  end if;
  return null;
end
$$;
create trigger tally_inserted after insert on policy_user
  referencing new table as new_rows for each statement execute function count_stays();
create trigger tally_updated after update on policy_user
  referencing old table as old_rows new table as new_rows for each statement execute function count_stays();
create trigger tally_deleted after delete on policy_user
  referencing old table as old_rows for each statement execute function count_stays();

-- A person whose access to a ruleset differs from what it was before the first counted movement of the last 24 hours.
create table movement (
  ruleset_id uuid not null references ruleset on delete cascade,
  directory_user_id uuid not null references directory_user on delete cascade,
  -- What the person had; null for nothing.
  role_before text,
  expires_at_before timestamptz,
  loses boolean not null,
  gains boolean not null,
  changes_role boolean not null,
  -- Of the last counted movement, and what moved the person then.
  at timestamptz not null,
  cause_kind text not null check (cause_kind in ('integration', 'user', 'service', 'system')),
  cause_id uuid not null,
  primary key (ruleset_id, directory_user_id),
  check (loses or gains or changes_role),
  check (role_before is not null or (gains and expires_at_before is null and not loses and not changes_role))
);
create index movement_ruleset_at on movement (ruleset_id, at);
create index movement_at on movement (at);
create index movement_user on movement (directory_user_id, cause_kind, cause_id);

-- The people whom one source or one caller has moved anywhere: the newest movement of each direction.
create table cause_person (
  cause_kind text not null,
  cause_id uuid not null,
  direction text not null check (direction in ('lose', 'gain', 'change_role')),
  directory_user_id uuid not null,
  at timestamptz not null,
  primary key (cause_kind, cause_id, direction, directory_user_id)
);
create index cause_person_at on cause_person (cause_kind, cause_id, direction, at);

-- Locked after the tallies of rulesets, in the order of its key.
create table cause_tally (
  cause_kind text not null,
  cause_id uuid not null,
  loses integer not null default 0,
  gains integer not null default 0,
  changes_role integer not null default 0,
  primary key (cause_kind, cause_id)
) with (fillfactor = 50);

-- Brings tallies in line with rows of movement that were there before a statement and are there after it.
create function tally_movements(before movement[], after movement[]) returns void language plpgsql as $$
begin
  update ruleset_tally t
  set loses = t.loses + d.loses, gains = t.gains + d.gains, changes_role = t.changes_role + d.changes_role
  from (
    select ruleset_id, sum(sign * loses::integer) as loses, sum(sign * gains::integer) as gains,
      sum(sign * changes_role::integer) as changes_role
    from (select 1 as sign, a.* from unnest(after) a union all select -1, b.* from unnest(before) b) rows
    group by ruleset_id) d
  where t.ruleset_id = d.ruleset_id and (d.loses, d.gains, d.changes_role) <> (0, 0, 0);

  insert into cause_tally (cause_kind, cause_id)
  select distinct cause_kind, cause_id from unnest(after) order by 1, 2 on conflict do nothing;
  perform from cause_tally
  where (cause_kind, cause_id) in (
    select cause_kind, cause_id from unnest(after) union select cause_kind, cause_id from unnest(before))
  order by cause_kind, cause_id for no key update;

  with moved as materialized (
    select cause_kind, cause_id, directory_user_id from unnest(after)
    union select cause_kind, cause_id, directory_user_id from unnest(before)
  ), newest as materialized (
    select cause_kind, cause_id, direction, directory_user_id, max(m.at) as at
    from moved join movement m using (cause_kind, cause_id, directory_user_id)
    cross join lateral (values ('lose', m.loses), ('gain', m.gains), ('change_role', m.changes_role)) d (direction, holds)
    where holds group by cause_kind, cause_id, direction, directory_user_id
  ), gone as (
    delete from cause_person p using moved m
    where (p.cause_kind, p.cause_id, p.directory_user_id) = (m.cause_kind, m.cause_id, m.directory_user_id)
      and not exists (
        select from newest n where (n.cause_kind, n.cause_id, n.direction, n.directory_user_id)
          = (p.cause_kind, p.cause_id, p.direction, p.directory_user_id))
    returning p.cause_kind, p.cause_id, p.direction
  ), written as (
    insert into cause_person (cause_kind, cause_id, direction, directory_user_id, at)
    select cause_kind, cause_id, direction, directory_user_id, at from newest
    on conflict (cause_kind, cause_id, direction, directory_user_id) do update set at = excluded.at
    -- A row that was inserted has no former version.
    returning cause_kind, cause_id, direction, xmax = 0 as is_new
  )
  update cause_tally t
  set loses = t.loses + d.loses, gains = t.gains + d.gains, changes_role = t.changes_role + d.changes_role
  from (
    select cause_kind, cause_id, coalesce(sum(change) filter (where direction = 'lose'), 0) as loses,
      coalesce(sum(change) filter (where direction = 'gain'), 0) as gains,
      coalesce(sum(change) filter (where direction = 'change_role'), 0) as changes_role
    from (
      select cause_kind, cause_id, direction, 1 as change from written where is_new
      union all select cause_kind, cause_id, direction, -1 from gone) changes
    group by cause_kind, cause_id) d
  where (t.cause_kind, t.cause_id) = (d.cause_kind, d.cause_id);
end
$$;

create function count_movements() returns trigger language plpgsql as $$
declare
  before movement[] := '{}';
  after movement[] := '{}';
begin
  if tg_op <> 'INSERT' then
    before := array(select o::movement from old_rows o);
  end if;
  if tg_op <> 'DELETE' then
    after := array(select n::movement from new_rows n);
  end if;
  if cardinality(before) + cardinality(after) > 0 then
    perform tally_movements(before, after);
  end if;
  return null;
end
$$;
create trigger tally_inserted after insert on movement
  referencing new table as new_rows for each statement execute function count_movements();
create trigger tally_updated after update on movement
  referencing old table as old_rows new table as new_rows for each statement execute function count_movements();
create trigger tally_deleted after delete on movement
  referencing old table as old_rows for each statement execute function count_movements();

-- Accounts that have stopped being active. One that is active again is taken out.
create table account_end (
  identity_id uuid primary key references identity on delete cascade,
  integration_id uuid not null references integration on delete cascade,
  at timestamptz not null
);
create index account_end_integration_at on account_end (integration_id, at);
create index account_end_at on account_end (at);

create table account_tally (
  integration_id uuid primary key references integration on delete cascade,
  ends integer not null default 0
) with (fillfactor = 50);

insert into account_tally (integration_id) select id from integration;

create function add_account_tally() returns trigger language plpgsql as $$
begin
  insert into account_tally (integration_id) values (new.id);
  return null;
end
$$;
create trigger tally after insert on integration for each row execute function add_account_tally();

create function count_account_ends() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update account_tally t set ends = t.ends + n.ends
    from (select integration_id, count(*) as ends from new_rows group by integration_id) n
    where t.integration_id = n.integration_id;
  else
    update account_tally t set ends = t.ends - n.ends
    from (select integration_id, count(*) as ends from old_rows group by integration_id) n
    where t.integration_id = n.integration_id;
  end if;
  return null;
end
$$;
create trigger tally_inserted after insert on account_end
  referencing new table as new_rows for each statement execute function count_account_ends();
create trigger tally_deleted after delete on account_end
  referencing old table as old_rows for each statement execute function count_account_ends();

grant select, insert, update, delete on ruleset_tally, movement, cause_person, cause_tally, account_end, account_tally
  to muster_server;

-- What a describe body is valid for. Statement triggers keep it, so that no write can forget.
--
-- directory_user_version.version moves in the writing transaction for every user whose body the change
-- touches; policy_epoch moves for changes of unbounded reach. The transaction learns what it touched from
-- its own settings (muster.touched, muster.access_touched), which the process reads before it commits.

create table directory_user_version (
  directory_user_id uuid primary key references directory_user on delete cascade,
  version bigint not null default 1,
  audit_logs_parent integer not null default 0,
  audit_logs_record integer not null default 0,
  audit_logs_related integer not null default 0,
  audit_logs_subject integer not null default 0
) with (fillfactor = 70);

-- Every future instant that matters, in one place. A request settles what has passed before it goes on.
create table due_instant (
  kind text not null check (kind in ('directory_user', 'workspace_user', 'rule', 'policy_user')),
  record_id uuid not null,
  at timestamptz not null,
  primary key (kind, record_id)
);
create index due_instant_at on due_instant (at);

create function note_touched(ids uuid[]) returns void language plpgsql as $$
declare
  noted text := coalesce(current_setting('muster.touched', true), '');
begin
  if noted = 'all' then
    return;
  elsif cardinality(ids) > 1000 or length(noted) > 100000 then
    perform set_config('muster.touched', 'all', true);
  elsif cardinality(ids) > 0 then
    perform set_config('muster.touched', noted || ' ' || array_to_string(ids, ' '), true);
  end if;
end
$$;

-- Rows are locked in id order, so that two transactions that touch the same people wait instead of deadlock.
-- One step a transaction is enough: nobody else sees the versions between.
--
-- Plans in functions are kept from their first call, however many rows come later. So a list of ids is always the
-- outer side of a nested loop over an index, and the two transition tables of an update are never joined by one:
-- that would cost the square of the rows.
create function touch_directory_users(ids uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = on as $$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  with locked as materialized (
    select v.directory_user_id from unnest(ids) as t (id)
    join directory_user_version v on v.directory_user_id = t.id
    where v.xmin <> pg_current_xact_id()::xid
    order by v.directory_user_id
    for no key update of v
  )
  update directory_user_version v set version = v.version + 1
  from locked where v.directory_user_id = locked.directory_user_id;
  perform note_touched(ids);
end
$$;

create function touch_policy_epoch() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update policy_epoch set epoch = epoch + 1;
  perform set_config('muster.touched', 'all', true);
  perform set_config('muster.policy_touched', 'yes', true);
  return null;
end
$$;

create function touch_access() returns trigger language plpgsql as $$
begin
  perform set_config('muster.access_touched', 'yes', true);
  return null;
end
$$;

-- The people in whose bodies a person appears: manager, reports, parent and secondary users.
create function neighbours(ids uuid[]) returns uuid[] language plpgsql stable
  set search_path = public, pg_temp set enable_nestloop = on as $$
begin
  return (select coalesce(array_agg(distinct n.id), '{}') from (
    select t.id from unnest(ids) as t (id)
    union all select u.manager_id from unnest(ids) as t (id) join directory_user u on u.id = t.id
    union all select u.parent_user_id from unnest(ids) as t (id) join directory_user u on u.id = t.id
    union all select r.id from unnest(ids) as t (id) join directory_user r on r.manager_id = t.id
    union all select s.id from unnest(ids) as t (id) join directory_user s on s.parent_user_id = t.id
  ) n where n.id is not null);
end
$$;

-- Reports and is_manager leave out expired, deactivated and deleted people. In PL/pgSQL, so that the planner can't
-- look into it: it would add a scan of a partial index over everybody to the look-up of one manager's reports.
create function counts_as_report(state text, deleted_at timestamptz) returns boolean language plpgsql immutable parallel safe as $$
begin
  return deleted_at is null and state not in ('expired', 'deactivated');
end
$$;

create function refresh_is_manager(ids uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = on as $$
begin
  update directory_user m set is_manager = not m.is_manager
  from (select distinct id from unnest(ids) as t (id)) t
  where m.id = t.id and m.is_manager <> exists (
    select from directory_user r where r.manager_id = m.id and counts_as_report(r.state, r.deleted_at));
end
$$;

create function directory_user_inserted() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into directory_user_version (directory_user_id) select id from inserted;
  perform refresh_is_manager(array(
    select distinct manager_id from inserted where manager_id is not null and counts_as_report(state, deleted_at)));
  perform touch_directory_users(neighbours(array(
    select manager_id from inserted where manager_id is not null
    union select parent_user_id from inserted where parent_user_id is not null)));
  insert into due_instant (kind, record_id, at)
  select 'directory_user', id, expires_at from inserted
  where expires_at is not null and state not in ('expired', 'deactivated');
  return null;
end
$$;
create trigger after_insert after insert on directory_user
  referencing new table as inserted for each statement execute function directory_user_inserted();

create function directory_user_updated() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  changed uuid[] := array(
    select n.id from after_rows n join before_rows o on o.id = n.id where n is distinct from o);
  managers uuid[] := array(
    select o.manager_id from after_rows n join before_rows o on o.id = n.id
    where o.manager_id is not null and (n.manager_id is distinct from o.manager_id
      or counts_as_report(n.state, n.deleted_at) <> counts_as_report(o.state, o.deleted_at))
    union
    select n.manager_id from after_rows n join before_rows o on o.id = n.id
    where n.manager_id is not null and (n.manager_id is distinct from o.manager_id
      or counts_as_report(n.state, n.deleted_at) <> counts_as_report(o.state, o.deleted_at)));
  former uuid[] := array(
    select o.manager_id from after_rows n join before_rows o on o.id = n.id
    where n is distinct from o and o.manager_id is not null
    union
    select o.parent_user_id from after_rows n join before_rows o on o.id = n.id
    where n is distinct from o and o.parent_user_id is not null);
begin
  if cardinality(changed) = 0 then
    return null;
  end if;
  perform touch_directory_users(array(
    select unnest(neighbours(changed)) union select unnest(former)));
  -- Below a manager who moved, everybody's chain of managers is another one: too many to name.
  if exists (select from after_rows n join before_rows o on o.id = n.id
             where n.manager_id is distinct from o.manager_id
               and exists (select from directory_user r where r.manager_id = n.id)) then
    update policy_epoch set epoch = epoch + 1;
    perform set_config('muster.touched', 'all', true);
  end if;
  if cardinality(managers) > 0 then
    perform refresh_is_manager(managers);
  end if;
  delete from due_instant d using after_rows n join before_rows o on o.id = n.id
  where d.kind = 'directory_user' and d.record_id = n.id
    and (n.expires_at is distinct from o.expires_at or n.state <> o.state);
  insert into due_instant (kind, record_id, at)
  select 'directory_user', n.id, n.expires_at from after_rows n join before_rows o on o.id = n.id
  where n is distinct from o and n.expires_at is not null and n.state not in ('expired', 'deactivated')
  on conflict (kind, record_id) do update set at = excluded.at where due_instant.at <> excluded.at;
  return null;
end
$$;
create trigger after_update after update on directory_user
  referencing old table as before_rows new table as after_rows
  for each statement execute function directory_user_updated();

create function identity_changed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    ids := array(select distinct directory_user_id from after_rows where directory_user_id is not null);
  elsif tg_op = 'DELETE' then
    ids := array(select distinct directory_user_id from before_rows where directory_user_id is not null);
  else
    ids := array(
      select n.directory_user_id from after_rows n join before_rows o on o.id = n.id
      where n.version <> o.version and n.directory_user_id is not null
      union
      select o.directory_user_id from after_rows n join before_rows o on o.id = n.id
      where n.version <> o.version and o.directory_user_id is not null);
  end if;
  perform touch_directory_users(neighbours(ids));
  return null;
end
$$;
create trigger after_insert after insert on identity
  referencing new table as after_rows for each statement execute function identity_changed();
create trigger after_update after update on identity
  referencing old table as before_rows new table as after_rows for each statement execute function identity_changed();
create trigger after_delete after delete on identity
  referencing old table as before_rows for each statement execute function identity_changed();

create function resource_member_changed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform touch_directory_users(array(
    select distinct i.directory_user_id from moved m join identity i on i.id = m.identity_id
    where i.directory_user_id is not null));
  return null;
end
$$;
create trigger after_insert after insert on resource_member
  referencing new table as moved for each statement execute function resource_member_changed();
create trigger after_delete after delete on resource_member
  referencing old table as moved for each statement execute function resource_member_changed();

create function person_row_changed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform touch_directory_users(array(
    select distinct directory_user_id from moved where directory_user_id is not null));
  return null;
end
$$;
create trigger after_insert after insert on qualification
  referencing new table as moved for each statement execute function person_row_changed();
create trigger after_delete after delete on qualification
  referencing old table as moved for each statement execute function person_row_changed();
create trigger after_insert after insert on policy_user
  referencing new table as moved for each statement execute function person_row_changed();
create trigger after_update after update on policy_user
  referencing new table as moved for each statement execute function person_row_changed();
create trigger after_insert after insert on workspace_user
  referencing new table as moved for each statement execute function person_row_changed();
create trigger after_update after update on workspace_user
  referencing new table as moved for each statement execute function person_row_changed();
create trigger after_unlink after update on workspace_user
  referencing old table as moved for each statement execute function person_row_changed();

-- The one due instant of a row: its expires_at while the row has not ended.
create function refresh_due_instant() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if new.expires_at is not null and new.state in ('staged', 'active', 'expiring') then
    insert into due_instant (kind, record_id, at) values (tg_argv[0], new.id, new.expires_at)
    on conflict (kind, record_id) do update set at = excluded.at;
  elsif tg_op = 'UPDATE' then
    delete from due_instant where kind = tg_argv[0] and record_id = new.id;
  end if;
  return null;
end
$$;
create trigger due_on_insert after insert on policy_user for each row
  when (new.expires_at is not null) execute function refresh_due_instant('policy_user');
create trigger due_on_update after update on policy_user for each row
  when (new.expires_at is distinct from old.expires_at or new.state <> old.state)
  execute function refresh_due_instant('policy_user');
create trigger due_on_insert after insert on rule for each row
  when (new.expires_at is not null) execute function refresh_due_instant('rule');
create trigger due_on_update after update on rule for each row
  when (new.expires_at is distinct from old.expires_at or new.state <> old.state)
  execute function refresh_due_instant('rule');
create trigger due_on_insert after insert on workspace_user for each row
  when (new.expires_at is not null) execute function refresh_due_instant('workspace_user');
create trigger due_on_update after update on workspace_user for each row
  when (new.expires_at is distinct from old.expires_at or new.state <> old.state)
  execute function refresh_due_instant('workspace_user');

do $$
declare
  name text;
begin
  foreach name in array array['integration', 'dimension', 'attribute', 'ruleset', 'rule', 'condition', 'policy_role', 'policy_settings'] loop
    execute format('create trigger touch_epoch after insert or update or delete on %I
      for each statement execute function touch_policy_epoch()', name);
  end loop;
  foreach name in array array['token', 'workspace_user', 'workspace_user_role', 'role', 'service', 'service_admin', 'service_permission'] loop
    execute format('create trigger touch_access after insert or update or delete on %I
      for each statement execute function touch_access()', name);
  end loop;
end
$$;
-- A new resource is in nobody's body yet; a renamed one may be in many.
create trigger touch_epoch after update on resource
  for each statement execute function touch_policy_epoch();

-- last_used_at is written at most once a minute and changes nobody's rights.
drop trigger touch_access on token;
create trigger touch_access after insert or update of revoked_at, expires_at, scopes on token
  for each statement execute function touch_access();

-- The counters of describe follow the audit rows themselves.
create function audit_log_inserted() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = on as $$
declare
  ids uuid[];
begin
  with position as (
    select record_id as id, 0 as parent, 1 as record, 0 as related, 0 as subject from inserted where record_type = 'drusr'
    union all select parent_id, 1, 0, 0, 0 from inserted where parent_type = 'drusr'
    union all select related_id, 0, 0, 1, 0 from inserted where related_type = 'drusr'
    union all select subject_id, 0, 0, 0, 1 from inserted where subject_id is not null
  ), total as (
    select id, sum(parent) as parent, sum(record) as record, sum(related) as related, sum(subject) as subject
    from position group by id
  ), locked as materialized (
    select t.* from total t join directory_user_version v on v.directory_user_id = t.id
    order by t.id
    for no key update of v
  ), counted as (
    update directory_user_version v set
      version = v.version + 1,
      audit_logs_parent = v.audit_logs_parent + t.parent,
      audit_logs_record = v.audit_logs_record + t.record,
      audit_logs_related = v.audit_logs_related + t.related,
      audit_logs_subject = v.audit_logs_subject + t.subject
    from locked t
    where v.directory_user_id = t.id
    returning v.directory_user_id
  )
  select coalesce(array_agg(directory_user_id), '{}') into ids from counted;
  perform note_touched(ids);
  return null;
end
$$;
create trigger after_insert after insert on audit_log
  referencing new table as inserted for each statement execute function audit_log_inserted();

-- What many transactions share is written last: a person's version and counters, and the epoch. Statement triggers
-- only note what was touched; finish_change() writes it just before the commit. So a long import holds none of these
-- rows while it works, one person is written once however many statements touched them, and all locks that writers
-- of the same people share are taken in one go, in the order of the ids.

-- How often the policy itself has changed; the epoch moves for other far-reaching changes too.
alter table policy_epoch add column policy bigint not null default 1;

-- A row while its transaction has something left to finish. The server finishes before it commits; whoever writes
-- without it is finished by the deferred trigger on this table. Never more than the rows of running transactions.
create unlogged table open_change (transaction xid8 primary key);
revoke all on open_change from muster_server;

create function open_change() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if coalesce(current_setting('muster.open', true), '') <> 'yes' then
    insert into open_change (transaction) values (pg_current_xact_id()) on conflict do nothing;
    perform set_config('muster.open', 'yes', true);
  end if;
end
$$;

-- Notes ids under a setting of the transaction; too many to name are everybody.
create function note_ids(setting text, ids uuid[]) returns void language plpgsql
  set search_path = public, pg_temp as $$
declare
  noted text := coalesce(current_setting(setting, true), '');
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  perform open_change();
  if current_setting('muster.touched', true) = 'all' then
    return;
  elsif cardinality(ids) > 1000 or length(noted) > 100000 then
    perform set_config('muster.touched', 'all', true);
  else
    perform set_config(setting, noted || ' ' || array_to_string(ids, ' '), true);
  end if;
end
$$;

create function noted_ids(setting text) returns uuid[] language sql stable
  return coalesce(string_to_array(nullif(btrim(current_setting(setting, true)), ''), ' ')::uuid[], '{}');

-- People whose own body changes.
create or replace function touch_directory_users(ids uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform note_ids('muster.touched', ids);
end
$$;

-- People who appear in other bodies, too: whose, is asked once the versions are locked, because another transaction
-- may give them other neighbours meanwhile.
create function touch_neighbourhoods(ids uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform note_ids('muster.moved', ids);
end
$$;

-- People by their identities, which another transaction may link anew meanwhile.
create function touch_members(identity_ids uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform note_ids('muster.members', identity_ids);
end
$$;

create function people_near(moved uuid[], members uuid[]) returns uuid[] language plpgsql stable
  set search_path = public, pg_temp set enable_nestloop = on as $$
begin
  return neighbours(moved) || array(
    select distinct i.directory_user_id from unnest(members) as t (id) join identity i on i.id = t.id
    where i.directory_user_id is not null);
end
$$;

create or replace function resource_member_changed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform touch_members(array(select distinct identity_id from moved));
  return null;
end
$$;

create or replace function touch_policy_epoch() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform open_change();
  perform set_config('muster.touched', 'all', true);
  perform set_config('muster.policy_touched', 'yes', true);
  return null;
end
$$;

create or replace function audit_log_inserted() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform open_change();
  return null;
end
$$;
drop trigger after_insert on audit_log;
create trigger after_insert after insert on audit_log
  for each statement execute function audit_log_inserted();

-- How many audit rows of this transaction name each directory user, beyond those already counted.
create function count_audit_rows(beyond bigint)
  returns table (id uuid, parent bigint, record bigint, related bigint, subject bigint) language sql stable as $$
  with row as (
    select * from audit_log where transaction = pg_current_xact_id() and sequence > beyond
  ), position as (
    select record_id as id, 0 as parent, 1 as record, 0 as related, 0 as subject from row where record_type = 'drusr'
    union all select parent_id, 1, 0, 0, 0 from row where parent_type = 'drusr'
    union all select related_id, 0, 0, 1, 0 from row where related_type = 'drusr'
    union all select subject_id, 0, 0, 0, 1 from row where subject_id is not null
  )
  select id, sum(parent), sum(record), sum(related), sum(subject) from position group by id
$$;

create function lock_versions(ids uuid[]) returns void language plpgsql
  set search_path = public, pg_temp set enable_nestloop = on as $$
begin
  perform from unnest(ids) as t (id) join directory_user_version v on v.directory_user_id = t.id
  order by v.directory_user_id
  for no key update of v;
end
$$;

-- Writes the versions, counters and the epoch that the transaction has moved, and tells what it touched: `all`, or
-- ids between spaces. What is written after it is finished by another call, at the latest by the deferred trigger.
create function finish_change(out touched text, out access boolean) language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = on as $$
declare
  counted bigint := coalesce(nullif(current_setting('muster.counted', true), '')::bigint, 0);
  last bigint := (select max(sequence) from audit_log where transaction = pg_current_xact_id());
  moved uuid[] := '{}';
  members uuid[] := '{}';
  ids uuid[];
  known integer;
begin
  touched := coalesce(current_setting('muster.touched', true), '');
  access := coalesce(current_setting('muster.access_touched', true), '') = 'yes';
  if coalesce(current_setting('muster.open', true), '') <> 'yes' then
    return;
  end if;

  ids := array(select id from count_audit_rows(counted));
  if touched <> 'all' then
    moved := noted_ids('muster.moved');
    members := noted_ids('muster.members');
    ids := array(select unnest(ids || noted_ids('muster.touched')) union select unnest(people_near(moved, members)));
  end if;
  -- Whoever came near while the locks were waited for is locked as well.
  loop
    known := cardinality(ids);
    perform lock_versions(ids);
    exit when moved = '{}' and members = '{}';
    ids := array(select unnest(ids) union select unnest(people_near(moved, members)));
    exit when cardinality(ids) = known;
  end loop;

  -- Summed rather than joined: without statistics PostgreSQL would join many by a loop over many.
  update directory_user_version v set
    version = v.version + 1,
    audit_logs_parent = v.audit_logs_parent + c.parent,
    audit_logs_record = v.audit_logs_record + c.record,
    audit_logs_related = v.audit_logs_related + c.related,
    audit_logs_subject = v.audit_logs_subject + c.subject
  from (
    select id, sum(parent) as parent, sum(record) as record, sum(related) as related, sum(subject) as subject
    from (select unnest(ids) as id, 0 as parent, 0 as record, 0 as related, 0 as subject
      union all select * from count_audit_rows(counted)) each
    group by id
  ) c
  where v.directory_user_id = c.id;
  if touched = 'all' then
    update policy_epoch set epoch = epoch + 1,
      policy = policy + (coalesce(current_setting('muster.policy_touched', true), '') = 'yes')::int;
  elsif cardinality(ids) > 1000 then
    touched := 'all';
  else
    touched := array_to_string(ids, ' ');
  end if;

  perform set_config('muster.counted', coalesce(last, counted)::text, true),
    set_config('muster.moved', '', true), set_config('muster.members', '', true),
    set_config('muster.touched', '', true), set_config('muster.open', '', true);
  delete from open_change where transaction = pg_current_xact_id();
end
$$;

create function finish_at_commit() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform finish_change();
  return null;
end
$$;
create constraint trigger finish after insert on open_change deferrable initially deferred
  for each row execute function finish_at_commit();

create or replace function directory_user_inserted() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into directory_user_version (directory_user_id) select id from inserted;
  perform refresh_is_manager(array(
    select distinct manager_id from inserted where manager_id is not null and counts_as_report(state, deleted_at)));
  perform touch_neighbourhoods(array(
    select manager_id from inserted where manager_id is not null
    union select parent_user_id from inserted where parent_user_id is not null));
  insert into due_instant (kind, record_id, at)
  select 'directory_user', id, expires_at from inserted
  where expires_at is not null and state not in ('expired', 'deactivated');
  return null;
end
$$;

create or replace function directory_user_updated() returns trigger language plpgsql security definer
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
  perform touch_directory_users(former);
  perform touch_neighbourhoods(changed);
  -- Below a manager who moved, everybody's chain of managers is another one: too many to name.
  if exists (select from after_rows n join before_rows o on o.id = n.id
             where n.manager_id is distinct from o.manager_id
               and exists (select from directory_user r where r.manager_id = n.id)) then
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

create or replace function identity_changed() returns trigger language plpgsql security definer
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
  perform touch_neighbourhoods(ids);
  return null;
end
$$;

drop function note_touched(uuid[]);
revoke execute on function open_change(), touch_directory_users(uuid[]), touch_neighbourhoods(uuid[]),
  touch_members(uuid[]), lock_versions(uuid[]), count_audit_rows(bigint), finish_change(), finish_at_commit() from public;
grant execute on function finish_change() to muster_server;

-- Versions are locked in one order always, whoever sets constraints immediate is finished all the same, and new rows
-- cost less.

-- By its signature: there are two functions of that name, so that asking for the name alone found none.
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    create or replace function new_id() returns uuid language sql volatile parallel safe
      return uuidv7();
  end if;
end
$$;

-- Locks the versions of these people and of whoever is near those who moved, in the order of the ids. Who is near may
-- change while a lock is waited for. Then all are let go and taken anew: one out of order could wait in a circle.
create function lock_versions_near(ids uuid[], moved uuid[], members uuid[]) returns uuid[] language plpgsql
  set search_path = public, pg_temp as $$
declare
  locked uuid[] := array(select unnest(ids) union select unnest(people_near(moved, members)));
  near uuid[];
begin
  loop
    begin
      perform lock_versions(locked);
      near := array(select unnest(locked) union select unnest(people_near(moved, members)));
      if cardinality(near) = cardinality(locked) then
        return locked;
      end if;
      raise exception 'others have come near' using errcode = 'MU001';
    exception when sqlstate 'MU001' then
      locked := near;
    end;
  end loop;
end
$$;

create or replace function finish_change(out touched text, out access boolean) language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = on as $$
declare
  counted bigint := coalesce(nullif(current_setting('muster.counted', true), '')::bigint, 0);
  last bigint := (select max(sequence) from audit_log where transaction = pg_current_xact_id());
  moved uuid[] := '{}';
  members uuid[] := '{}';
  ids uuid[];
begin
  touched := coalesce(current_setting('muster.touched', true), '');
  access := coalesce(current_setting('muster.access_touched', true), '') = 'yes';
  if coalesce(current_setting('muster.open', true), '') <> 'yes' then
    return;
  end if;

  ids := array(select id from count_audit_rows(counted));
  if touched <> 'all' then
    ids := array(select unnest(ids) union select unnest(noted_ids('muster.touched')));
    moved := noted_ids('muster.moved');
    members := noted_ids('muster.members');
  end if;
  if moved = '{}' and members = '{}' then
    perform lock_versions(ids);
  else
    ids := lock_versions_near(ids, moved, members);
  end if;

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

create or replace function open_change() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if coalesce(current_setting('muster.open', true), '') = '' then
    perform set_config('muster.open', 'opening', true);
    insert into open_change (transaction) values (pg_current_xact_id()) on conflict do nothing;
    perform set_config('muster.open', 'yes', true);
  end if;
end
$$;

-- While the change opens there is nothing to finish: SET CONSTRAINTS ALL IMMEDIATE has called this too early.
create or replace function finish_at_commit() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if current_setting('muster.open', true) = 'opening' then
    set constraints finish deferred;
    delete from open_change where transaction = new.transaction;
    insert into open_change (transaction) values (new.transaction);
  else
    perform finish_change();
  end if;
  return null;
end
$$;

revoke execute on function lock_versions_near(uuid[], uuid[], uuid[]) from public;

-- As strict as before: what bulk work writes is known by name, and the pattern is asked only of the rest. What is
-- there has passed it.
alter table audit_log
  drop constraint audit_log_event_check,
  drop constraint audit_log_record_type_check,
  drop constraint audit_log_parent_type_check,
  drop constraint audit_log_related_type_check,
  add constraint audit_log_event_check check (
    event in ('policy.user.create', 'policy.user.change', 'policy.user.end', 'directory.user.create',
      'directory.user.change', 'directory.identity.create', 'directory.identity.link', 'directory.identity.change',
      'directory.member.create')
    or event ~ '^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){2,3}$') not valid,
  add constraint audit_log_record_type_check check (
    record_type in ('pousr', 'drusr', 'dridt') or record_type ~ '^[a-z]{5}$') not valid,
  add constraint audit_log_parent_type_check check (
    parent_type in ('poset', 'dirsc', 'wsitg') or parent_type ~ '^[a-z]{5}$') not valid,
  add constraint audit_log_related_type_check check (
    related_type in ('porul') or related_type ~ '^[a-z]{5}$') not valid;

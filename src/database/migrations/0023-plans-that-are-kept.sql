-- What every write runs at its end, planned once a connection. PostgreSQL plans a statement anew on every call where
-- it sees an array of one id, deems that cheap and the plan for any array dear; here the planning took ten times as
-- long as the work. So the plan for any array is kept, and the statements are such that it is the right one for one id
-- and for a hundred thousand: each id is looked up by an index, also where the table was small when the plan was made.

create or replace function neighbours(ids uuid[]) returns uuid[] language plpgsql stable
  set search_path = public, pg_temp set enable_nestloop = on set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select coalesce(array_agg(distinct n.id), '{}') from unnest(ids) as t (id)
    cross join lateral (
      select t.id
      union all select u.manager_id from directory_user u where u.id = t.id
      union all select u.parent_user_id from directory_user u where u.id = t.id
      union all select r.id from directory_user r where r.manager_id = t.id
      union all select s.id from directory_user s where s.parent_user_id = t.id
    ) n where n.id is not null);
end
$$;

create or replace function people_near(moved uuid[], members uuid[]) returns uuid[] language plpgsql stable
  set search_path = public, pg_temp set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  if members = '{}' then
    return neighbours(moved);
  end if;
  return neighbours(moved) || array(
    select distinct i.directory_user_id from unnest(members) as t (id) join identity i on i.id = t.id
    where i.directory_user_id is not null);
end
$$;

create or replace function lock_versions(ids uuid[]) returns void language plpgsql
  set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  perform from directory_user_version where directory_user_id = any (ids)
  order by directory_user_id for no key update;
end
$$;

alter function lock_versions_near(uuid[], uuid[], uuid[]) set plan_cache_mode = force_generic_plan;

create or replace function finish_change(out touched text, out access boolean) language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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

-- An UPDATE of nobody would cost its triggers all the same, and hardly any change makes a manager or unmakes one.
create or replace function refresh_is_manager(ids uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  others uuid[];
begin
  perform from directory_user where id = any (ids) order by id for no key update;
  others := array(
    select m.id from directory_user m
    where m.id = any (ids) and m.is_manager <> exists (
      select from directory_user r where r.manager_id = m.id and counts_as_report(r.state, r.deleted_at)));
  if others <> '{}' then
    update directory_user set is_manager = not is_manager where id = any (others);
  end if;
end
$$;

alter function any_leads(uuid[]) set plan_cache_mode = force_generic_plan;

-- As before, but rows are compared once instead of seven times.
create or replace function directory_user_updated() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  changed uuid[];
  moved uuid[];
  managers uuid[];
  former uuid[];
  without_end uuid[];
begin
  select coalesce(array_agg(id), '{}'),
    coalesce(array_agg(id) filter (where has_moved), '{}'),
    coalesce(array_agg(distinct former_manager) filter (where former_manager is not null and counts_anew), '{}')
      || coalesce(array_agg(distinct manager) filter (where manager is not null and counts_anew), '{}'),
    coalesce(array_agg(distinct former_manager) filter (where former_manager is not null), '{}')
      || coalesce(array_agg(distinct former_parent) filter (where former_parent is not null), '{}'),
    coalesce(array_agg(id) filter (where has_other_end), '{}')
  into changed, moved, managers, former, without_end
  from (
    select n.id, n.manager_id as manager, o.manager_id as former_manager, o.parent_user_id as former_parent,
      n.manager_id is distinct from o.manager_id as has_moved,
      n.manager_id is distinct from o.manager_id
        or (n.state, n.deleted_at) is distinct from (o.state, o.deleted_at)
          and counts_as_report(n.state, n.deleted_at) <> counts_as_report(o.state, o.deleted_at) as counts_anew,
      n.expires_at is distinct from o.expires_at or n.state <> o.state and n.state <> 'expired' as has_other_end
    from after_rows n join before_rows o on o.id = n.id
    where n is distinct from o
    offset 0
  ) change;
  if changed = '{}' then
    return null;
  end if;
  perform touch_directory_users(former);
  perform touch_neighbourhoods(changed);
  -- Below a manager who moved, everybody's chain of managers is another one: too many to name.
  if moved <> '{}' and any_leads(moved) then
    perform set_config('muster.touched', 'all', true);
  end if;
  if managers <> '{}' then
    perform refresh_is_manager(managers);
  end if;
  if without_end <> '{}' then
    delete from due_instant where kind = 'directory_user' and record_id = any (without_end);
    insert into due_instant (kind, record_id, at)
    select 'directory_user', n.id, n.expires_at from unnest(without_end) as t (id) join after_rows n on n.id = t.id
    where n.expires_at is not null and n.state not in ('expired', 'deactivated')
    on conflict (kind, record_id) do update set at = excluded.at where due_instant.at <> excluded.at;
  end if;
  return null;
end
$$;

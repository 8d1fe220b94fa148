-- What every write runs at its end, planned once a connection. PostgreSQL plans a statement anew on every call where
-- it sees an array of one id, deems that cheap and the plan for any array dear; here the planning took longer than the
-- work. So the plan for any array is kept, and the statements are such that it is the right one for one id
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

alter function finish_change() set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  set plan_cache_mode = force_generic_plan;

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

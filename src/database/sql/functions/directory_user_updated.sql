-- The end of a person who has just expired keeps its due instant, which goes when it is settled.
create function directory_user_updated() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  changed uuid[];
  moved uuid[];
  managers uuid[];
  former uuid[];
  without_end uuid[];
  turned uuid[];
  led uuid[];
  children uuid[];
  sponsors uuid[] := '{}';
begin
  select coalesce(array_agg(id), '{}'),
    coalesce(array_agg(id) filter (where has_moved), '{}'),
    coalesce(array_agg(distinct former_manager) filter (where former_manager is not null and counts_anew), '{}')
      || coalesce(array_agg(distinct manager) filter (where manager is not null and counts_anew), '{}'),
    coalesce(array_agg(distinct former_manager) filter (where former_manager is not null), '{}')
      || coalesce(array_agg(distinct former_parent) filter (where former_parent is not null), '{}'),
    coalesce(array_agg(id) filter (where has_other_end), '{}'),
    coalesce(array_agg(id order by id) filter (where has_turned), '{}'),
    array_agg(leader order by id) filter (where has_turned),
    coalesce(array_agg(id) filter (where is_new_child), '{}')
  into changed, moved, managers, former, without_end, turned, led, children
  from (
    select n.id, case when o.state not in ('expired', 'deactivated') then o.primary_identity_id end as leader,
      n.manager_id as manager, o.manager_id as former_manager, o.parent_user_id as former_parent,
      n.manager_id is distinct from o.manager_id as has_moved,
      n.manager_id is distinct from o.manager_id
        or (n.state, n.deleted_at) is distinct from (o.state, o.deleted_at)
          and counts_as_report(n.state, n.deleted_at) <> counts_as_report(o.state, o.deleted_at) as counts_anew,
      n.expires_at is distinct from o.expires_at or n.state <> o.state and n.state <> 'expired' as has_other_end,
      (n.state, n.deleted_at, n.base_state_set_by, n.primary_identity_id)
        is distinct from (o.state, o.deleted_at, o.base_state_set_by, o.primary_identity_id) as has_turned,
      n.parent_user_id is not null and n.deleted_at is null
        and (n.parent_user_id, n.deleted_at) is distinct from (o.parent_user_id, o.deleted_at) as is_new_child
    from after_rows n join before_rows o on o.id = n.id
    where n is distinct from o
    offset 0
  ) change;
  if changed = '{}' then
    return null;
  end if;
  perform refuse_nested_parents(children);
  perform touch_directory_users(former);
  perform touch_neighbourhoods(changed);
  -- Below a manager who moved, everybody's chain of managers is another one: too many to name.
  if moved <> '{}' and any_leads(moved) then
    perform set_config('muster.touched', 'all', true);
  end if;
  if managers <> '{}' then
    perform refresh_is_manager(managers);
  end if;
  if turned <> '{}' then
    perform rest_rules(turned, led);
    -- Who answers for services and turns: the managers above them, by the edges before this, from the nearest on. Those of the first
    -- statement of the transaction stay (succeed_sponsors).
    sponsors := array(select distinct sponsor_id from service where sponsor_id = any (turned) and deleted_at is null);
  end if;
  if sponsors <> '{}' then
    perform set_config('muster.leaving_sponsors', (managers_above(sponsors, (
      select coalesce(jsonb_object_agg(o.id, o.manager_id), '{}') from before_rows o join after_rows n on n.id = o.id
      where n.manager_id is distinct from o.manager_id))
      || coalesce(nullif(current_setting('muster.leaving_sponsors', true), ''), '{}')::jsonb)::text, true);
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

-- The managers are locked first: the last two reports who leave a manager at once must not each find the other one still
-- there. Hardly any change makes a manager, and an UPDATE of no rows would cost its triggers all the same.
create function refresh_is_manager(ids uuid[]) returns void language plpgsql security definer
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

revoke execute on function refresh_is_manager(uuid[]) from public;

-- Locks the versions of these people and of people near those who moved, in the order of the ids. Who is near may
-- change while a lock is waited for. Then all are released and taken again: one out of order could wait in a circle.
create function lock_versions_near(ids uuid[], moved uuid[], members uuid[]) returns uuid[] language plpgsql
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
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

revoke execute on function lock_versions_near(uuid[], uuid[], uuid[]) from public;

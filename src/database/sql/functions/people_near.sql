create function people_near(moved uuid[], members uuid[]) returns uuid[] language plpgsql stable
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

-- The managers above each of these people, the nearest first, as a JSON object by id. Former: managers by person that count instead of
-- the stored ones. By the index alone, level by level: a scan would look at everybody.
create function managers_above(people uuid[], former jsonb) returns jsonb language plpgsql stable
  set search_path = public, pg_temp set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return (
    with recursive above as (
      select t.id as person, t.id, 0 as depth from unnest(people) as t (id)
      union all
      select a.person, case when former ? u.id::text then (former ->> u.id::text)::uuid else u.manager_id end, a.depth + 1
      from above a join directory_user u on u.id = a.id where a.depth < 50
    )
    select coalesce(jsonb_object_agg(c.person, c.upwards), '{}') from (
      select person, coalesce(jsonb_agg(id order by depth) filter (where depth > 0 and id is not null), '[]') as upwards
      from above group by person) c);
end
$$;

-- By the index alone: for no one's manager a scan would look at everybody before it knew.
create function any_leads(ids uuid[]) returns boolean language plpgsql stable
  set search_path = public, pg_temp set enable_nestloop = on set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
begin
  return exists (select from unnest(ids) as t (id) join directory_user r on r.manager_id = t.id);
end
$$;

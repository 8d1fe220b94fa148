create function lock_versions(ids uuid[]) returns void language plpgsql
  set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  perform from directory_user_version where directory_user_id = any (ids)
  order by directory_user_id for no key update;
end
$$;

revoke execute on function lock_versions(uuid[]) from public;

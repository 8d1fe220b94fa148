-- Only an owner may analyze. PostgreSQL would take these tables for empty, as they are between imports. ANALYZE keeps
-- its lock until the run has evaluated; an import beside it goes on without. Few rows need no statistics.
create function analyze_import_ahead() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if pg_relation_size('import_written_identity') > 262144 then
    analyze (skip_locked) import_written_identity (run_id, id, directory_user_id);
  end if;
  if pg_relation_size('import_written_user') > 262144 then
    analyze (skip_locked) import_written_user (run_id, id, manager_id, parent_user_id, primary_identity_id);
  end if;
end
$$;

revoke execute on function analyze_import_ahead() from public;
grant execute on function analyze_import_ahead() to muster_server;

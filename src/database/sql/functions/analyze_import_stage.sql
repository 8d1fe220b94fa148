-- Only an owner may analyze, and the planner must know how many rows there are. Few rows need no statistics, and new ones
-- would discard the plans of every statement that reads these tables.
create function analyze_import_stage() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if pg_relation_size('import_account') > 262144 then
    analyze import_account (run_id, line, vendor_id, email);
  end if;
  if pg_relation_size('import_resource') > 262144 then
    analyze import_resource;
  end if;
  if pg_relation_size('import_member') > 262144 then
    analyze import_member;
  end if;
end
$$;

revoke execute on function analyze_import_stage() from public;
grant execute on function analyze_import_stage() to muster_server;

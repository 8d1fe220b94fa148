-- Only an owner may analyze, and the planner must know how many rows there are.
create function analyze_import_stage() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  analyze import_account (run_id, line, vendor_id, email);
  analyze import_resource;
  analyze import_member;
end
$$;

revoke execute on function analyze_import_stage() from public;
grant execute on function analyze_import_stage() to muster_server;

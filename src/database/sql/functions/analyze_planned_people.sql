-- Only an owner may analyze, and a plan that has just been written may be larger than all before it. Few rows need no statistics.
create function analyze_planned_people() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if pg_relation_size('import_run_person') > 262144 then
    analyze (skip_locked) import_run_person;
  end if;
  if pg_relation_size('import_run_effect') > 262144 then
    analyze (skip_locked) import_run_effect;
  end if;
end
$$;

revoke execute on function analyze_planned_people() from public;
grant execute on function analyze_planned_people() to muster_server;

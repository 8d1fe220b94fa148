-- Verdicts depend on the managers above a person too: everyone with reports, as a run knew them when it evaluated.
create unlogged table import_evaluated_manager (
  run_id uuid not null default current_import_run(),
  directory_user_id uuid not null, manager_id uuid, version bigint not null
);
create index import_evaluated_manager_run on import_evaluated_manager (run_id);
grant select, insert, update, delete on import_evaluated_manager to muster_server;

-- ANALYZE keeps its lock until the run has evaluated. An import beside it goes on without.
create or replace function analyze_import_ahead() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  analyze (skip_locked) import_written_identity (run_id, id, directory_user_id);
  analyze (skip_locked) import_written_user (run_id, id, manager_id, parent_user_id, primary_identity_id);
end
$$;

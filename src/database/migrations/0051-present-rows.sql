-- Accounts of which a run has a row that can't be taken: they are not missing.
create unlogged table import_present (
  run_id uuid not null default current_import_run(),
  vendor_id text not null
);
create index import_present_run on import_present (run_id, vendor_id);
grant select, insert, delete on import_present to muster_server;

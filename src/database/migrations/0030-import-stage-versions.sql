-- What an import found out before it took a lock: accounts that are as they are known, with the version of the identity
-- that this was seen at, and identities that the source does not list.

create unlogged table import_unchanged (
  run_id uuid not null default current_import_run(),
  vendor_id text not null, identity_id uuid not null, version bigint not null
);
create index import_unchanged_run on import_unchanged (run_id);

create unlogged table import_absent (
  run_id uuid not null default current_import_run(),
  identity_id uuid not null
);
create index import_absent_run on import_absent (run_id);

grant select, insert, update, delete on import_unchanged, import_absent to muster_server;

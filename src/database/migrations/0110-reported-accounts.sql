-- What the source of an account said last (a digest), with the version of the identity that is just so. It spares work, and need not
-- survive a crash.
create unlogged table reported_account (
  identity_id uuid primary key,
  version bigint not null,
  digest text collate "C" not null
);
grant select, insert, update, delete on reported_account to muster_server;
alter table import_account add column digest text collate "C";

-- Accounts that a run does not stage, because they are as they were reported last, are packed: import_unchanged has their places.
create unlogged table import_packed (
  run_id uuid not null default current_import_run(),
  pack integer not null, accounts bytea not null
);
create index import_packed_run on import_packed (run_id);
grant select, insert, delete on import_packed to muster_server;
alter table import_unchanged add column pack integer, add column place integer,
  add column is_packed boolean not null default false;
grant update on import_unchanged to muster_server;
-- Older servers may write.

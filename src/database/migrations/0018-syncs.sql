-- How often a source is read; null only when someone asks for it. Between full readings only changes are read.
alter table integration
  add column sync_every_seconds integer check (sync_every_seconds between 60 and 604800),
  add column full_sync_every_seconds integer not null default 86400
    check (full_sync_every_seconds between 3600 and 2592000);

-- When the source is read next, and up to where its changes have been read. Bookkeeping, without audit rows.
create table integration_sync (
  integration_id uuid primary key references integration on delete cascade,
  due_at timestamptz,
  full_due_at timestamptz not null default '-infinity',
  mark jsonb
);
create index integration_sync_due_at on integration_sync (due_at) where due_at is not null;
grant select, insert, update, delete on integration_sync to muster_server;

-- Months of the audit log that were written to files and dropped (docs/decisions/0123-months-of-the-log-in-files.md).
-- Older servers may write.
create table audit_archive (
  id uuid primary key default new_id(),
  month date not null unique check (extract(day from month) = 1),
  -- What the log says of earlier instants is in archives, but for erasures.
  until timestamptz not null,
  rows bigint not null,
  personal bigint not null,
  last_sequence bigint not null,
  -- Transactions up to it wrote the rows: a cursor of events that has read beyond it has missed nothing.
  last_transaction xid8 not null,
  file text not null,
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  -- Of the file before it: the archives are a chain.
  previous_sha256 text,
  archived_at timestamptz not null default current_instant()
);
-- How many of the dropped rows name a record, and are its events: counters and numbers of events go on.
create table audit_archived_count (
  id uuid primary key,
  parent bigint not null,
  record bigint not null,
  related bigint not null,
  subject bigint not null,
  events bigint not null
);
grant select on audit_archive, audit_archived_count to muster_server;

-- Refused writes are counted here until their minute is over; then they become one row of the audit log, which is
-- append-only and so can't count (docs/decisions/0039-one-row-for-refused-writes.md).
create table refused_write (
  actor_type text not null,
  actor_id uuid not null,
  minute timestamptz not null,
  via text not null,
  -- The credential of the first refusal.
  credential_type text not null,
  credential_id uuid not null,
  count integer not null,
  operations text[] not null,
  credentials text[] not null,
  first_path text not null,
  first_request_id text,
  first_at timestamptz not null,
  last_request_id text,
  last_at timestamptz not null,
  -- Somebody has read the log: a row was written for the refusals before these.
  is_shown boolean not null,
  check (count > 0 or is_shown),
  primary key (actor_type, actor_id, minute)
);
grant select, insert, update, delete on refused_write to muster_server;

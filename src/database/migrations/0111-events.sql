-- Events are rows of the audit log (docs/decisions/0122-the-audit-log-is-the-outbox.md), read in the order of the log.
-- Older servers may write.
create index audit_log_events on audit_log (sequence) where is_event(event);

-- What cursors of events are valid for. `settled`: the rows up to it came with a restore, or were there before cursors were,
-- so that their transactions are numbers of another server.
create table event_origin (
  singleton boolean primary key default true check (singleton),
  id uuid not null default new_id(),
  -- The cluster and the database; empty until a server has started on it.
  identity text not null default '',
  settled bigint not null default 0
);
insert into event_origin default values;
grant select on event_origin to muster_server;

-- What falls due and has been announced: once for each record and instant.
create table announced_due (
  kind text not null check (kind ~ '^[a-z][a-z_]{0,62}$'),
  record_id uuid not null,
  at timestamptz not null,
  primary key (kind, record_id)
);
create index announced_due_at on announced_due (at);
grant select, insert, update, delete on announced_due to muster_server;

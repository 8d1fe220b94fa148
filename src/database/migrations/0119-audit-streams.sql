-- How far the audit log was streamed to a SIEM (src/workspace/audit-stream). A stream reads all rows in the order in which events are
-- read, so the index of that order has all rows.
-- Older servers may write.
create index audit_log_sequence on audit_log (sequence);
drop index audit_log_events;

create table audit_stream (
  -- As in the setting: a file, a server.
  target text primary key check (char_length(target) <= 4200),
  cursor text not null,
  -- The sequence of the last row that was taken.
  position bigint not null default 0,
  failing_since timestamptz,
  last_error text check (char_length(last_error) <= 300)
);
grant select, insert, update, delete on audit_stream to muster_server;

-- Append-only. The server's role may insert and read; nobody may change what is written.

create table audit_log (
  id uuid primary key default new_id(),
  sequence bigint generated always as identity,
  transaction xid8 not null default pg_current_xact_id(),
  at timestamptz not null default current_instant(),
  event text not null check (event ~ '^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){2,3}$'),
  actor_type text not null check (actor_type in ('user', 'service', 'integration', 'system')),
  actor_id uuid,
  via text not null check (via in ('api', 'console', 'cli', 'sync')),
  request_id text check (char_length(request_id) between 8 and 64),
  -- A position is the id prefix of its type and the uuid: enough to name the record without a foreign key.
  record_type text not null check (record_type ~ '^[a-z]{5}$'),
  record_id uuid not null,
  parent_type text check (parent_type ~ '^[a-z]{5}$'),
  parent_id uuid,
  related_type text check (related_type ~ '^[a-z]{5}$'),
  related_id uuid,
  subject_id uuid,
  -- { "<key>": { "old": …, "new": … } }, without personal values and never a secret.
  changes jsonb not null default '{}',
  -- SHA-256 over the salt and the personal values in audit_log_personal, which may be erased later.
  personal_hash bytea check (octet_length(personal_hash) = 32),
  check ((parent_type is null) = (parent_id is null)),
  check ((related_type is null) = (related_id is null))
);
-- The log is read newest first, whatever it is filtered by, so that a page costs the same at any length.
create index audit_log_at on audit_log (at, id);
create index audit_log_record on audit_log (record_id, at, id);
create index audit_log_parent on audit_log (parent_id, at, id) where parent_id is not null;
create index audit_log_related on audit_log (related_id, at, id) where related_id is not null;
create index audit_log_subject on audit_log (subject_id, at, id) where subject_id is not null;
create index audit_log_actor on audit_log (actor_id, at, id) where actor_id is not null;
create index audit_log_request on audit_log (request_id, at, id) where request_id is not null;
create index audit_log_event on audit_log (event, at, id);
-- The sealer's queue: what has no position yet, in the order in which it will be sealed.
create index audit_log_seal_order on audit_log (transaction, sequence);

-- No foreign keys from here on: an audit row is never deleted, and these are written with it, by its writer.
create table audit_log_personal (
  audit_log_id uuid primary key,
  subject_id uuid,
  salt bytea not null check (octet_length(salt) = 16),
  changes jsonb not null
);
create index audit_log_personal_subject on audit_log_personal (subject_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: the audit log is append-only', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
create trigger append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger append_only before update or truncate on audit_log_personal
  for each statement execute function refuse_change();

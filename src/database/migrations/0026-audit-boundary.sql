-- The server's role writes audit rows through functions of the schema's owner only. They take the time when the rows
-- are written, which is after the locks of the change, so that the rows of a record are in the order of the commits.

-- The instant that a test injected. No function of this schema believes a setting: the tests replace this one in their
-- own databases, which only the schema's owner can do (test/template.ts).
create function injected_instant() returns timestamptz language sql stable parallel safe
  return null::timestamptz;

-- The transaction's one instant, in whole milliseconds as JSON shows them: when it began or, once it holds the policy
-- lock, when it got the lock (policy-lock.ts). `muster.instant` can't move it out of the transaction's own duration.
create or replace function current_instant() returns timestamptz language sql stable parallel safe
  return date_trunc('milliseconds', coalesce(injected_instant(), least(
    greatest(now(), nullif(current_setting('muster.instant', true), '')::timestamptz), statement_timestamp())));

-- The order of the log is (at, sequence): neither the random part of an id nor a clock that was set back reorders the
-- rows of a record.
drop index audit_log_at, audit_log_record, audit_log_parent, audit_log_related, audit_log_subject, audit_log_actor,
  audit_log_request, audit_log_event;
create index audit_log_at on audit_log (at, sequence);
create index audit_log_record on audit_log (record_id, at, sequence);
create index audit_log_parent on audit_log (parent_id, at, sequence) where parent_id is not null;
create index audit_log_related on audit_log (related_id, at, sequence) where related_id is not null;
create index audit_log_subject on audit_log (subject_id, at, sequence) where subject_id is not null;
create index audit_log_actor on audit_log (actor_id, at, sequence) where actor_id is not null;
create index audit_log_request on audit_log (request_id, at, sequence) where request_id is not null;
create index audit_log_event on audit_log (event, at, sequence);

-- Names a personal value without showing it: the first 128 bits of SHA-256, in base64, over the salt of its record, the
-- key, a colon and the value as jsonb writes it. Stable, because an immutable function is not inlined here.
create function personal_reference(salt bytea, key text, value jsonb) returns text language sql stable parallel safe
  return encode(substr(sha256(salt || convert_to(key || ':' || value::text, 'UTF8')), 1, 16), 'base64');

-- { "<key>": [old, new] }: references to the values of { "<key>": { "old": …, "new": … } }. No value has none.
create function personal_references(salt bytea, changes jsonb) returns jsonb language sql stable parallel safe
  return (select jsonb_object_agg(v.key, jsonb_build_array(
      personal_reference(salt, v.key, nullif(v.value -> 'old', 'null')),
      personal_reference(salt, v.key, nullif(v.value -> 'new', 'null'))))
    from jsonb_each(changes) v);

-- The keys whose values are not those that an audit row refers to: someone has changed them in the database.
create function altered_keys(personal jsonb, salt bytea, changes jsonb) returns text[] language sql stable parallel safe
  return (select coalesce(array_agg(key order by key), '{}')
    from jsonb_each(personal_references(salt, changes)) stored full join jsonb_each(personal) noted using (key)
    where stored.value is distinct from noted.value and changes is not null);

-- The references of a row's personal values, instead of one hash of all. Rows whose values were erased have none.
alter table audit_log disable trigger append_only;
alter table audit_log_personal disable trigger append_only;
alter table audit_log add column personal jsonb;
update audit_log_personal p set salt = s.salt
from audit_log l
join (select distinct on (l.record_id) l.record_id, p.salt
      from audit_log l join audit_log_personal p on p.audit_log_id = l.id order by l.record_id, l.sequence) s
  using (record_id)
where p.audit_log_id = l.id and p.salt <> s.salt;
update audit_log l set personal = coalesce((
  select personal_references(p.salt, p.changes) from audit_log_personal p where p.audit_log_id = l.id), '{}')
where l.personal_hash is not null;
alter table audit_log drop column personal_hash;
alter table audit_log enable trigger append_only;
alter table audit_log_personal enable trigger append_only;

-- One row for each entry, in their order. All personal values of a record have one salt until they are erased, so that
-- equal values have equal references. `at` is never before that of an earlier row of the same record, even where the
-- clock was set back.
create function write_audit(actor_type text, actor_id uuid, via text, request_id text, entries json)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  clock timestamptz := date_trunc('milliseconds', coalesce(injected_instant(), clock_timestamp()));
  secret bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
begin
  with input as materialized (
    select new_id() as id, e.*, greatest(clock, last.at) as at, case when e.personal is not null
      then coalesce(kept.salt, substr(sha256(secret || uuid_send(e.record_id)), 1, 16)) end as salt
    from rows from (json_to_recordset(entries) as (
      event text, record_type text, record_id uuid, parent_type text, parent_id uuid, related_type text,
      related_id uuid, subject_id uuid, changes jsonb, personal jsonb)) with ordinality as e (
      event, record_type, record_id, parent_type, parent_id, related_type,
      related_id, subject_id, changes, personal, n)
    left join lateral (
      select l.at from audit_log l where l.record_id = e.record_id order by l.at desc, l.sequence desc limit 1
    ) last on true
    left join lateral (
      select p.salt from audit_log l join audit_log_personal p on p.audit_log_id = l.id
      where e.personal is not null and last.at is not null and l.record_id = e.record_id
      order by l.at desc, l.sequence desc limit 1
    ) kept on true
  ), personal as (
    insert into audit_log_personal (audit_log_id, subject_id, salt, changes)
    select id, subject_id, salt, personal from input where personal is not null
  )
  insert into audit_log (id, transaction, at, event, actor_type, actor_id, via, request_id, record_type, record_id,
    parent_type, parent_id, related_type, related_id, subject_id, changes, personal)
  select id, pg_current_xact_id(), at, event, write_audit.actor_type, write_audit.actor_id, write_audit.via,
    write_audit.request_id, record_type, record_id, parent_type, parent_id, related_type, related_id,
    subject_id, changes, personal_references(salt, personal)
  from input
  order by n;
end
$$;

-- For rows that differ in their positions only, too many to go as JSON: those of stays that begin. Their records are
-- new, so no earlier row is looked for. `which` is the index (from 0) of each row's changes.
create function write_audit_of_new(actor_type text, actor_id uuid, via text, request_id text,
  event text, record_type text, record_ids uuid[], parent_type text, parent_ids uuid[],
  related_type text, related_ids uuid[], subject_ids uuid[], changes jsonb, which integer[])
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  clock timestamptz := date_trunc('milliseconds', coalesce(injected_instant(), clock_timestamp()));
begin
  insert into audit_log (transaction, at, event, actor_type, actor_id, via, request_id, record_type, record_id,
    parent_type, parent_id, related_type, related_id, subject_id, changes)
  select pg_current_xact_id(), clock, write_audit_of_new.event, write_audit_of_new.actor_type,
    write_audit_of_new.actor_id, write_audit_of_new.via, write_audit_of_new.request_id,
    write_audit_of_new.record_type, r.record_id, write_audit_of_new.parent_type, r.parent_id,
    write_audit_of_new.related_type, r.related_id, r.subject_id, write_audit_of_new.changes -> r.which
  from unnest(record_ids, parent_ids, related_ids, subject_ids, which)
    as r (record_id, parent_id, related_id, subject_id, which);
end
$$;

revoke insert on audit_log, audit_log_personal from muster_server;
revoke all on sequence audit_log_sequence_seq from muster_server;
revoke execute on function write_audit(text, uuid, text, text, json),
  write_audit_of_new(text, uuid, text, text, text, text, uuid[], text, uuid[], text, uuid[], uuid[], jsonb, integer[])
  from public;
grant execute on function write_audit(text, uuid, text, text, json),
  write_audit_of_new(text, uuid, text, text, text, text, uuid[], text, uuid[], text, uuid[], uuid[], jsonb, integer[])
  to muster_server;

-- What belongs to an event and is no value of the record: it has no place in the chain of old and new values.
alter table audit_log add column details jsonb;

create or replace function write_audit(actor_type text, actor_id uuid, via text, request_id text, entries json)
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
      related_id uuid, subject_id uuid, changes jsonb, details jsonb, personal jsonb)) with ordinality as e (
      event, record_type, record_id, parent_type, parent_id, related_type,
      related_id, subject_id, changes, details, personal, n)
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
    parent_type, parent_id, related_type, related_id, subject_id, changes, details, personal)
  select id, pg_current_xact_id(), at, event, write_audit.actor_type, write_audit.actor_id, write_audit.via,
    write_audit.request_id, record_type, record_id, parent_type, parent_id, related_type, related_id,
    subject_id, changes, details, personal_references(salt, personal)
  from input
  order by n;
end
$$;

-- An erasure has its audit row, in the same transaction.
create or replace function erase_personal_audit(person uuid) returns bigint language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  erased bigint;
begin
  if not exists (select from directory_user where id = person and deleted_at is not null) then
    raise exception 'only what is kept of a deleted person is erased' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from audit_log where transaction = pg_current_xact_id() and record_id = person
                   and event = 'directory.user.erase') then
    raise exception 'an erasure has its audit row in the same transaction' using errcode = 'insufficient_privilege';
  end if;
  delete from audit_log_personal where subject_id = person;
  get diagnostics erased = row_count;
  return erased;
end
$$;

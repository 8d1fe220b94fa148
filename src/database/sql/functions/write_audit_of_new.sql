-- For rows that differ in their positions only, too many to go as JSON: those of stays that begin. Their records are
-- new, so no earlier row is looked for. `which` is the index (from 0) of each row's changes.
create function write_audit_of_new(actor_type text, actor_id uuid, via text, request_id text,
  event text, record_type text, record_ids uuid[], parent_type text, parent_ids uuid[],
  related_type text, related_ids uuid[], subject_ids uuid[], changes jsonb, which integer[])
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  clock timestamptz := date_trunc('milliseconds', coalesce(injected_instant(), clock_timestamp()));
begin
  perform require_one_actor(write_audit_of_new.actor_type, write_audit_of_new.actor_id);
  with begun as materialized (
    select first_of_change(write_audit_of_new.actor_type = 'system') as first
  ), change as materialized (
    select first, coalesce(first, nextval('audit_log_sequence_seq')) as number from begun
  )
  insert into audit_log (sequence, change, transaction, at, event, actor_type, actor_id, via, request_id, record_type, record_id,
    parent_type, parent_id, related_type, related_id, subject_id, changes)
  overriding system value
  select case when first is null and n = 1 then number else nextval('audit_log_sequence_seq') end,
    case when first is not null or n > 1 then number end,
    pg_current_xact_id(), clock, write_audit_of_new.event, write_audit_of_new.actor_type,
    write_audit_of_new.actor_id, write_audit_of_new.via, write_audit_of_new.request_id,
    write_audit_of_new.record_type, r.record_id, write_audit_of_new.parent_type, r.parent_id,
    write_audit_of_new.related_type, r.related_id, r.subject_id, write_audit_of_new.changes -> r.which
  from change, unnest(record_ids, parent_ids, related_ids, subject_ids, which) with ordinality
    as r (record_id, parent_id, related_id, subject_id, which, n);
end
$$;

revoke execute on function write_audit_of_new(text, uuid, text, text, text, text, uuid[], text, uuid[], text, uuid[], uuid[], jsonb, integer[]) from public;
grant execute on function write_audit_of_new(text, uuid, text, text, text, text, uuid[], text, uuid[], text, uuid[], uuid[], jsonb, integer[]) to muster_server;

-- Called once the change has its locks: the rows of a record are in the order of the commits.
-- An import turns nested loops off for its own statements; the last row of each record is looked up by index all the same.
-- One row for each entry, in their order. All personal values of a record have one salt until they are erased, so that
-- equal values have equal references. `at` is never before that of an earlier row of the same record, even where the
-- clock was set back.
create function write_audit_entries(actor_type text, actor_id uuid, via text, request_id text, entries audit_entry[])
  returns void language plpgsql security definer set search_path = public, pg_temp set enable_nestloop = on
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  clock timestamptz := date_trunc('milliseconds', coalesce(injected_instant(), clock_timestamp()));
  secret bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
begin
  perform require_one_actor(write_audit_entries.actor_type, write_audit_entries.actor_id);
  with begun as materialized (
    select first_of_change(write_audit_entries.actor_type = 'system') as first
  ), change as materialized (
    -- Drawn in the statement that locks the table, as all sequences are: readers of events count on it.
    select first, coalesce(first, nextval('audit_log_sequence_seq')) as number from begun
  ), input as materialized (
    select new_id() as id, e.*, greatest(clock, last.at) as at, case when e.personal is not null
      then coalesce(kept.salt, substr(sha256(secret || uuid_send(e.record_id)), 1, 16)) end as salt
    from unnest(entries) with ordinality as e (
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
  insert into audit_log (id, sequence, change, transaction, at, event, actor_type, actor_id, via, request_id, record_type,
    record_id, parent_type, parent_id, related_type, related_id, subject_id, changes, details, personal)
  overriding system value
  select id, case when first is null and n = 1 then number else nextval('audit_log_sequence_seq') end,
    case when first is not null or n > 1 then number end,
    pg_current_xact_id(), at, event, write_audit_entries.actor_type, write_audit_entries.actor_id,
    write_audit_entries.via, write_audit_entries.request_id, record_type, record_id, parent_type, parent_id, related_type,
    related_id, subject_id, changes, details, (
      -- personal_references, which would be called for each row and not be part of this plan.
      select jsonb_object_agg(v.key, jsonb_build_array(
        personal_reference(salt, v.key, nullif(v.value -> 'old', 'null')),
        personal_reference(salt, v.key, nullif(v.value -> 'new', 'null'))))
      from jsonb_each(personal) v)
  from input, change
  order by n;
end
$$;

revoke execute on function write_audit_entries(text, uuid, text, text, audit_entry[]) from public;
grant execute on function write_audit_entries(text, uuid, text, text, audit_entry[]) to muster_server;

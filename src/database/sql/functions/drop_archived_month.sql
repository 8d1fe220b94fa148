-- Drops a month of the audit log whose archive was written and read back, and keeps what says so. Erasures stay: lists of them are
-- completed from the log, and what is missing is told from what was erased. Only the owner of the schema may: no server can.
create function drop_archived_month(archive audit_archive) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  begins constant timestamptz := archive.month::timestamp at time zone 'UTC';
  dropped bigint;
  personal bigint;
begin
  lock table audit_archive in share row exclusive mode;
  if exists (select from audit_archive a where a.month >= archive.month)
    or exists (select from audit_log l where l.at < begins and not is_erasure(l.event)) then
    raise exception 'months are dropped in their order' using errcode = 'insufficient_privilege';
  end if;
  insert into audit_archive values (archive.*);
  insert into audit_archived_count as c (id, parent, record, related, subject, events)
  select named.id, sum(parent), sum(record), sum(related), sum(subject), sum(events)
  from audit_log l cross join lateral (values
    (l.parent_id, (l.parent_type = 'drusr')::int, 0, 0, 0, 0),
    (l.record_id, 0, (l.record_type = 'drusr')::int, 0, 0, (l.subject_id is null and is_event(l.event))::int),
    (l.related_id, 0, 0, (l.related_type = 'drusr')::int, 0, 0),
    (l.subject_id, 0, 0, 0, 1, is_event(l.event)::int)
  ) named (id, parent, record, related, subject, events)
  where l.at >= begins and l.at < archive.until and not is_erasure(l.event) and named.id is not null
  group by named.id having sum(parent + record + related + subject + events) > 0
  on conflict (id) do update set parent = c.parent + excluded.parent, record = c.record + excluded.record,
    related = c.related + excluded.related, subject = c.subject + excluded.subject, events = c.events + excluded.events;
  delete from audit_log_personal p using audit_log l
  where l.id = p.audit_log_id and l.at >= begins and l.at < archive.until and not is_erasure(l.event);
  get diagnostics personal = row_count;
  perform set_config('muster.archiving', 'yes', true);
  delete from audit_log l where l.at >= begins and l.at < archive.until and not is_erasure(l.event);
  get diagnostics dropped = row_count;
  perform set_config('muster.archiving', '', true);
  if (dropped, personal) is distinct from (archive.rows, archive.personal) then
    raise exception 'the month is no longer what the archive has: % rows and % with personal values, not % and %',
      dropped, personal, archive.rows, archive.personal using errcode = 'insufficient_privilege';
  end if;
end
$$;

revoke execute on function drop_archived_month(audit_archive) from public;

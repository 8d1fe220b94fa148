-- What a cursor of events belongs to. The timeline changes when a backup is recovered to an earlier instant, or a standby takes over.
create function event_incarnation() returns text language sql stable security definer set search_path = public, pg_temp as $$
  select left(md5(o.id || case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end), 12)
  from event_origin o
$$;

-- Another one after a restore into another database, which numbers its transactions itself.
create function event_identity() returns text language sql stable security definer set search_path = public, pg_temp as $$
  select s.system_identifier || '/' || d.oid from pg_control_system() s, pg_database d where d.datname = current_database()
$$;

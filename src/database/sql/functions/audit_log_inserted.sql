-- The counters of describe follow the audit rows themselves.
create function audit_log_inserted() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform open_change();
  return null;
end
$$;

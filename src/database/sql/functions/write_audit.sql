-- As write_audit_entries, of entries as JSON.
create function write_audit(actor_type text, actor_id uuid, via text, request_id text, entries jsonb)
  returns void language sql security definer set search_path = public, pg_temp as $$
  select write_audit_entries(actor_type, actor_id, via, request_id,
    array(select e from jsonb_populate_recordset(null::audit_entry, entries) as e))
$$;

revoke execute on function write_audit(text, uuid, text, text, jsonb) from public;
grant execute on function write_audit(text, uuid, text, text, jsonb) to muster_server;

-- The first server that starts on a restored database: what is there is settled, and former cursors are no longer valid.
create function renew_event_origin() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Transactions of this server that write rows have ended, and none begins.
  lock table audit_log in share row exclusive mode;
  update event_origin set id = new_id(), identity = event_identity(),
    settled = coalesce((select max(sequence) from audit_log), 0)
  where identity <> event_identity();
end
$$;

revoke execute on function renew_event_origin() from public;
grant execute on function renew_event_origin() to muster_server;

-- The due instant of a role on a service: its end, at which its row is deleted.
create function refresh_due_of_service_admin() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from due_instant where kind = 'service_admin' and record_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.expires_at is not null then
    insert into due_instant (kind, record_id, at) values ('service_admin', new.id, new.expires_at);
  end if;
  return null;
end
$$;

revoke execute on function refresh_due_of_service_admin() from public;

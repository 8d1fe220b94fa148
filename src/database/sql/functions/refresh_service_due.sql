-- The due instant of a service: its end, while it has not ended.
create function refresh_service_due() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if new.ends_at is not null and new.state in ('staged', 'active', 'expiring') then
    insert into due_instant (kind, record_id, at) values ('service', new.id, new.ends_at)
    on conflict (kind, record_id) do update set at = excluded.at;
  elsif tg_op = 'UPDATE' then
    delete from due_instant where kind = 'service' and record_id = new.id;
  end if;
  return null;
end
$$;

revoke execute on function refresh_service_due() from public;

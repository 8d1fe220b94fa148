-- The one due instant of a row: its expires_at while the row has not ended.
create function refresh_due_instant() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if new.expires_at is not null and new.state in ('staged', 'active', 'expiring') then
    insert into due_instant (kind, record_id, at) values (tg_argv[0], new.id, new.expires_at)
    on conflict (kind, record_id) do update set at = excluded.at;
  elsif tg_op = 'UPDATE' then
    delete from due_instant where kind = tg_argv[0] and record_id = new.id;
  end if;
  return null;
end
$$;

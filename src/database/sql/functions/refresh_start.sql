-- The due instant of a dated start, beside the one of the end. Where the clock has passed both before anybody looked,
-- the start is settled first and shows an expired person at once: the end is still to be settled, at its own instant.
create function refresh_start() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if new.activates_at is not null then
    insert into due_instant (kind, record_id, at) values ('directory_user_start', new.id, new.activates_at)
    on conflict (kind, record_id) do update set at = excluded.at;
    return null;
  end if;
  delete from due_instant where kind = 'directory_user_start' and record_id = new.id;
  if new.state = 'expired' and new.expires_at > old.activates_at then
    insert into due_instant (kind, record_id, at) values ('directory_user', new.id, new.expires_at)
    on conflict (kind, record_id) do nothing;
  end if;
  return null;
end
$$;

revoke execute on function refresh_start() from public;

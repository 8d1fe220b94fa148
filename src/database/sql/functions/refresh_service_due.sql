-- The due instants of a service: its end, while it has not ended, and while it has power the one at which a missed confirmation gives
-- it an end.
create function refresh_service_due() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  delete from due_instant where kind in ('service', 'service_confirmation') and record_id = new.id;
  insert into due_instant (kind, record_id, at)
  select 'service', new.id, new.ends_at where new.ends_at is not null and new.state in ('staged', 'active', 'expiring')
  union all
  select 'service_confirmation', new.id, new.confirm_by + interval '30 days'
  where new.state in ('active', 'expiring') and new.unconfirmed_ends_at is null;
  return null;
end
$$;

revoke execute on function refresh_service_due() from public;

create function open_change() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if coalesce(current_setting('muster.open', true), '') = '' then
    perform set_config('muster.open', 'opening', true);
    insert into open_change (transaction) values (pg_current_xact_id()) on conflict do nothing;
    perform set_config('muster.open', 'yes', true);
  end if;
end
$$;

revoke execute on function open_change() from public;

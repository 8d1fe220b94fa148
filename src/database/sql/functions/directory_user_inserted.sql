create function directory_user_inserted() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if exists (select from inserted where id = any (array(
    select record_id from audit_log where transaction = pg_current_xact_id() and event = 'directory.user.erase'))) then
    raise exception 'a person is not made again in the transaction that erases them' using errcode = 'insufficient_privilege';
  end if;
  insert into directory_user_version (directory_user_id) select id from inserted;
  perform refresh_is_manager(array(
    select distinct manager_id from inserted where manager_id is not null and counts_as_report(state, deleted_at)));
  perform touch_neighbourhoods(array(
    select manager_id from inserted where manager_id is not null
    union select parent_user_id from inserted where parent_user_id is not null));
  perform refuse_nested_parents(array(select id from inserted where parent_user_id is not null and deleted_at is null));
  insert into due_instant (kind, record_id, at)
  select 'directory_user', id, expires_at from inserted
  where expires_at is not null and state not in ('expired', 'deactivated');
  return null;
end
$$;

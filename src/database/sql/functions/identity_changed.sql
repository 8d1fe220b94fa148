create function identity_changed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    ids := array(select distinct directory_user_id from after_rows where directory_user_id is not null);
  elsif tg_op = 'DELETE' then
    ids := array(select distinct directory_user_id from before_rows where directory_user_id is not null);
  else
    ids := array(
      select n.directory_user_id from after_rows n join before_rows o on o.id = n.id
      where n.version <> o.version and n.directory_user_id is not null
      union
      select o.directory_user_id from after_rows n join before_rows o on o.id = n.id
      where n.version <> o.version and o.directory_user_id is not null);
  end if;
  perform touch_neighbourhoods(ids);
  return null;
end
$$;

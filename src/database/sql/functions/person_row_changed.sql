create function person_row_changed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform touch_directory_users(array(
    select distinct directory_user_id from moved where directory_user_id is not null));
  return null;
end
$$;

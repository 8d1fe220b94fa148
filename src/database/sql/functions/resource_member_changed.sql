create function resource_member_changed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform touch_members(array(select distinct identity_id from moved));
  return null;
end
$$;

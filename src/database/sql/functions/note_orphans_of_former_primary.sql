-- Other rules match the accounts of the primary.
create function note_orphans_of_former_primary() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform note_orphans('{}', array(
    select i.id from identity i where i.integration_id = new.id and i.directory_user_id is null));
  return null;
end
$$;

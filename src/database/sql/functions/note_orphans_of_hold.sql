-- The address of a held account leads to no person, and an account that replaces another one waits for the end of that one.
create function note_orphans_of_hold() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  held_id uuid := coalesce(new.identity_id, old.identity_id);
begin
  perform note_orphans(
    array[old.email_key, new.email_key, (select i.email_key from identity i where i.id = held_id)],
    held_id || array(select h.identity_id from held_account h where h.replaces_identity_id = held_id));
  return null;
end
$$;

-- The address of a held account leads to no person, and an account that replaces another one waits for the end of that one.
create function note_orphans_of_holds() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  held uuid[];
  keys text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(identity_id), array_agg(email_key) into held, keys from after_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(identity_id), array_agg(email_key) into held, keys from before_rows;
  else
    select array_agg(n.identity_id), array_agg(n.email_key) || array_agg(o.email_key) into held, keys
    from after_rows n join before_rows o on o.identity_id = n.identity_id
    where (o.email_key, o.incident_id is null, o.state, o.replaces_identity_id, o.rejected ->> 'state', o.rejected -> 'link')
      is distinct from (n.email_key, n.incident_id is null, n.state, n.replaces_identity_id, n.rejected ->> 'state', n.rejected -> 'link');
  end if;
  if held is not null then
    perform note_orphans(
      keys || array(select i.email_key from identity i where i.id = any (held)),
      held || array(select h.identity_id from held_account h where h.replaces_identity_id = any (held)));
  end if;
  return null;
end
$$;

-- An account waits for a person that another account governs: it has their address, or another one since it was suggested. One that
-- waits for a decision is tried again when what it is compared with changes.
create function note_orphans_of_people() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  keys text[];
  governed uuid[];
  waiting uuid[] := '{}';
begin
  if tg_op = 'INSERT' then
    keys := array(select distinct email_key from after_rows where email_key is not null);
  elsif tg_op = 'DELETE' then
    keys := array(select distinct email_key from before_rows where email_key is not null);
  else
    keys := array(
      select distinct k.email_key from after_rows n join before_rows o on o.id = n.id
      cross join lateral (values (o.email_key), (n.email_key)) k (email_key)
      where (o.email_key, o.state, o.expires_at, o.deleted_at, o.primary_identity_id, o.review_reason) is distinct from
        (n.email_key, n.state, n.expires_at, n.deleted_at, n.primary_identity_id, n.review_reason) and k.email_key is not null);
    governed := array(
      select n.id from after_rows n join before_rows o on o.id = n.id
      where o.primary_identity_id is distinct from n.primary_identity_id);
    if cardinality(governed) > 0 then
      waiting := array(
        select i.id from identity i where i.directory_user_id is null and i.suggested_directory_user_id = any (governed));
    end if;
    waiting := waiting || array(
      select c.identity_id from identity_candidate c where c.directory_user_id = any (array(
        select n.id from after_rows n join before_rows o on o.id = n.id
        where (o.email_key, o.first_name, o.last_name, o.state, o.base_state_set_by, o.expires_at, o.deleted_at) is distinct from
          (n.email_key, n.first_name, n.last_name, n.state, n.base_state_set_by, n.expires_at, n.deleted_at))));
  end if;
  if cardinality(keys) + cardinality(waiting) > 0 then
    perform note_orphans(keys, waiting);
  end if;
  return null;
end
$$;

create function note_orphans_of_people() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  keys text[];
begin
  if tg_op = 'INSERT' then
    keys := array(select distinct email_key from after_rows where email_key is not null);
  elsif tg_op = 'DELETE' then
    keys := array(select distinct email_key from before_rows where email_key is not null);
  else
    keys := array(
      select distinct k.email_key from after_rows n join before_rows o on o.id = n.id
      cross join lateral (values (o.email_key), (n.email_key)) k (email_key)
      where (o.email_key, o.state, o.expires_at, o.deleted_at) is distinct from
        (n.email_key, n.state, n.expires_at, n.deleted_at) and k.email_key is not null);
  end if;
  if cardinality(keys) > 0 then
    perform note_orphans(keys, '{}');
  end if;
  return null;
end
$$;

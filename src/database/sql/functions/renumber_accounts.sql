-- Of an integration that names other keys: its accounts have other numbers.
create function renumber_accounts() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  if new.employee_id_profile_key is distinct from old.employee_id_profile_key then
    delete from former_number f using identity i where i.id = f.identity_id and i.integration_id = new.id;
  end if;
  delete from account_number a using identity i where i.id = a.identity_id and i.integration_id = new.id;
  insert into account_number (value, identity_id)
  select value, id from (
    select left(profile_text(i.profile, k.key), 200) as value, i.id
    from number_key k join identity i on i.integration_id = k.integration_id
    where k.integration_id = new.id offset 0) found
  where value is not null on conflict do nothing;
  return null;
end
$$;

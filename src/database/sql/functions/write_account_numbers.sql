-- Keeps account_number: the numbers that accounts have under the keys of their integrations. Rows are removed for what was there
-- before, and added for what is there now. An employee number that was there before goes into former_number.
create function write_account_numbers() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  if not exists (select from number_key) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into account_number (value, identity_id)
    select value, id from (
      select left(profile_text(n.profile, k.key), 200) as value, n.id
      from number_key k join after_rows n on n.integration_id = k.integration_id offset 0) found
    where value is not null on conflict do nothing;
    return null;
  end if;
  if tg_op = 'DELETE' then
    delete from account_number a using (
      select left(profile_text(o.profile, k.key), 200) as value, o.id
      from number_key k join before_rows o on o.integration_id = k.integration_id offset 0) former
    where a.value = former.value and a.identity_id = former.id;
    return null;
  end if;
  delete from account_number a using (
    select left(profile_text(o.profile, k.key), 200) as value, o.id
    from number_key k join before_rows o on o.integration_id = k.integration_id join after_rows n on n.id = o.id
    where n.profile <> o.profile offset 0) former
  where a.value = former.value and a.identity_id = former.id;
  insert into former_number (number, identity_id)
  select number, id from (
    select left(btrim(profile_text(o.profile, g.employee_id_profile_key)), 200) as number, o.id,
      profile_text(n.profile, g.employee_id_profile_key) as now
    from integration g join before_rows o on o.integration_id = g.id join after_rows n on n.id = o.id
    where g.employee_id_profile_key is not null and n.profile <> o.profile offset 0) former
  where number <> '' and number is distinct from btrim(now) on conflict do nothing;
  insert into account_number (value, identity_id)
  select value, id from (
    select left(profile_text(n.profile, k.key), 200) as value, n.id
    from number_key k join after_rows n on n.integration_id = k.integration_id join before_rows o on o.id = n.id
    where n.profile <> o.profile offset 0) found
  where value is not null on conflict do nothing;
  return null;
end
$$;

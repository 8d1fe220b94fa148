-- Qualifications and versions go with the person or rule that they are of. Whatever else refers to a record keeps it.
create function referent_deleted() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  ids uuid[] := array(select id from removed);
  is_used boolean;
begin
  if tg_table_name = 'rule' then
    delete from qualification where rule_id = any (ids);
    is_used := exists (select from policy_user where rule_id = any (ids));
  elsif tg_table_name = 'ruleset' then
    is_used := exists (select from policy_user where ruleset_id = any (ids));
  elsif tg_table_name = 'integration' then
    is_used := exists (select from identity where integration_id = any (ids))
      or exists (select from directory_user where manager_integration_id = any (ids));
  else
    delete from qualification where directory_user_id = any (ids);
    delete from directory_user_version where directory_user_id = any (ids);
    is_used := exists (select from policy_user where directory_user_id = any (ids))
      or exists (select from identity where directory_user_id = any (ids))
      or exists (select from identity where suggested_directory_user_id = any (ids))
      or exists (select from directory_user where manager_id = any (ids))
      or exists (select from directory_user where parent_user_id = any (ids));
  end if;
  if is_used then
    raise exception 'the deletion of a row of % violates a reference to it', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;

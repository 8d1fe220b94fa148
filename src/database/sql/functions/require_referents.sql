-- What the rows of a statement refer to is looked up once for each record, and kept from being deleted until the transaction ends. What
-- they referred to before is kept by that already.
create function require_referents() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  people uuid[] := '{}';
  rules uuid[] := '{}';
  rulesets uuid[] := '{}';
  integrations uuid[] := '{}';
  missing text;
begin
  if tg_table_name = 'directory_user' then
    people := array(select manager_id from written union select parent_user_id from written);
    integrations := array(select distinct manager_integration_id from written);
  elsif tg_table_name = 'identity' then
    people := array(select directory_user_id from written union select suggested_directory_user_id from written);
    integrations := array(select distinct integration_id from written);
  else
    people := array(select distinct directory_user_id from written);
    rules := array(select distinct rule_id from written);
  end if;
  if tg_table_name = 'policy_user' then
    rulesets := array(select distinct ruleset_id from written);
  end if;
  if tg_op = 'UPDATE' then
    if tg_table_name = 'directory_user' then
      people := array(select unnest(people) except (select manager_id from former union all select parent_user_id from former));
      integrations := array(select unnest(integrations) except select manager_integration_id from former);
    elsif tg_table_name = 'identity' then
      people := array(
        select unnest(people) except (select directory_user_id from former union all select suggested_directory_user_id from former));
      integrations := array(select unnest(integrations) except select integration_id from former);
    else
      people := array(select unnest(people) except select directory_user_id from former);
      rules := array(select unnest(rules) except select rule_id from former);
    end if;
    if tg_table_name = 'policy_user' then
      rulesets := array(select unnest(rulesets) except select ruleset_id from former);
    end if;
  end if;
  missing := case
    when cardinality(array_remove(people, null)) <> cardinality(array(
      select id from directory_user where id = any (people) order by id for key share)) then 'directory_user'
    when cardinality(rules) <> cardinality(array(
      select id from rule where id = any (rules) order by id for key share)) then 'rule'
    when cardinality(rulesets) <> cardinality(array(
      select id from ruleset where id = any (rulesets) order by id for key share)) then 'ruleset'
    when cardinality(array_remove(integrations, null)) <> cardinality(array(
      select id from integration where id = any (integrations) order by id for key share)) then 'integration' end;
  if missing is not null then
    raise exception 'a row of % violates its reference to %: there is no such record', tg_table_name, missing
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;

-- A rule that comes into force for a person who is away rests from then.
create function rest_activated_rule() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  activated uuid := case tg_table_name when 'rule' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'rule_id' end;
begin
  insert into resting_rule (rule_id, directory_user_id, identity_id, since, ends_at)
  select r.id, u.id, u.primary_identity_id, r.activated_at, r.activated_at + s.exceptions_end_after_days * interval '1 day'
  from rule r join condition c on c.rule_id = r.id join directory_user u on u.id = c.directory_user_id
    cross join policy_settings s
  where r.id = activated and r.state in ('active', 'expiring')
    and c.type = 'user' and c.profile_operator is distinct from 'not_equals' and u.state in ('expired', 'deactivated')
  limit 1
  on conflict do nothing;
  return null;
end
$$;

revoke execute on function rest_activated_rule() from public;

-- Rules that name these people by a positive condition rest while the person is expired, deactivated or deleted. Where an
-- administrator ended the person they end at once, otherwise after the days of the settings, unless the same account brings
-- the person back before: the account that led while the person was here, of `leaders`, where others have led since.
create function rest_rules(people uuid[], leaders uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into resting_rule (rule_id, directory_user_id, identity_id, since, ends_at)
  select distinct on (r.id) r.id, u.id, coalesce(
      (select i.id from identity i where i.id = leaders[array_position(people, u.id)] and i.directory_user_id = u.id),
      u.primary_identity_id), left_at.at,
    case when is_ended_by_administrator(u) then left_at.at
      else left_at.at + s.exceptions_end_after_days * interval '1 day' end
  from directory_user u join condition c on c.directory_user_id = u.id
    join rule r on r.id = c.rule_id and r.state in ('active', 'expiring')
    cross join policy_settings s
    cross join lateral (select case when u.state = 'expired' then u.expires_at else current_instant() end as at) left_at
  where u.id = any (people) and u.state in ('expired', 'deactivated')
    and c.type = 'user' and c.profile_operator is distinct from 'not_equals'
  order by r.id, u.id
  on conflict (rule_id) do update set ends_at = excluded.ends_at
    where is_ended_by_administrator((select u from directory_user u where u.id = excluded.directory_user_id))
      and excluded.ends_at < resting_rule.ends_at;

  -- Of a person that another account brings back, they end where that is done (policy/manifests/end-rules.ts).
  update resting_rule r set ends_at = current_instant() from directory_user u
  where u.id = r.directory_user_id and u.id = any (people) and u.state not in ('expired', 'deactivated')
    and u.primary_identity_id <> r.identity_id is not false and u.primary_identity_id is not null
    and r.ends_at > current_instant();
  delete from resting_rule r using directory_user u
  where u.id = r.directory_user_id and u.id = any (people) and u.state not in ('expired', 'deactivated')
    and (u.primary_identity_id is null or u.primary_identity_id = r.identity_id)
    and r.ends_at > current_instant();
end
$$;

revoke execute on function rest_rules(uuid[], uuid[]) from public;

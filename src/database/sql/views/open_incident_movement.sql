-- What open incidents hold or have moved, and which way. What was moved counts as far as the person has not got back what they had.
-- `has_left`, `has_entered`: it is moved, and the person is not in the ruleset, or is in it. An incident that holds no account holds nothing.
create view open_incident_movement with (security_invoker = true) as
select n.id as incident_id, n.integration_id, x.ruleset_id, x.directory_user_id, x.is_held, f.loses, f.gains, f.changes_role,
  not x.is_held and p.id is null as has_left, not x.is_held and p.id is not null as has_entered
from incident_movement x join incident n on n.id = x.incident_id
left join (policy_user p join rule r on r.id = p.rule_id join policy_role o on o.id = r.policy_role_id)
  on not x.is_held and (p.ruleset_id, p.directory_user_id) = (x.ruleset_id, x.directory_user_id) and p.deleted_at is null
cross join lateral (values (
  case when x.is_held then x.loses else x.role_before is not null and (p.id is null
    or coalesce(p.expires_at < coalesce(x.expires_at_before, 'infinity'), false)) end,
  case when x.is_held then x.gains else x.role_before is null and p.id is not null end,
  case when x.is_held then x.changes_role else coalesce(x.role_before <> o.handle, false) end
)) f (loses, gains, changes_role)
where n.state = 'open' and (not x.is_held or exists (select from held_account h where h.incident_id = x.incident_id));
grant select on open_incident_movement to muster_server;

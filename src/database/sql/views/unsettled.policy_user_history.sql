create view unsettled.policy_user_history as
  select policy_user_id, rule_id, state, valid, recorded_at from policy_user_phase
  union all
  select s.id, s.rule_id, case when s.expires_at is null then 'active' else 'expiring' end,
    tstzrange(s.phase_since, s.deleted_at), s.phase_recorded_at
  from unsettled.policy_user s
  where s.deleted_at is null or s.phase_since < s.deleted_at and not exists (
    select from policy_user_phase ph where ph.policy_user_id = s.id and ph.valid @> s.phase_since);
grant select on unsettled.policy_user_history to muster_server;

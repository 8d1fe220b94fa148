-- Every phase of every stay; the open one ends at infinity.
create view policy_user_history as
  select policy_user_id, rule_id, state, valid, recorded_at from policy_user_phase
  union all
  select id, rule_id, state, tstzrange(phase_since, null), phase_recorded_at from policy_user where deleted_at is null;
grant select on policy_user_history to muster_server;

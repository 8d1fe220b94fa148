-- The phase that a stay is in is part of the stay: what holds now is one row, and the history holds what has ended.
-- A stay that never changes costs one row instead of two.

alter table policy_user
  add column phase_since timestamptz,
  add column phase_recorded_at timestamptz;
alter table policy_user disable trigger user;
update policy_user s set phase_since = lower(p.valid), phase_recorded_at = p.recorded_at
from policy_user_phase p where p.policy_user_id = s.id and upper_inf(p.valid);
update policy_user set phase_since = activated_at, phase_recorded_at = created_at where phase_since is null;
alter table policy_user enable trigger user;
delete from policy_user_phase where upper_inf(valid);
alter table policy_user
  alter phase_since set default current_instant(),
  alter phase_since set not null,
  alter phase_recorded_at set default current_instant(),
  alter phase_recorded_at set not null;
alter table policy_user_phase add constraint policy_user_phase_has_ended check (not upper_inf(valid));

-- Every phase of every stay; the open one ends at infinity.
create view policy_user_history as
  select policy_user_id, rule_id, state, valid, recorded_at from policy_user_phase
  union all
  select id, rule_id, state, tstzrange(phase_since, null), phase_recorded_at from policy_user where deleted_at is null;
grant select on policy_user_history to muster_server;

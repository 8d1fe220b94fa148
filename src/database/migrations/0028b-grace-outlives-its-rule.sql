-- Grace outlives the rule that gave it where another rule replaces that one: a stay keeps when its grace began, and an
-- ended rule keeps which rule replaced it.

alter table policy_user add column grace_since timestamptz;
alter table policy_user disable trigger user;
update policy_user set grace_since = phase_since where expires_by = 'grace' and deleted_at is null;
alter table policy_user enable trigger user;
alter table policy_user add check (
  deleted_at is not null or (expires_by is not distinct from 'grace') = (grace_since is not null));
-- The rules that people in grace are held by.
create index policy_user_grace on policy_user (rule_id) where expires_by = 'grace' and deleted_at is null;

alter table rule add column successor_rule_id uuid references rule on delete set null
  check (successor_rule_id is null or state = 'deactivated');
create index rule_successor on rule (successor_rule_id);

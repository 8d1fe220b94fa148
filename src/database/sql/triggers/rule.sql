create trigger due_on_insert after insert on rule for each row
  when (new.expires_at is not null or new.activates_at is not null) execute function refresh_rule_due();
create trigger due_on_update after update on rule for each row
  when (new.expires_at is distinct from old.expires_at or new.activates_at is distinct from old.activates_at
    or new.state <> old.state)
  execute function refresh_rule_due();
create trigger rest_on_activation after update on rule for each row
  when (old.state = 'staged' and new.state in ('active', 'expiring')) execute function rest_activated_rule();
create trigger row_version before update on rule
  for each row execute function bump_row_version();
create trigger touch_epoch after insert or update or delete on rule
  for each statement execute function touch_policy_epoch();
create trigger referent_deleted after delete on rule
  referencing old table as removed for each statement execute function referent_deleted();
create trigger due_of_deleted after delete on rule for each row
  when (old.expires_at is not null or old.activates_at is not null) execute function refresh_rule_due();

create trigger row_version before update on ruleset
  for each row execute function bump_row_version();
create trigger tally after insert on ruleset
  for each row when (new.attribute_id is null) execute function add_ruleset_tally();
create trigger touch_epoch after insert or update or delete on ruleset
  for each statement execute function touch_policy_epoch();
create trigger referent_deleted after delete on ruleset
  referencing old table as removed for each statement execute function referent_deleted();

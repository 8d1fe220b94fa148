create trigger row_version before update on integration
  for each row execute function bump_row_version();
create trigger tally after insert on integration for each row execute function add_account_tally();
create trigger touch_epoch after insert or update or delete on integration
  for each statement execute function touch_policy_epoch();

create trigger row_version before update on attribute
  for each row execute function bump_row_version();
create trigger touch_epoch after insert or update or delete on attribute
  for each statement execute function touch_policy_epoch();

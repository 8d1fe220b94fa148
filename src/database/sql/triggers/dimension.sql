create trigger row_version before update on dimension
  for each row execute function bump_row_version();
create trigger touch_epoch after insert or update or delete on dimension
  for each statement execute function touch_policy_epoch();

create trigger row_version before update on policy_settings
  for each row execute function bump_row_version();
create trigger touch_epoch after insert or update or delete on policy_settings
  for each statement execute function touch_policy_epoch();

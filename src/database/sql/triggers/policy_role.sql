create trigger touch_epoch after insert or update or delete on policy_role
  for each statement execute function touch_policy_epoch();

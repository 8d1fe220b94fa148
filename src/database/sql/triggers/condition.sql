create trigger touch_epoch after insert or update or delete on condition
  for each statement execute function touch_policy_epoch();

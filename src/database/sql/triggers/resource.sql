create trigger row_version before update on resource
  for each row execute function bump_row_version();
-- A new resource is in no one's body yet; a renamed one may be in many.
create trigger touch_epoch after update on resource
  for each statement execute function touch_policy_epoch();

create trigger rest_on_insert after insert on condition for each row
  when (new.type = 'user' and new.profile_operator is distinct from 'not_equals') execute function rest_activated_rule();
create trigger touch_epoch after insert or update or delete on condition
  for each statement execute function touch_policy_epoch();

create trigger touch_access after insert or update or delete on workspace_user_role
  for each statement execute function touch_access();

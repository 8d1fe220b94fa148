create trigger touch_access after insert or update or delete on service_permission
  for each statement execute function touch_access();

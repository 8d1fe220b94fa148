create trigger row_version before update on service
  for each row execute function bump_row_version();
create trigger touch_access after insert or update or delete on service
  for each statement execute function touch_access();

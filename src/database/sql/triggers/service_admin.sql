create trigger due_on_insert after insert on service_admin for each row
  when (new.expires_at is not null) execute function refresh_due_of_service_admin();
create trigger due_on_update after update on service_admin for each row
  when (new.expires_at is distinct from old.expires_at) execute function refresh_due_of_service_admin();
create trigger due_on_delete after delete on service_admin for each row
  when (old.expires_at is not null) execute function refresh_due_of_service_admin();
create trigger row_version before update on service_admin
  for each row execute function bump_row_version();
create trigger touch_access after insert or update or delete on service_admin
  for each statement execute function touch_access();

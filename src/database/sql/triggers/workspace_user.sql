create trigger a_settle before insert or update on workspace_user
  for each row execute function settle_workspace_user_state();
create trigger after_insert after insert on workspace_user
  referencing new table as moved for each statement execute function person_row_changed();
create trigger after_unlink after update on workspace_user
  referencing old table as moved for each statement execute function person_row_changed();
create trigger after_update after update on workspace_user
  referencing new table as moved for each statement execute function person_row_changed();
create trigger due_on_insert after insert on workspace_user for each row
  when (new.expires_at is not null) execute function refresh_due_instant('workspace_user');
create trigger due_on_update after update on workspace_user for each row
  when (new.expires_at is distinct from old.expires_at or new.state <> old.state)
  execute function refresh_due_instant('workspace_user');
create trigger row_version before update on workspace_user
  for each row execute function bump_row_version();
create trigger touch_access after insert or update or delete on workspace_user
  for each statement execute function touch_access();

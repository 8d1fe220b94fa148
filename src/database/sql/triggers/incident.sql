create trigger row_version before update on incident
  for each row execute function bump_row_version();
create trigger touch_epoch_deleted after delete on incident
  referencing old table as changed_rows for each statement execute function touch_epoch_if_changed();
create trigger touch_epoch_inserted after insert on incident
  referencing new table as changed_rows for each statement execute function touch_epoch_if_changed();
create trigger touch_epoch_updated after update on incident
  referencing new table as changed_rows for each statement execute function touch_epoch_if_changed();

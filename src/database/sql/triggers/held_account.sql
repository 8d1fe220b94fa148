create trigger touch_epoch_deleted after delete on held_account
  referencing old table as changed_rows for each statement execute function touch_epoch_if_changed();
create trigger touch_epoch_inserted after insert on held_account
  referencing new table as changed_rows for each statement execute function touch_epoch_if_changed();
create trigger touch_epoch_updated after update on held_account
  referencing new table as changed_rows for each statement execute function touch_epoch_if_changed();
create trigger hierarchy after insert or update or delete on held_account
  for each row execute function note_hierarchy_change();
create trigger orphans_of_deleted after delete on held_account
  referencing old table as before_rows for each statement execute function note_orphans_of_holds();
create trigger orphans_of_inserted after insert on held_account
  referencing new table as after_rows for each statement execute function note_orphans_of_holds();
create trigger orphans_of_updated after update on held_account
  referencing old table as before_rows new table as after_rows for each statement execute function note_orphans_of_holds();

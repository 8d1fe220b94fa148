create trigger after_delete after delete on qualification
  referencing old table as moved for each statement execute function person_row_changed();
create trigger after_insert after insert on qualification
  referencing new table as moved for each statement execute function person_row_changed();

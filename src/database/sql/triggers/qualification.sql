create trigger after_delete after delete on qualification
  referencing old table as moved for each statement execute function person_row_changed();
create trigger after_insert after insert on qualification
  referencing new table as moved for each statement execute function person_row_changed();
create trigger referents_of_new after insert on qualification
  referencing new table as written for each statement execute function require_referents();
create trigger referents_of_changed after update on qualification
  referencing old table as former new table as written for each statement execute function require_referents();

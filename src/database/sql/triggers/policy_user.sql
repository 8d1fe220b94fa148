create trigger after_insert after insert on policy_user
  referencing new table as moved for each statement execute function person_row_changed();
create trigger after_update after update on policy_user
  referencing new table as moved for each statement execute function person_row_changed();
create trigger due_on_insert after insert on policy_user for each row
  when (new.expires_at is not null) execute function refresh_due_instant('policy_user');
create trigger due_on_update after update on policy_user for each row
  when (new.expires_at is distinct from old.expires_at or new.state <> old.state)
  execute function refresh_due_instant('policy_user');
create trigger tally_deleted after delete on policy_user
  referencing old table as old_rows for each statement execute function count_stays();
create trigger tally_inserted after insert on policy_user
  referencing new table as new_rows for each statement execute function count_stays();
create trigger tally_updated after update on policy_user
  referencing old table as old_rows new table as new_rows for each statement execute function count_stays();
create trigger referents_of_new after insert on policy_user
  referencing new table as written for each statement execute function require_referents();
create trigger referents_of_changed after update on policy_user
  referencing old table as former new table as written for each statement execute function require_referents();

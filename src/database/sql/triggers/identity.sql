create trigger a_settle before insert or update on identity
  for each row execute function settle_identity();
create trigger after_delete after delete on identity
  referencing old table as before_rows for each statement execute function identity_changed();
create trigger after_insert after insert on identity
  referencing new table as after_rows for each statement execute function identity_changed();
create trigger after_update after update on identity
  referencing old table as before_rows new table as after_rows for each statement execute function identity_changed();
create trigger row_version before update on identity
  for each row execute function bump_row_version();

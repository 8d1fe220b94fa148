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
create trigger hierarchy_of_new after insert or delete on identity
  for each row execute function note_hierarchy_change();
create trigger hierarchy_of_changed after update on identity for each row
  when ((old.integration_id, old.vendor_id, old.directory_user_id, old.full_name, old.profile)
    is distinct from (new.integration_id, new.vendor_id, new.directory_user_id, new.full_name, new.profile))
  execute function note_hierarchy_change();
create trigger numbers_of_former after delete on identity
  referencing old table as before_rows for each statement execute function write_account_numbers();
create trigger numbers_of_new after insert on identity
  referencing new table as after_rows for each statement execute function write_account_numbers();
create trigger numbers_of_changed after update on identity
  referencing old table as before_rows new table as after_rows for each statement execute function write_account_numbers();
create trigger referents_of_new after insert on identity
  referencing new table as written for each statement execute function require_referents();
create trigger referents_of_changed after update on identity
  referencing old table as former new table as written for each statement execute function require_referents();

create trigger a_settle_new before insert on directory_user
  for each row execute function settle_directory_user();
-- The columns that it reads, and those that it derives.
create trigger a_settle before update of base_state, state, expires_at, expires_at_is_override, source_expires_at,
    overridden_source_end, activates_at, deleted_at, first_name, last_name, full_name, email, email_key, username,
    username_is_override, primary_identity_id, search_text on directory_user
  for each row execute function settle_directory_user();
create trigger after_insert after insert on directory_user
  referencing new table as inserted for each statement execute function directory_user_inserted();
create trigger after_update after update on directory_user
  referencing old table as before_rows new table as after_rows
  for each statement execute function directory_user_updated();
create trigger row_version before update on directory_user
  for each row execute function bump_directory_user_version();
create trigger start_on_insert after insert on directory_user for each row
  when (new.activates_at is not null) execute function refresh_start();
create trigger start_on_update after update on directory_user for each row
  when (new.activates_at is distinct from old.activates_at) execute function refresh_start();
create trigger hierarchy_of_new after insert or delete on directory_user
  for each row execute function note_hierarchy_change();
create trigger hierarchy_of_changed after update on directory_user for each row
  when ((old.state, old.email, old.deleted_at, old.primary_identity_id, old.manager_id, old.manager_problem, old.manager_reference,
      old.parent_user_id) is distinct from (new.state, new.email, new.deleted_at, new.primary_identity_id, new.manager_id,
      new.manager_problem, new.manager_reference, new.parent_user_id))
  execute function note_hierarchy_change();
create trigger tally_of_new after insert on directory_user
  referencing new table as after_rows for each statement execute function directory_user_tallied();
create trigger tally_of_changed after update on directory_user
  referencing old table as before_rows new table as after_rows
  for each statement execute function directory_user_tallied();
create trigger tally_of_deleted after delete on directory_user
  referencing old table as before_rows for each statement execute function directory_user_tallied();
create trigger orphans_of_new after insert on directory_user
  referencing new table as after_rows for each statement execute function note_orphans_of_people();
create trigger orphans_of_changed after update on directory_user
  referencing old table as before_rows new table as after_rows
  for each statement execute function note_orphans_of_people();
create trigger orphans_of_deleted after delete on directory_user
  referencing old table as before_rows for each statement execute function note_orphans_of_people();
create trigger erased after update of deleted_at on directory_user for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function refuse_undeleting_erased();
create trigger referent_deleted after delete on directory_user
  referencing old table as removed for each statement execute function referent_deleted();
create trigger referents_of_new after insert on directory_user
  referencing new table as written for each statement execute function require_referents();
create trigger referents_of_changed after update on directory_user
  referencing old table as former new table as written for each statement execute function require_referents();

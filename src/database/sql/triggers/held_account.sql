create trigger touch_epoch_deleted after delete on held_account
  referencing old table as changed_rows for each statement execute function touch_epoch_if_changed();
create trigger touch_epoch_inserted after insert on held_account
  referencing new table as changed_rows for each statement execute function touch_epoch_if_changed();
create trigger touch_epoch_updated after update on held_account
  referencing new table as changed_rows for each statement execute function touch_epoch_if_changed();
create trigger hierarchy after insert or update or delete on held_account
  for each row execute function note_hierarchy_change();
create trigger orphans after insert or delete on held_account
  for each row execute function note_orphans_of_hold();
create trigger orphans_of_changed after update on held_account for each row
  when ((old.email_key, old.incident_id is null, old.state, old.replaces_identity_id, old.rejected ->> 'state')
    is distinct from (new.email_key, new.incident_id is null, new.state, new.replaces_identity_id, new.rejected ->> 'state'))
  execute function note_orphans_of_hold();

create trigger row_version before update on integration
  for each row execute function bump_row_version();
create trigger tally after insert on integration for each row execute function add_account_tally();
create trigger touch_epoch after insert or update or delete on integration
  for each statement execute function touch_policy_epoch();
create trigger hierarchy after update on integration for each row
  when ((old.is_primary, old.manager_profile_key, old.manager_profile_holds, old.employee_id_profile_key, old.parent_profile_key,
      old.manager_name_profile_key)
    is distinct from (new.is_primary, new.manager_profile_key, new.manager_profile_holds, new.employee_id_profile_key,
      new.parent_profile_key, new.manager_name_profile_key))
  execute function note_hierarchy_change();
create trigger renumber after update on integration for each row
  when ((old.badge_id_profile_key, old.employee_id_profile_key, old.employee_alt_id_profile_key)
    is distinct from (new.badge_id_profile_key, new.employee_id_profile_key, new.employee_alt_id_profile_key))
  execute function renumber_accounts();
create trigger orphans_of_former_primary after update on integration for each row
  when (old.is_primary and not new.is_primary) execute function note_orphans_of_former_primary();
create trigger referent_deleted after delete on integration
  referencing old table as removed for each statement execute function referent_deleted();

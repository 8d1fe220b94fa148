create trigger after_delete after delete on resource_member
  referencing old table as moved for each statement execute function resource_member_changed();
create trigger after_insert after insert on resource_member
  referencing new table as moved for each statement execute function resource_member_changed();

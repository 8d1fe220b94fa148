create trigger tally_deleted after delete on movement
  referencing old table as old_rows for each statement execute function count_movements();
create trigger tally_inserted after insert on movement
  referencing new table as new_rows for each statement execute function count_movements();
create trigger tally_updated after update on movement
  referencing old table as old_rows new table as new_rows for each statement execute function count_movements();

create trigger tally_deleted after delete on account_end
  referencing old table as old_rows for each statement execute function count_account_ends();
create trigger tally_inserted after insert on account_end
  referencing new table as new_rows for each statement execute function count_account_ends();

create view staged_account with (security_invoker = true) as
  select line, vendor_id, handle, email, first_name, last_name, full_name, state, is_new, created_at, profile,
    days, digest
  from import_account where run_id = current_import_run();
grant select, insert, update, delete on staged_account to muster_server;

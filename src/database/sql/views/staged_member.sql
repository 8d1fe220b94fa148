create view staged_member with (security_invoker = true) as
  select line, type, resource_vendor_id, account_vendor_id, account_email, role
  from import_member where run_id = current_import_run();
grant select, insert, update, delete on staged_member to muster_server;

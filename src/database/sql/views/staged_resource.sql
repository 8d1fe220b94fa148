create view staged_resource with (security_invoker = true) as
  select line, type, vendor_id, parent_vendor_id, name, handle, resource_id, is_new, parent_id
  from import_resource where run_id = current_import_run();
grant select, insert, update, delete on staged_resource to muster_server;

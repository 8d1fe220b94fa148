create trigger after_insert after insert on audit_log
  for each statement execute function audit_log_inserted();
create trigger append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create constraint trigger erased after insert on audit_log deferrable initially deferred
  for each row when (new.event = 'directory.user.erase') execute function require_erased();

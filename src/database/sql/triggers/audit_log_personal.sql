create trigger append_only before update or truncate on audit_log_personal
  for each statement execute function refuse_change();

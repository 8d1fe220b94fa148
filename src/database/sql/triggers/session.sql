-- last_used_at is written at most once a minute and changes no rights.
create trigger touch_access after insert or update of revoked_at, expires_at or delete on session
  for each statement execute function touch_access();

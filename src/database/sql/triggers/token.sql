create trigger touch_access after insert or update of revoked_at, expires_at, scopes on token
  for each statement execute function touch_access();

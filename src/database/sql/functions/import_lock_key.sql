-- Integrations are locked by handle: the plan of a first import connects its integration only in a transaction that is
-- rolled back.
create function import_lock_key(integration_handle text) returns bigint language sql immutable parallel safe
  return hashtextextended('import ' || integration_handle, 0);

create trigger a_settle before insert or update of base_state, expires_at, state, sponsor_id, unconfirmed_ends_at on service
  for each row execute function settle_service();
create trigger due_on_insert after insert on service for each row
  execute function refresh_service_due();
create trigger due_on_update after update on service for each row
  when ((new.ends_at, new.state, new.confirm_by, new.unconfirmed_ends_at)
    is distinct from (old.ends_at, old.state, old.confirm_by, old.unconfirmed_ends_at))
  execute function refresh_service_due();
-- last_used_at is written at most once a minute and changes neither the record nor rights.
create trigger row_version before update on service
  for each row when (new.last_used_at is not distinct from old.last_used_at) execute function bump_row_version();
create trigger touch_access
  after insert or update of state, base_state, expires_at, unconfirmed_ends_at, allowed_networks, deleted_at or delete on service
  for each statement execute function touch_access();

-- Whether it was not the source that ended a person who is expired or deactivated.
create function is_ended_by_administrator(person directory_user) returns boolean language sql immutable parallel safe
  return person.deleted_at is not null or person.state = 'expired' and person.expires_at_is_override
    or person.base_state_set_by = 'administrator' and person.deprovisioned_at is null;

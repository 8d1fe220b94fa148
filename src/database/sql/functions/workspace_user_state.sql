-- The state of a person who signs in, at an instant.
create function workspace_user_state(base_state text, expires_at timestamptz, at timestamptz)
  returns text language sql immutable parallel safe
  return case
    when base_state = 'deactivated' then 'deactivated'
    when expires_at <= at then 'expired'
    when base_state = 'staged' then 'staged'
    when expires_at is not null then 'expiring'
    else 'active'
  end;

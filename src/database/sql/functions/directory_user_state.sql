-- The state that a person shows at an instant (docs/glossary.md).
create function directory_user_state(base_state text, expires_at timestamptz, at timestamptz)
  returns text language sql immutable parallel safe
  return case
    when base_state = 'deactivated' then 'deactivated'
    when expires_at <= at then 'expired'
    when base_state in ('staged', 'suspended') then base_state
    when expires_at is not null then 'expiring'
    else 'active'
  end;

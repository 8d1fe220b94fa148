-- The state of an account to which its source gives a state and days: it has ended once its last day is over, and is inactive
-- before its first day.
create function state_by_days(given text, days jsonb) returns text language sql stable parallel safe
  return case
    when days is null then given
    when (days ->> 'ends_at')::timestamptz <= current_instant() then 'deactivated'
    when given = 'active' and (days ->> 'begins_at')::timestamptz > current_instant() then 'suspended'
    else given
  end;

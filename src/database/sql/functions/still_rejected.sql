-- Those of the rejected values that a state, an address, a name, a profile and days still have; null if there are none. A link was
-- rejected that the address led to.
create function still_rejected(rejected jsonb, state text, email text, full_name text, profile jsonb, days jsonb default null) returns jsonb language sql immutable parallel safe
  return nullif(
    case when rejected ->> 'state' = state then jsonb_build_object('state', state) else '{}' end ||
    case when rejected ? 'email' and email_key(rejected ->> 'email') is not distinct from email_key(email)
      then jsonb_build_object('email', rejected -> 'email') else '{}' end ||
    case when rejected ? 'link' and email_key(rejected ->> 'link') is not distinct from email_key(email)
      then jsonb_build_object('link', rejected -> 'link') else '{}' end ||
    case when rejected ->> 'full_name' = full_name then jsonb_build_object('full_name', full_name) else '{}' end ||
    case when rejected -> 'days' = coalesce(days, 'null') then jsonb_build_object('days', rejected -> 'days') else '{}' end ||
    coalesce((
      select jsonb_build_object('profile', jsonb_object_agg(key, value))
      from jsonb_each(rejected -> 'profile') where coalesce(profile_member(profile, key), 'null') = value
      having count(*) > 0), '{}'), '{}');

-- Since when a rule is in one of these objects; null where it is not.
create function unsettled.since(rules jsonb, rule_id uuid) returns timestamptz language sql immutable parallel safe
  return (rules ->> rule_id::text)::timestamptz;

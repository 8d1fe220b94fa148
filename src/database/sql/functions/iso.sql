-- ISO 8601 UTC with milliseconds and Z: the one way a time leaves the database as JSON. Stable, because an immutable function is not
-- inlined here.
create function iso(at timestamptz) returns text language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- ISO 8601 UTC with milliseconds and Z: the one way a time leaves the database as JSON.
create function iso(at timestamptz) returns text language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Names of managers are compared without case. Names are as long as this; a profile may have a longer text.
create or replace function name_key(name text) returns text language sql immutable parallel safe
  return lower(left(normalize(name, nfc), 200));

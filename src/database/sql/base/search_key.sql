-- What a search compares: lower case, without the accents that Unicode decomposes.
create or replace function search_key(value text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g'));

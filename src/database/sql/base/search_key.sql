-- What a search compares: lower case, without the accents that Unicode decomposes. ASCII has none, and takes a tenth of the time.
create or replace function search_key(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = char_length(value) then lower(value)
    else lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g')) end;

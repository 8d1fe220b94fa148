-- What a search compares, if it fits into a row of an index: 2,700 bytes, of text that Unicode decomposes to three times as much.
create or replace function search_text(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) <= 500 then search_key(value) end;

-- Usernames are compared trimmed and in ASCII lower case, regardless of the database's locale.
create or replace function username_key(username text) returns text language sql immutable parallel safe
  return lower(btrim(username) collate "C");

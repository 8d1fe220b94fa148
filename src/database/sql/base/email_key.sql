-- E-mail addresses are compared trimmed and in ASCII lower case, whatever the database's locale.
create or replace function email_key(email text) returns text language sql immutable parallel safe
  return lower(btrim(email) collate "C");

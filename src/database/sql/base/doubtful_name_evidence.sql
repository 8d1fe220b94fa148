-- The words of a name that says whose an account is; null for one that does not, because a login, an id or an address is in its place: it
-- has no blank between different parts, and all of its words are of the login (with the id) or the address.
create or replace function doubtful_name_evidence(first_name text, last_name text, full_name text, login text, email text) returns text
  language sql immutable parallel safe
  return (
    select case
      when string_to_array(n.words, ' ') <@ string_to_array(concat_ws(' ', name_words('', '', login), name_words('', '', email)), ' ')
        and (
          select count(distinct part) < 2 from regexp_split_to_table(
            lower(coalesce(nullif(btrim(first_name || ' ' || last_name), ''), full_name)), '\s+') part
          where name_words('', '', part) is not null) then null
      else n.words end
    from (select name_words(first_name, last_name, full_name) as words) n);

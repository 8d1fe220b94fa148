-- The words of a name that says whose an account is; null for one that does not (doubtful_name_evidence.sql). Two parts that differ
-- and have letters, as most names do, need no closer look, which takes several times as long; nor do two words of ASCII letters.
-- A letter is one that name_words keeps: not an accent alone.
create or replace function name_evidence(first_name text, last_name text, full_name text, login text, email text) returns text
  language sql immutable parallel safe
  return case
    when first_name collate "C" ~ '^[A-Za-z]+$' and last_name collate "C" ~ '^[A-Za-z]+$'
      and lower(first_name collate "C") <> lower(last_name collate "C")
      then least(lower(first_name collate "C"), lower(last_name collate "C")) || ' '
        || greatest(lower(first_name collate "C"), lower(last_name collate "C"))
    when split_part(btrim(first_name), ' ', 1) ~ '(?![\u0300-\u036f])[[:alnum:]]'
      and split_part(btrim(last_name), ' ', -1) ~ '(?![\u0300-\u036f])[[:alnum:]]'
      and lower(split_part(btrim(first_name), ' ', 1)) <> lower(split_part(btrim(last_name), ' ', -1))
      then name_words(first_name, last_name, full_name)
    else doubtful_name_evidence(first_name, last_name, full_name, login, email) end;

-- A name as matching compares it: the set of its words, regardless of their order, case and accents; null where there is none. The whole
-- name counts where first and last name are empty.
create or replace function name_words(first_name text, last_name text, full_name text) returns text language sql immutable parallel safe
  return (
    select string_agg(distinct word, ' ' order by word)
    from regexp_split_to_table(
      regexp_replace(translate(
        replace(replace(replace(search_key(coalesce(nullif(btrim(first_name || ' ' || last_name), ''), full_name)),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'łøđıħς', 'lodihσ'), '[''`´’‘ʼ]', '', 'g'),
      '[\s[:punct:]·‐‑–—]+') as word
    where word <> '');

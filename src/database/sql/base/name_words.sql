-- A name as matching compares it: the set of its words, regardless of their order, case and accents; null where there is none. The whole
-- name counts where first and last name are empty.
create or replace function name_words(first_name text, last_name text, full_name text) returns text
  language plpgsql immutable parallel safe as $$
declare
  name text := search_key(coalesce(nullif(btrim(first_name || ' ' || last_name), ''), full_name));
  words text[];
begin
  if octet_length(name) <> char_length(name) then
    name := translate(replace(replace(replace(name, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'łøđıħς', 'lodihσ');
  end if;
  words := string_to_array(btrim(regexp_replace(
    regexp_replace(name, '[''`´’‘ʼ]', '', 'g'), '[\s[:punct:]·‐‑–—]+', ' ', 'g'), ' '), ' ');
  -- Most names have two words.
  if cardinality(words) = 2 and words[1] <> words[2] then
    return least(words[1] collate "C", words[2] collate "C") || ' ' || greatest(words[1] collate "C", words[2] collate "C");
  end if;
  return (select string_agg(distinct word collate "C", ' ' order by word collate "C") from unnest(words) as word where word <> '');
end
$$;

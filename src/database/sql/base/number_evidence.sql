-- An employee number that says whose an account is; null for one that doesn't: the vendor's id itself, and placeholders. These have
-- no digit, or fewer than two different characters, or are digits in sequence such as 12345, or the mapping lists them (lower case).
create or replace function number_evidence(number text, vendor_id text, placeholders text[]) returns text
  language plpgsql immutable parallel safe as $$
declare
  known text := left(btrim(number), 200);
  bare text;
begin
  if number is null then
    return null;
  end if;
  bare := regexp_replace(lower(number), '[^[:alnum:]]+', '', 'g');
  if bare = repeat(left(bare, 1), length(bare)) or bare !~ '[0-9]' or lower(known) = any (placeholders)
    or (strpos('01234567890', bare) > 0 or strpos('09876543210', bare) > 0) and bare ~ '^[0-9]{3,}$'
    or bare_number(known) = bare_number(vendor_id) then
    return null;
  end if;
  return known;
end
$$;

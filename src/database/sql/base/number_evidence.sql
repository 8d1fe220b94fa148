-- An employee number that says whose an account is; null for one that doesn't: the vendor's id itself, and placeholders. These have
-- no digit, or fewer than two different characters, or are digits in sequence such as 12345, or the mapping lists them (lower case).
create or replace function number_evidence(number text, vendor_id text, placeholders text[]) returns text language sql immutable parallel safe
  return (
    select case
      when bare !~ '[0-9]' or bare ~ '^(.)\1*$' or lower(known) = any (placeholders)
        or bare ~ '^[0-9]{3,}$' and (strpos('01234567890', bare) > 0 or strpos('09876543210', bare) > 0)
        or bare_number(known) = bare_number(vendor_id) then null
      else known end
    from (select left(btrim(number), 200) as known, regexp_replace(lower(number), '[^[:alnum:]]+', '', 'g') as bare) n);

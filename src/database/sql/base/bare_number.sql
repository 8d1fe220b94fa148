-- An employee number as it is told from others: numbers that are the same here and differ otherwise (007 and 7) say nothing.
create or replace function bare_number(number text) returns text language sql immutable parallel safe
  return regexp_replace(lower(btrim(number)), '^0+(?=.)', '');

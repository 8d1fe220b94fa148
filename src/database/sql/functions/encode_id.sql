-- A uuid as the API shows it (contract/ids.ts): the prefix, `_`, and its 128 bits as 26 digits of Crockford's base 32.
create function encode_id(prefix text, id uuid) returns text language plpgsql immutable strict parallel safe as $$
declare
  digits constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  hex constant text := replace(id::text, '-', '');
  high constant bigint := ('x' || left(hex, 16))::bit(64)::bigint;
  low constant bigint := ('x' || right(hex, 16))::bit(64)::bigint;
begin
  return prefix || '_'
    || substr(digits, 1 + (high >> 61 & 7)::int, 1) || substr(digits, 1 + (high >> 56 & 31)::int, 1)
    || substr(digits, 1 + (high >> 51 & 31)::int, 1) || substr(digits, 1 + (high >> 46 & 31)::int, 1)
    || substr(digits, 1 + (high >> 41 & 31)::int, 1) || substr(digits, 1 + (high >> 36 & 31)::int, 1)
    || substr(digits, 1 + (high >> 31 & 31)::int, 1) || substr(digits, 1 + (high >> 26 & 31)::int, 1)
    || substr(digits, 1 + (high >> 21 & 31)::int, 1) || substr(digits, 1 + (high >> 16 & 31)::int, 1)
    || substr(digits, 1 + (high >> 11 & 31)::int, 1) || substr(digits, 1 + (high >> 6 & 31)::int, 1)
    || substr(digits, 1 + (high >> 1 & 31)::int, 1) || substr(digits, 1 + (((high << 4 & 16) | (low >> 60 & 15)) & 31)::int, 1)
    || substr(digits, 1 + (low >> 55 & 31)::int, 1) || substr(digits, 1 + (low >> 50 & 31)::int, 1)
    || substr(digits, 1 + (low >> 45 & 31)::int, 1) || substr(digits, 1 + (low >> 40 & 31)::int, 1)
    || substr(digits, 1 + (low >> 35 & 31)::int, 1) || substr(digits, 1 + (low >> 30 & 31)::int, 1)
    || substr(digits, 1 + (low >> 25 & 31)::int, 1) || substr(digits, 1 + (low >> 20 & 31)::int, 1)
    || substr(digits, 1 + (low >> 15 & 31)::int, 1) || substr(digits, 1 + (low >> 10 & 31)::int, 1)
    || substr(digits, 1 + (low >> 5 & 31)::int, 1) || substr(digits, 1 + (low >> 0 & 31)::int, 1);
end
$$;

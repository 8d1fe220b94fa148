-- Names a personal value without showing it: the first 128 bits of SHA-256, in base64, over the salt of its record, the
-- key, a colon and the value as jsonb writes it. Stable, because an immutable function is not inlined here.
create function personal_reference(salt bytea, key text, value jsonb) returns text language sql stable parallel safe
  return encode(substr(sha256(salt || convert_to(key || ':' || value::text, 'UTF8')), 1, 16), 'base64');

-- What a profile has under a key: an own key first, else a dotted path, as profile_text reads it.
create function profile_member(profile jsonb, key text) returns jsonb language sql immutable parallel safe
  return case when profile ? key then profile -> key else profile #> string_to_array(key, '.') end;

-- The profile with another value under the key; null takes the key out.
create function profile_with(profile jsonb, key text, value jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  path text[] := case when profile ? key or profile #> string_to_array(key, '.') is null
    then array[key] else string_to_array(key, '.') end;
begin
  return case when value is null then profile #- path else jsonb_set(profile, path, value) end;
end
$$;

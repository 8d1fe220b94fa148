-- The profile with these values, of which null takes a key out.
create function profile_with_values(profile jsonb, changes jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  item record;
begin
  for item in select key, value from jsonb_each(changes) loop
    profile := profile_with(profile, item.key, nullif(item.value, 'null'));
  end loop;
  return profile;
end
$$;

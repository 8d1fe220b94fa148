-- The profile with the accepted values instead of those that were rejected and that it still has.
create function profile_without_rejected(profile jsonb, accepted jsonb, rejected jsonb) returns jsonb
  language plpgsql immutable parallel safe as $$
declare
  item record;
begin
  for item in select key, value from jsonb_each(rejected) loop
    if coalesce(profile_member(profile, item.key), 'null') = item.value then
      profile := profile_with(profile, item.key, profile_member(accepted, item.key));
    end if;
  end loop;
  return profile;
end
$$;

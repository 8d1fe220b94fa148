create function touch_policy_epoch() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform open_change();
  perform set_config('muster.touched', 'all', true);
  perform set_config('muster.policy_touched', 'yes', true);
  return null;
end
$$;

create function touch_access() returns trigger language plpgsql as $$
begin
  perform set_config('muster.access_touched', 'yes', true);
  return null;
end
$$;

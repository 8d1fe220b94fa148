-- Bodies show what is held. A statement that finds no row leaves them as they are.
create function touch_epoch_once() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update policy_epoch set epoch = epoch + 1;
  perform set_config('muster.touched', 'all', true);
end
$$;

revoke execute on function touch_epoch_once() from public;
grant execute on function touch_epoch_once() to muster_server;

-- People whose own response changes.
create function touch_directory_users(ids uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform note_ids('muster.touched', ids);
end
$$;

revoke execute on function touch_directory_users(uuid[]) from public;

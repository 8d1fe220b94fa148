-- People who appear in other bodies, too: whose, is asked once the versions are locked, because another transaction
-- may give them other neighbours meanwhile.
create function touch_neighbourhoods(ids uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform note_ids('muster.moved', ids);
end
$$;

revoke execute on function touch_neighbourhoods(uuid[]) from public;

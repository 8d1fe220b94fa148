-- People by their identities, which another transaction may link again meanwhile.
create function touch_members(identity_ids uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform note_ids('muster.members', identity_ids);
end
$$;

revoke execute on function touch_members(uuid[]) from public;

-- The people in whose bodies something changes by what the transaction has written so far; null when these are too many to name.
create function people_touched_so_far() returns uuid[] language plpgsql stable security definer
  set search_path = public, pg_temp as $$
begin
  if coalesce(current_setting('muster.touched', true), '') = 'all' then
    return null;
  end if;
  return noted_ids('muster.touched') || people_near(noted_ids('muster.moved'), noted_ids('muster.members'));
end
$$;

grant execute on function people_touched_so_far() to muster_server;

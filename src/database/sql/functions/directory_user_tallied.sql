-- Adds to the tally of states what a statement has changed. Its triggers name the rows before and after it alike.
create function directory_user_tallied() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into directory_user_tally (state, people)
    select state, count(*) from after_rows where deleted_at is null group by state;
  elsif tg_op = 'DELETE' then
    insert into directory_user_tally (state, people)
    select state, -count(*) from before_rows where deleted_at is null group by state;
  else
    insert into directory_user_tally (state, people)
    select state, sum(people) from (
      select state, -1 as people from before_rows where deleted_at is null
      union all select state, 1 from after_rows where deleted_at is null) each
    group by state having sum(people) <> 0;
  end if;
  return null;
end
$$;

revoke execute on function directory_user_tallied() from public;

create function count_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update ruleset_tally t set people = t.people + n.people, first_entered_at = coalesce(t.first_entered_at, n.since)
    from (
      select ruleset_id, count(*) filter (where deleted_at is null) as people, min(activated_at) as since
      from new_rows group by ruleset_id) n
    where t.ruleset_id = n.ruleset_id;
  elsif tg_op = 'UPDATE' then
    update ruleset_tally t set people = t.people + n.people
    from (
      select ruleset_id, sum(change) as people from (
        select ruleset_id, 1 as change from new_rows where deleted_at is null
        union all select ruleset_id, -1 from old_rows where deleted_at is null) changes
      group by ruleset_id having sum(change) <> 0) n
    where t.ruleset_id = n.ruleset_id;
  else
    update ruleset_tally t set people = t.people - n.people
    from (select ruleset_id, count(*) as people from old_rows where deleted_at is null group by ruleset_id) n
    where t.ruleset_id = n.ruleset_id;
  end if;
  return null;
end
$$;

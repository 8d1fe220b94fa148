create function count_account_ends() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update account_tally t set ends = t.ends + n.ends
    from (select integration_id, count(*) as ends from new_rows group by integration_id) n
    where t.integration_id = n.integration_id;
  else
    update account_tally t set ends = t.ends - n.ends
    from (select integration_id, count(*) as ends from old_rows group by integration_id) n
    where t.integration_id = n.integration_id;
  end if;
  return null;
end
$$;

-- The one due instant of a rule: its beginning while it is staged with a date, then its end, or the end of its rest if that is
-- sooner. A draft stays a draft when its end passes.
create function refresh_rule_due() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'resting_rule' then
    perform set_rule_due(coalesce(new.rule_id, old.rule_id));
    return null;
  end if;
  if tg_op = 'UPDATE' and new.state not in ('active', 'expiring') and old.state in ('active', 'expiring') then
    delete from resting_rule where rule_id = new.id;
  end if;
  perform set_rule_due(coalesce(new.id, old.id));
  return null;
end
$$;

revoke execute on function refresh_rule_due() from public;

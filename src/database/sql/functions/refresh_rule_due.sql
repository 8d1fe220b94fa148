-- The one due instant of a rule: its beginning while it is staged with a date, then its end. A draft stays a draft when its
-- end passes.
create function refresh_rule_due() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  due timestamptz := case
    when new.state = 'staged' then new.activates_at
    when new.state in ('active', 'expiring') then new.expires_at
  end;
begin
  if due is not null then
    insert into due_instant (kind, record_id, at) values ('rule', new.id, due)
    on conflict (kind, record_id) do update set at = excluded.at;
  elsif tg_op = 'UPDATE' then
    delete from due_instant where kind = 'rule' and record_id = new.id;
  end if;
  return null;
end
$$;

revoke execute on function refresh_rule_due() from public;

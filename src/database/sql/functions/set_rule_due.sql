create function set_rule_due(id uuid) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  due timestamptz := (
    select case when r.state = 'staged' then r.activates_at
      when r.state in ('active', 'expiring') then least(r.expires_at, q.ends_at) end
    from rule r left join resting_rule q on q.rule_id = r.id where r.id = set_rule_due.id);
begin
  if due is not null then
    insert into due_instant (kind, record_id, at) values ('rule', set_rule_due.id, due)
    on conflict (kind, record_id) do update set at = excluded.at;
  else
    delete from due_instant where kind = 'rule' and record_id = set_rule_due.id;
  end if;
end
$$;

revoke execute on function set_rule_due(uuid) from public;

-- Rules in force whose end has passed.
create view unsettled.ended_rule as
  select r.id as rule_id, r.expires_at as at
  from due_instant d join rule r on r.id = d.record_id
  where d.kind = 'rule' and d.at <= current_instant() and r.state in ('active', 'expiring') and r.expires_at <= current_instant();
grant select on unsettled.ended_rule to muster_server;

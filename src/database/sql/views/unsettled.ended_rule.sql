-- Rules in force whose end has passed, or the end of their rest.
create view unsettled.ended_rule as
  select r.id as rule_id, d.at
  from due_instant d join rule r on r.id = d.record_id
  where d.kind = 'rule' and d.at <= current_instant() and r.state in ('active', 'expiring');
grant select on unsettled.ended_rule to muster_server;

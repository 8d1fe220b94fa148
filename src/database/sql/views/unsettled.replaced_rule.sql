-- Rules that are replaced: who is in grace under one of them may have left with it.
create view unsettled.replaced_rule as
  select replaces_rule_id as rule_id, min(at) as at from unsettled.beginning_rule
  where replaces_rule_id is not null group by replaces_rule_id;
grant select on unsettled.replaced_rule to muster_server;

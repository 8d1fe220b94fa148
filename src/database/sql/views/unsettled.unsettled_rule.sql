create view unsettled.unsettled_rule as select rule_id from unsettled.ended_rule;
grant select on unsettled.unsettled_rule to muster_server;

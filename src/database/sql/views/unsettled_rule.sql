-- The rules that are over. Empty here, because everything is settled; reads of the policy ask for both.
create view unsettled_rule as select null::uuid as rule_id where false;
grant select on unsettled_rule to muster_server;

-- Staged rules whose date has come, with the rule that each replaces. `keeps_all`: everyone who meets that rule meets
-- this one, because it has no condition that the other has not.
create view unsettled.beginning_rule as
  select n.id as rule_id, n.ruleset_id, n.activates_at as at, o.id as replaces_rule_id,
    (n.expires_at <= current_instant()) is not true and not exists (
      select from condition c where c.rule_id = n.id and not exists (
        select from condition k where k.rule_id = o.id
          and (k.type, k.attribute_id, k.integration_id, k.directory_user_id, k.vendor_resource_id, k.profile_key, k.profile_operator, k.profile_value, k.or_absent)
            is not distinct from
            (c.type, c.attribute_id, c.integration_id, c.directory_user_id, c.vendor_resource_id, c.profile_key, c.profile_operator, c.profile_value, c.or_absent)))
      as keeps_all
  from due_instant d join rule n on n.id = d.record_id
    left join rule o on o.id = n.replaces_rule_id and o.state in ('active', 'expiring')
  where d.kind = 'rule' and d.at <= current_instant() and n.state = 'staged' and n.activates_at <= current_instant();
grant select on unsettled.beginning_rule to muster_server;

-- Rules whose people are not certain any more: those that have ended, or name a person whose end has passed, or are replaced by a rule that asks for something
-- else; and, transitively, those with a condition on an attribute or a resource that lost a rule, or a negative one on one that
-- gained a rule.
create view unsettled.lost_rule as
  with recursive moved (rule_id, at, way) as (
    select rule_id, at, 'lost' from unsettled.ended_rule
    union
    select c.rule_id, d.at, 'lost' from due_instant d join condition c on c.directory_user_id = d.record_id
    where d.kind = 'directory_user' and d.at <= current_instant() and c.type = 'user' and c.profile_operator is distinct from 'not_equals'
    union
    select rule_id, at, 'gained' from unsettled.beginning_rule
    union
    select replaces_rule_id, min(at), 'lost' from unsettled.beginning_rule
    where replaces_rule_id is not null
    group by replaces_rule_id having not bool_or(keeps_all)
    union
    select r.id, m.at, follows.way
    from moved m join rule before on before.id = m.rule_id
      join ruleset s on s.id = before.ruleset_id and s.state = 'managed'
      join condition c on c.attribute_id = s.attribute_id or c.vendor_resource_id = s.resource_id
      join rule r on r.id = c.rule_id and r.state in ('active', 'expiring')
      join (values
        ('lost', false, 'lost'), ('lost', true, 'lost'), ('lost', true, 'gained'),
        ('gained', false, 'gained'), ('gained', true, 'lost')
      ) as follows (cause, is_negative, way) on follows.cause = m.way
        and follows.is_negative = coalesce(c.profile_operator in ('not_equals', 'not_in', 'not_contains', 'not_exists'), false)
  )
  select rule_id, min(at) as at from moved where way = 'lost' group by rule_id;
grant select on unsettled.lost_rule to muster_server;

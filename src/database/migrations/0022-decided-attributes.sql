-- Which attributes somebody decides, as manifests follow it. Like who qualifies it stays as it is while a ruleset is
-- frozen: a rule that begins in the change that froze it decides nothing until it thaws.

create table decided_ruleset (
  ruleset_id uuid primary key references ruleset on delete cascade
);

insert into decided_ruleset (ruleset_id)
select s.id
from ruleset s join attribute a on a.id = s.attribute_id join dimension d on d.id = a.dimension_id
  left join ruleset_freeze f on f.ruleset_id = s.id and f.ended_at is null
where s.state = 'managed' and 'deactivated' not in (a.state, d.state) and (
  exists (
    select from rule r where r.ruleset_id = s.id and r.state in ('active', 'expiring')
      and (f.id is null or r.activated_at < f.since))
  or exists (
    select from rule r join qualification q on q.rule_id = r.id where r.ruleset_id = s.id and f.id is not null));

grant select, insert, update, delete on decided_ruleset to muster_server;

-- Rules in force that name, by a positive condition, a person who is expired, deactivated or deleted. They rest until the person
-- returns, and end at `ends_at`. `identity_id` is the account that the person had when they left.
create table resting_rule (
  rule_id uuid primary key references rule on delete cascade,
  directory_user_id uuid not null references directory_user on delete cascade,
  identity_id uuid,
  since timestamptz not null,
  ends_at timestamptz not null
);
create index resting_rule_user on resting_rule (directory_user_id);
grant select, insert, update, delete on resting_rule to muster_server;

alter table policy_settings add column exceptions_end_after_days integer not null default 14
  check (exceptions_end_after_days between 0 and 90);

-- Of people who left before, the time begins now.
insert into resting_rule (rule_id, directory_user_id, identity_id, since, ends_at)
select distinct on (r.id) r.id, u.id, u.primary_identity_id, now(), now() + interval '14 days'
from condition c join rule r on r.id = c.rule_id and r.state in ('active', 'expiring')
  join directory_user u on u.id = c.directory_user_id
where c.type = 'user' and c.profile_operator is distinct from 'not_equals' and u.state in ('expired', 'deactivated')
order by r.id, u.id;

insert into due_instant (kind, record_id, at)
select 'rule', rule_id, ends_at from resting_rule
on conflict (kind, record_id) do update set at = least(due_instant.at, excluded.at);

-- Which plans a caller sees, and what the list of plans shows, follows from these. A plan can have very many operations,
-- so no list reads them. Triggers write the columns.
alter table plan
  add column first_op text,
  add column ops text[] not null default '{}',
  add column names_profile_values boolean not null default false,
  add column finding_ruleset_ids uuid[] not null default '{}',
  add column exceeds_limits boolean not null default false;

update plan set
  first_op = operations -> 0 ->> 'op',
  ops = plan_ops(operations),
  names_profile_values = plan_names_profile_values(operations),
  finding_ruleset_ids = plan_finding_rulesets(findings),
  exceeds_limits = exceeds <> '[]';

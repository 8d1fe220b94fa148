-- What one person may draft is bounded, because everybody's staged rules are evaluated when somebody reads them.
alter table policy_settings
  add draft_limit_per_ruleset integer not null default 200 check (draft_limit_per_ruleset between 1 and 10000),
  add condition_limit_per_rule integer not null default 50 check (condition_limit_per_rule between 1 and 200);

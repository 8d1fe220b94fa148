-- A change beyond a limit that two people decide: who approved which effect of a plan. A plan with another effect is another plan.
create table plan_approval (
  plan_id uuid not null references plan on delete cascade,
  workspace_user_id uuid not null references workspace_user,
  digest bytea not null check (octet_length(digest) = 32),
  created_at timestamptz not null default current_instant(),
  primary key (plan_id, workspace_user_id)
);
create index plan_approval_user on plan_approval (workspace_user_id);
grant select, insert, update, delete on plan_approval to muster_server;

alter table policy_settings add requires_second_approval boolean not null default false;
alter table ruleset add requires_second_approval boolean not null default false;

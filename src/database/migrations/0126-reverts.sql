-- A plan that undoes another one, and what of that it leaves as it is, with the reason.
alter table plan
  add column reverts_plan_id uuid references plan on delete set null,
  add column not_reverted jsonb not null default '[]' check (jsonb_typeof(not_reverted) = 'array');
create index plan_reverts on plan (reverts_plan_id);

-- A stay of someone who had left by a plan and came back when it was reverted, and the stay that had ended.
create table returned_stay (
  policy_user_id uuid primary key references policy_user,
  former_id uuid not null references policy_user
);
create index returned_stay_former on returned_stay (former_id);
grant select, insert, update, delete on returned_stay to muster_server;

-- What administering policy by hand needs: people who may do so on one ruleset, rules that begin at a date, and rules
-- that are gone from sight while the history of stays still names them.

create table ruleset_admin (
  id uuid primary key default new_id(),
  ruleset_id uuid not null references ruleset,
  workspace_user_id uuid not null references workspace_user,
  role text not null check (role in ('audit', 'create', 'activate', 'admin')),
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  unique (ruleset_id, workspace_user_id)
);
create index ruleset_admin_user on ruleset_admin (workspace_user_id);
create trigger row_version before update on ruleset_admin
  for each row execute function bump_row_version();
create trigger touch_access after insert or update or delete on ruleset_admin
  for each statement execute function touch_access();
grant select, insert, update, delete on ruleset_admin to muster_server;

alter table rule
  -- A staged rule with a date: then it is in force, and the rule that it replaces ends.
  add column activates_at timestamptz check (activates_at is null or state = 'staged'),
  add column replaces_rule_id uuid references rule on delete set null,
  add column deleted_at timestamptz check (deleted_at is null or state not in ('active', 'expiring')),
  add check (replaces_rule_id is null or activates_at is not null),
  add check (activates_at >= expires_at is not true);
create index rule_replaces on rule (replaces_rule_id);

-- The one due instant of a rule: its beginning while it waits for it, then its end.
create function refresh_rule_due() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  due timestamptz := case when new.state in ('staged', 'active', 'expiring')
    then coalesce(new.activates_at, new.expires_at) end;
begin
  if due is not null then
    insert into due_instant (kind, record_id, at) values ('rule', new.id, due)
    on conflict (kind, record_id) do update set at = excluded.at;
  elsif tg_op = 'UPDATE' then
    delete from due_instant where kind = 'rule' and record_id = new.id;
  end if;
  return null;
end
$$;
revoke execute on function refresh_rule_due() from public;
drop trigger due_on_insert on rule;
drop trigger due_on_update on rule;
create trigger due_on_insert after insert on rule for each row
  when (new.expires_at is not null or new.activates_at is not null) execute function refresh_rule_due();
create trigger due_on_update after update on rule for each row
  when (new.expires_at is distinct from old.expires_at or new.activates_at is distinct from old.activates_at
    or new.state <> old.state)
  execute function refresh_rule_due();

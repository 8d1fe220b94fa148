-- Limits that can be changed, and a youth that can't be won back.

alter table policy_settings
  add column id uuid not null default new_id(),
  add column version bigint not null default 1,
  add column updated_at timestamptz not null default current_instant();
create trigger row_version before update on policy_settings
  for each row execute function bump_row_version();

alter table ruleset
  -- A plan that is being applied tells it.
  drop column recalculating,
  drop constraint ruleset_check2,
  -- When it was last managed, while it is not.
  add column managed_until timestamptz,
  add check (state <> 'managed' or (managed_since is not null and managed_until is null));

-- What leaves `managed` and is back within 24 hours is as old as it was: nobody makes a ruleset young by that.
create or replace function settle_ruleset() returns trigger language plpgsql as $$
begin
  if new.state <> 'managed' then
    if tg_op = 'UPDATE' and old.state = 'managed' then
      new.managed_until := current_instant();
    end if;
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.managed_since := coalesce(new.managed_since, current_instant());
  elsif old.state <> 'managed'
    and (new.managed_until is null or new.managed_until <= current_instant() - interval '24 hours') then
    new.managed_since := current_instant();
  end if;
  new.managed_until := null;
  return new;
end
$$;

-- Never surprise anyone: how much may change within 24 hours, what is frozen, and what is held because of it.

alter table policy_settings
  add column removal_limit_percent integer not null default 25 check (removal_limit_percent between 0 and 100),
  add column removal_limit_people integer not null default 5 check (removal_limit_people >= 0),
  add column addition_limit_percent integer not null default 100 check (addition_limit_percent between 0 and 1000000),
  add column addition_limit_people integer not null default 50 check (addition_limit_people >= 0),
  -- Of an integration's identities, before it is quarantined.
  add column deactivation_limit_percent integer not null default 25 check (deactivation_limit_percent between 0 and 100),
  add column deactivation_limit_people integer not null default 5 check (deactivation_limit_people >= 0),
  -- Whether a ruleset freezes where what its rules in force name is gone.
  add column freezes_when_gone boolean not null default true;

-- Without a limit of its own the workspace's holds.
alter table ruleset
  add column removal_limit_percent integer check (removal_limit_percent between 0 and 100),
  add column removal_limit_people integer check (removal_limit_people >= 0),
  add column addition_limit_percent integer check (addition_limit_percent between 0 and 1000000),
  add column addition_limit_people integer check (addition_limit_people >= 0),
  add column managed_since timestamptz;
alter table ruleset disable trigger user;
update ruleset set managed_since = created_at where state = 'managed';
alter table ruleset enable trigger user;
alter table ruleset add check ((state = 'managed') = (managed_since is not null));

create function settle_ruleset() returns trigger language plpgsql as $$
begin
  if new.state <> 'managed' then
    new.managed_since := null;
  elsif tg_op = 'INSERT' then
    new.managed_since := coalesce(new.managed_since, current_instant());
  elsif old.state <> 'managed' then
    new.managed_since := current_instant();
  end if;
  return new;
end
$$;
create trigger a_settle before insert or update on ruleset
  for each row execute function settle_ruleset();

-- Who counts towards a ruleset's limits, and since when. Older than 24 hours they count no more.
create table ruleset_movement (
  ruleset_id uuid not null references ruleset on delete cascade,
  direction text not null check (direction in ('removed', 'added')),
  directory_user_id uuid not null references directory_user on delete cascade,
  at timestamptz not null,
  primary key (ruleset_id, direction, directory_user_id)
);
create index ruleset_movement_user on ruleset_movement (directory_user_id);
create index ruleset_movement_at on ruleset_movement (at);

create table ruleset_freeze (
  id uuid primary key default new_id(),
  ruleset_id uuid not null references ruleset on delete cascade,
  reason text not null
    check (reason in ('referent_gone', 'removal_limit', 'addition_limit', 'source_quarantined')),
  -- For a limit: people, size, percent and people of the limit; else the uuids of what is gone or quarantined.
  detail jsonb not null,
  since timestamptz not null default current_instant(),
  ended_at timestamptz,
  ended_by text check (ended_by in ('approved', 'cause_gone', 'not_managed')),
  check ((ended_at is null) = (ended_by is null))
);
create unique index ruleset_freeze_open on ruleset_freeze (ruleset_id) where ended_at is null;
create index ruleset_freeze_ruleset on ruleset_freeze (ruleset_id, since);

-- What an administrator has let go: that it is gone freezes the ruleset no more, until it has been back.
create table ruleset_accepted_referent (
  ruleset_id uuid not null references ruleset on delete cascade,
  referent_id uuid not null,
  primary key (ruleset_id, referent_id)
);

-- What a freeze keeps from happening. What that is moves with the world, so that it is worked out when it is asked for;
-- digest and totals are those of the decision.
create table held_change (
  id uuid primary key default new_id(),
  ruleset_id uuid not null references ruleset on delete cascade,
  freeze_id uuid not null unique references ruleset_freeze on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'dropped')),
  digest bytea check (octet_length(digest) = 32),
  totals jsonb,
  decided_by_type text check (decided_by_type in ('user', 'service')),
  decided_by_id uuid,
  decided_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  check ((state in ('approved', 'rejected')) = (digest is not null)),
  check (num_nonnulls(decided_by_type, decided_by_id, decided_at) in (0, 3)),
  check ((digest is null) = (totals is null) and (digest is null) = (decided_at is null))
);
create index held_change_ruleset on held_change (ruleset_id, created_at, id);
create trigger row_version before update on held_change
  for each row execute function bump_row_version();

create table integration_quarantine (
  id uuid primary key default new_id(),
  integration_id uuid not null references integration on delete cascade,
  -- How many identities were deactivated or about to be, of how many 24 hours before.
  deactivations integer not null,
  identities integer not null,
  since timestamptz not null default current_instant(),
  released_at timestamptz
);
create unique index integration_quarantine_open on integration_quarantine (integration_id) where released_at is null;
create index integration_quarantine_integration on integration_quarantine (integration_id, since);

-- Frozen attributes are part of the policy that people are evaluated under.
create trigger touch_epoch after insert or update or delete on ruleset_freeze
  for each statement execute function touch_policy_epoch();
create trigger touch_epoch after insert or update or delete on ruleset_accepted_referent
  for each statement execute function touch_policy_epoch();
create trigger touch_epoch after insert or update or delete on integration_quarantine
  for each statement execute function touch_policy_epoch();

alter table identity
  -- When it was last deactivated at the vendor.
  add column vendor_deactivated_at timestamptz,
  -- The source says that it is deactivated, and is not believed yet.
  add column deactivation_waits_since timestamptz;
create index identity_vendor_deactivated_at on identity (integration_id, vendor_deactivated_at)
  where vendor_deactivated_at is not null;
create index identity_deactivation_waits on identity (integration_id)
  where deactivation_waits_since is not null;
create or replace function settle_identity() returns trigger language plpgsql as $$
begin
  new.email_key := email_key(new.email);
  if tg_op = 'UPDATE' and new.vendor_state <> old.vendor_state then
    new.vendor_deactivated_at := case when new.vendor_state = 'deactivated' then current_instant() end;
    new.deactivation_waits_since := null;
  end if;
  return new;
end
$$;

grant select, insert, update, delete on ruleset_movement, ruleset_freeze, ruleset_accepted_referent, held_change,
  integration_quarantine to muster_server;

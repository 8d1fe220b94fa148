-- Plans: lists of changes with the effect that they would have, and the work that is done after its request was answered.

create table plan (
  id uuid primary key default new_id(),
  -- `stale`: another effect was found when it was to be applied, which another plan tells.
  state text not null check (state in ('ready', 'applying', 'applied', 'failed', 'stale')),
  -- One operation of an endpoint that turned out to be long may do no more than that endpoint may.
  is_plan boolean not null default true,
  description text check (char_length(description) <= 1000),
  operations jsonb not null check (jsonb_typeof(operations) = 'array'),
  author_type text not null check (author_type in ('user', 'service')),
  author_id uuid not null,
  -- Of the effect; null until it is known.
  digest bytea check (octet_length(digest) = 32),
  totals jsonb,
  findings jsonb not null default '[]',
  -- Stays of manifests that it writes: all of them, null until that is known, and how many were found so far.
  rows_total integer check (rows_total >= 0),
  rows_done integer not null default 0 check (rows_done >= 0),
  -- Who applies it, with what their credential reached, for as long as a job does so: domain.md §4 counts then, too.
  applier jsonb,
  -- The version of the record that a single operation was asked for.
  required_version bigint,
  failure text check (char_length(failure) <= 2000),
  replaced_by_id uuid references plan on delete set null,
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  expires_at timestamptz not null,
  applied_at timestamptz,
  check ((state = 'applied') = (applied_at is not null)),
  check ((state = 'failed') = (failure is not null)),
  check (state <> 'applying' or applier is not null)
);
create index plan_replaced_by on plan (replaced_by_id);
create index plan_end on plan (expires_at);
create index plan_applying on plan (id) where state = 'applying';
create trigger row_version before update on plan
  for each row execute function bump_row_version();

-- The rulesets that a plan names or moves, as they were called then: one that only the plan makes is no record yet.
create table plan_ruleset (
  plan_id uuid not null references plan on delete cascade,
  ruleset_id uuid not null,
  position integer not null,
  name text not null,
  type text not null,
  is_new boolean not null,
  totals jsonb not null,
  primary key (plan_id, ruleset_id)
);

-- What a plan changes, stay by stay. What it showed stays as it was shown, so that nothing is referred to.
create table plan_effect (
  plan_id uuid not null references plan on delete cascade,
  position integer not null,
  ruleset_id uuid not null,
  directory_user_id uuid not null,
  kinds text[] not null,
  role_before text,
  state_before text,
  expires_at_before timestamptz,
  role_after text,
  state_after text,
  expires_at_after timestamptz,
  primary key (plan_id, position),
  check (num_nonnulls(role_before, state_before) in (0, 2)),
  check (num_nonnulls(role_after, state_after) in (0, 2))
);
create index plan_effect_ruleset on plan_effect (plan_id, ruleset_id, position);

-- Work that goes on after its request was answered. Whoever does it holds the row's lock in the transaction of the
-- work itself: it is done once, and a process that is killed lets it go at once.
create table job (
  id uuid primary key default new_id(),
  task text not null check (task ~ '^[a-z][a-z_]{0,62}$'),
  subject_id uuid not null,
  attempts integer not null default 0,
  run_at timestamptz not null default current_instant(),
  created_at timestamptz not null default current_instant(),
  unique (task, subject_id)
);

grant select, insert, update, delete on plan, plan_ruleset, plan_effect, job to muster_server;

-- Who should have what: rulesets, rules, conditions, and the stays that follow from them.

create table policy_settings (
  singleton boolean primary key default true check (singleton),
  expires_after_days integer not null default 0 check (expires_after_days between 0 and 1095)
);
insert into policy_settings default values;

create table policy_role (
  id uuid primary key default new_id(),
  resource_type text not null,
  handle text not null check (handle ~ '^[a-z][a-z0-9_]{0,62}$'),
  name text not null check (char_length(name) between 1 and 200),
  unique (resource_type, handle)
);
insert into policy_role (resource_type, handle, name)
select t, 'member', 'Member' from unnest(array[
  'directory_attribute', 'codehost_group', 'codehost_project', 'suite_drive_doc', 'suite_drive_file',
  'suite_drive_folder', 'suite_drive_deck', 'suite_drive_sheet', 'suite_identity_group',
  'suite_workspace_drive', 'suite_workspace_group', 'idp_group', 'chat_public_channel',
  'chat_private_channel', 'chat_group']) as t
union all
select t, r.handle, r.name
from unnest(array['codehost_group', 'codehost_project']) as t,
  (values ('guest', 'Guest'), ('reporter', 'Reporter'), ('developer', 'Developer'),
          ('maintainer', 'Maintainer'), ('owner', 'Owner')) as r (handle, name)
union all
select t, r.handle, r.name
from unnest(array['suite_workspace_group', 'suite_identity_group']) as t,
  (values ('manager', 'Manager'), ('owner', 'Owner')) as r (handle, name)
union all
select t, r.handle, r.name
from unnest(array['suite_drive_doc', 'suite_drive_file', 'suite_drive_folder', 'suite_drive_deck',
                  'suite_drive_sheet', 'suite_workspace_drive']) as t,
  (values ('reader', 'Reader'), ('commenter', 'Commenter'), ('writer', 'Writer'),
          ('manager', 'Manager'), ('owner', 'Owner')) as r (handle, name);

create table ruleset (
  id uuid primary key default new_id(),
  type text not null,
  attribute_id uuid unique references attribute,
  resource_id uuid unique references resource,
  state text not null default 'unmanaged' check (state in ('unmanaged', 'monitored', 'managed')),
  is_authoritative boolean not null default false,
  expires_after_days integer check (expires_after_days between 0 and 1095),
  recalculating boolean not null default false,
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  check (num_nonnulls(attribute_id, resource_id) = 1),
  check ((type = 'directory_attribute') = (attribute_id is not null))
);

create table rule (
  id uuid primary key default new_id(),
  ruleset_id uuid not null references ruleset,
  -- The stable name within its ruleset by which a policy file finds it again.
  key text check (key ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
  state text not null default 'staged'
    check (state in ('staged', 'active', 'expiring', 'expired', 'deactivated')),
  policy_role_id uuid not null references policy_role,
  description text not null default '' check (char_length(description) <= 1000),
  description_is_written boolean not null default false,
  reason text check (char_length(reason) <= 1000),
  is_imported boolean not null default false,
  everyone_else boolean not null default false,
  priority integer not null default 100 check (priority between 0 and 1000000),
  expires_after_days integer check (expires_after_days between 0 and 1095),
  activated_at timestamptz,
  expires_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  check (state = 'staged' or activated_at is not null or state in ('expired', 'deactivated')),
  check (state <> 'expiring' or expires_at is not null)
);
create index rule_ruleset on rule (ruleset_id, priority, activated_at, id);
create unique index rule_key on rule (ruleset_id, key) where state in ('staged', 'active', 'expiring');
create index rule_policy_role on rule (policy_role_id);
create index rule_by_state on rule (state);

create table condition (
  id uuid primary key default new_id(),
  rule_id uuid not null references rule on delete cascade,
  is_imported boolean not null default false,
  type text not null
    check (type in ('attribute', 'identity', 'user', 'direct_reports_of', 'all_reports_of')),
  attribute_id uuid references attribute,
  integration_id uuid references integration,
  directory_user_id uuid references directory_user,
  profile_key text check (char_length(profile_key) between 1 and 200),
  profile_operator text check (profile_operator in (
    'equals', 'not_equals', 'in', 'not_in', 'contains', 'not_contains', 'starts_with', 'ends_with',
    'matches', 'exists', 'not_exists', 'greater_than', 'less_than')),
  profile_value text check (char_length(profile_value) <= 100000),
  description text not null default '' check (char_length(description) <= 1000),
  created_at timestamptz not null default current_instant(),
  check (case type
    when 'attribute' then attribute_id is not null and num_nonnulls(integration_id, directory_user_id, profile_key, profile_value) = 0
    when 'identity' then profile_key is not null and profile_operator is not null and num_nonnulls(attribute_id, directory_user_id) = 0
    else directory_user_id is not null and num_nonnulls(attribute_id, integration_id, profile_key, profile_value) = 0
  end)
);
create index condition_rule on condition (rule_id, id);
create index condition_attribute on condition (attribute_id);
create index condition_integration on condition (integration_id);
create index condition_user on condition (directory_user_id, id);

-- Derived: the rules in force that a user qualifies for, whatever the user's state.
create table qualification (
  directory_user_id uuid not null references directory_user on delete cascade,
  rule_id uuid not null references rule on delete cascade,
  primary key (directory_user_id, rule_id)
);
create index qualification_rule on qualification (rule_id, directory_user_id);

-- Derived: one unbroken stay of one person in one manifest.
create table policy_user (
  id uuid primary key default new_id(),
  ruleset_id uuid not null references ruleset,
  directory_user_id uuid not null references directory_user,
  rule_id uuid not null references rule,
  state text not null check (state in ('active', 'expiring', 'expired', 'deactivated')),
  -- Why an expiring stay has an end: its own grace, or the end of the rule that admits it.
  expires_by text check (expires_by in ('grace', 'rule')),
  activated_at timestamptz not null default current_instant(),
  expires_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  check ((deleted_at is null) = (state in ('active', 'expiring'))),
  check (state <> 'expiring' or expires_at is not null),
  check (state <> 'active' or expires_at is null)
);
create unique index policy_user_once on policy_user (ruleset_id, directory_user_id) where deleted_at is null;
create index policy_user_ruleset on policy_user (ruleset_id, id);
create index policy_user_directory_user on policy_user (directory_user_id, id);
create index policy_user_rule on policy_user (rule_id);

-- The history of a stay: what held when, and when that was written down. Nothing is back-dated.
create table policy_user_phase (
  policy_user_id uuid not null references policy_user,
  rule_id uuid not null references rule,
  state text not null check (state in ('active', 'expiring')),
  valid tstzrange not null check (not isempty(valid)),
  recorded_at timestamptz not null default current_instant(),
  -- The index behind it finds a stay's phases, at any instant.
  exclude using gist (policy_user_id with =, valid with &&)
);
create index policy_user_phase_rule on policy_user_phase (rule_id);

create trigger row_version before update on ruleset
  for each row execute function bump_row_version();
create trigger row_version before update on rule
  for each row execute function bump_row_version();

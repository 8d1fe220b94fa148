-- The tables, types, indexes and first rows. Functions, views and triggers are in src/database/sql, one file each.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- The server works as this role, which owns nothing. It is shared by all Musters of one cluster.
do $$
begin
  if not exists (select from pg_roles where rolname = 'muster_server') then
    create role muster_server nologin;
  end if;
  if not pg_has_role(current_user, 'muster_server', 'member') then
    execute format('grant muster_server to %I', current_user);
  end if;
exception
  when insufficient_privilege then
    raise exception 'Muster needs the role muster_server. Ask an administrator of this cluster to run: create role muster_server nologin; grant muster_server to %;', current_user;
end
$$;

create schema unsettled;
create schema ahead;

-- Keys that belong to the deployment and not to its configuration, such as the one that signs cursors.
create table server_secret (
  name text primary key check (name ~ '^[a-z_]{1,64}$'),
  value bytea not null check (octet_length(value) >= 32)
);

-- Moves whenever something of unbounded reach changes: a rule, a dimension, an integration, a rename.
create table policy_epoch (
  singleton boolean primary key default true check (singleton),
  epoch bigint not null default 1,
  -- How often the policy itself has changed; the epoch moves for other far-reaching changes too.
  policy bigint not null default 1
);

-- The memory-only mode of a process that is alone on the database (see docs/architecture.md, "Ready bodies").
create table cache_lease (
  singleton boolean primary key default true check (singleton),
  holder text,
  valid_until timestamptz not null default '-infinity'
);

create table integration (
  id uuid primary key default new_id(),
  vendor text not null check (vendor in ('idp', 'suite', 'codehost', 'chat', 'file')),
  type text not null check (type in ('scim', 'ldap', 'okta', 'google', 'gitlab', 'slack', 'file')),
  handle text not null unique check (handle ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
  name text not null check (char_length(name) between 1 and 200),
  state text not null default 'active' check (state in ('active', 'deactivated')),
  is_primary boolean not null default false,
  trusts_email boolean not null default false,
  badge_id_profile_key text check (char_length(badge_id_profile_key) between 1 and 200),
  employee_id_profile_key text check (char_length(employee_id_profile_key) between 1 and 200),
  employee_alt_id_profile_key text check (char_length(employee_alt_id_profile_key) between 1 and 200),
  manager_profile_key text check (char_length(manager_profile_key) between 1 and 200),
  manager_profile_holds text not null default 'vendor_id'
    check (manager_profile_holds in ('vendor_id', 'email', 'employee_id')),
  parent_profile_key text check (char_length(parent_profile_key) between 1 and 200),
  policy_keys text[] not null default '{}',
  mapping jsonb not null default '{}' check (jsonb_typeof(mapping) = 'object'),
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  -- A source without a limit of its own has the workspace's.
  account_limit_percent integer check (account_limit_percent between 0 and 100),
  account_limit_people integer check (account_limit_people >= 0),
  overall_limit_percent integer check (overall_limit_percent between 0 and 100),
  overall_limit_people integer check (overall_limit_people >= 0)
);
create index integration_by_name on integration (name, id);
create unique index integration_one_primary on integration (is_primary) where is_primary;

create table workspace_user (
  id uuid primary key default new_id(),
  base_state text not null default 'active' check (base_state in ('staged', 'active', 'deactivated')),
  expires_at timestamptz,
  state text not null default 'active'
    check (state in ('staged', 'active', 'expiring', 'expired', 'deactivated')),
  provider text not null check (char_length(provider) between 1 and 500),
  provider_id text not null check (char_length(provider_id) between 1 and 255),
  name text not null default '' check (char_length(name) <= 200),
  handle text check (char_length(handle) between 1 and 200),
  email text check (char_length(email) between 1 and 254),
  directory_user_id uuid unique,
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  unique (provider, provider_id)
);
create index workspace_user_search on workspace_user
  using gin (search_key(name || ' ' || coalesce(handle, '') || ' ' || coalesce(email, '')) gin_trgm_ops);

create table role (
  id uuid primary key default new_id(),
  name text not null unique check (name ~ '^[a-z][a-z0-9_.-]{0,62}$'),
  description text not null default '' check (char_length(description) <= 1000),
  permissions text[] not null,
  is_system boolean not null default false,
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant()
);

create table workspace_user_role (
  workspace_user_id uuid not null references workspace_user on delete cascade,
  role_id uuid not null references role,
  created_at timestamptz not null default current_instant(),
  primary key (workspace_user_id, role_id)
);
create index workspace_user_role_role on workspace_user_role (role_id);

create table service (
  id uuid primary key default new_id(),
  state text not null default 'active' check (state in ('active', 'deactivated')),
  name text not null check (char_length(name) between 1 and 200),
  handle text not null check (handle ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
  description text not null default '' check (char_length(description) <= 1000),
  deleted_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  check (deleted_at is null or state = 'deactivated')
);
create unique index service_handle on service (handle) where deleted_at is null;
create index service_name on service (name, id);
create index service_search on service using gin (search_key(name || ' ' || handle) gin_trgm_ops);

create table service_permission (
  service_id uuid not null references service on delete cascade,
  permission text not null check (permission ~ '^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){2,3}$'),
  created_at timestamptz not null default current_instant(),
  primary key (service_id, permission)
);

create table service_admin (
  id uuid primary key default new_id(),
  service_id uuid not null references service,
  workspace_user_id uuid not null references workspace_user,
  admin_role text not null check (admin_role in ('admin', 'audit', 'permission', 'token')),
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  unique (service_id, workspace_user_id)
);
create index service_admin_user on service_admin (workspace_user_id);

create table token (
  id uuid primary key default new_id(),
  name text not null check (char_length(name) between 1 and 200),
  hash bytea not null unique check (octet_length(hash) = 32),
  workspace_user_id uuid references workspace_user,
  service_id uuid references service,
  parent_token_id uuid references token,
  scopes text[] not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default current_instant(),
  -- The person or service that made it. Someone who signed in as another person, through a link, stays the issuer of
  -- what is made there. Both are null where the command line made it.
  issuer_user_id uuid references workspace_user,
  issuer_service_id uuid references service,
  check (num_nonnulls(workspace_user_id, service_id) = 1),
  -- The scopes of a service's token are names of permissions that the service held. There may be none.
  constraint token_scopes_check
    check (cardinality(scopes) <= 200 and (service_id is not null or cardinality(scopes) >= 1)),
  check (expires_at <= created_at + interval '366 days'),
  check (num_nonnulls(issuer_user_id, issuer_service_id) <= 1)
);
create index token_workspace_user on token (workspace_user_id, id);
create index token_service on token (service_id, id);
create index token_parent on token (parent_token_id);
create index token_issuer_user on token (issuer_user_id) where issuer_user_id is not null;
create index token_issuer_service on token (issuer_service_id) where issuer_service_id is not null;

-- An import writes a new person twice: the org follows from the evaluation of everyone. More than half of each page stays
-- free, so that the second version is beside the first, and no index is written again.
create table directory_user (
  id uuid primary key default new_id(),
  base_state text not null default 'staged'
    check (base_state in ('staged', 'active', 'suspended', 'deactivated')),
  -- An administrator's decision about the state outlives what the source says (domain.md §3).
  base_state_set_by text not null default 'source' check (base_state_set_by in ('source', 'administrator')),
  expires_at timestamptz,
  state text not null default 'staged'
    check (state in ('staged', 'active', 'expiring', 'expired', 'suspended', 'deactivated')),
  deleted_at timestamptz,
  provisioned_at timestamptz not null default current_instant(),
  deprovisioned_at timestamptz,
  first_name text not null default '' check (char_length(first_name) <= 200),
  last_name text not null default '' check (char_length(last_name) <= 200),
  -- Derived by settle_directory_user, as email_key and, unless overridden, username: both names joined by a space.
  full_name text not null default '',
  email text check (char_length(email) between 1 and 254),
  email_key text,
  username text check (char_length(username) between 1 and 200),
  username_is_override boolean not null default false,
  manager_id uuid references directory_user,
  -- What the source said, kept so that it can be tried again when an identity arrives.
  manager_reference text check (char_length(manager_reference) <= 254),
  manager_problem text check (manager_problem in ('unresolved', 'ambiguous', 'cycle')),
  is_manager boolean not null default false,
  parent_user_id uuid references directory_user,
  primary_identity_id uuid unique,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  -- Derived: dimension handle → name of the attribute that the user qualifies for.
  org jsonb not null default '{}' check (jsonb_typeof(org) = 'object'),
  review_reason text check (review_reason in ('recycled_address')),
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  activates_at timestamptz,
  check (manager_id <> id),
  check (parent_user_id <> id),
  check (deleted_at is null or base_state = 'deactivated')
) with (fillfactor = 45);
create index directory_user_manager on directory_user (manager_id, full_name, id);
create index directory_user_parent on directory_user (parent_user_id, full_name, id);
create index directory_user_email on directory_user (email_key) where deleted_at is null;
-- People without a username sort as if it were empty.
create index directory_user_username on directory_user (coalesce(username, ''), id);
-- Few among many: a list of the deleted must not walk past everybody else.
create index directory_user_trashed on directory_user (full_name, id) where deleted_at is not null;
create index directory_user_former_email on directory_user (email_key) where deleted_at is not null;
create index directory_user_by_name on directory_user (full_name, id);
create index directory_user_by_state on directory_user (state, full_name, id);
create index directory_user_by_creation on directory_user (created_at, id);
create index directory_user_by_update on directory_user (updated_at, id);
create index directory_user_unresolved_manager on directory_user (manager_reference)
  where manager_problem is not null;
create index directory_user_search on directory_user
  using gin (search_key(full_name || ' ' || coalesce(email, '') || ' ' || coalesce(username, '')) gin_trgm_ops);

create table identity (
  id uuid primary key default new_id(),
  integration_id uuid not null references integration,
  vendor_id text not null check (char_length(vendor_id) between 1 and 200),
  directory_user_id uuid references directory_user,
  state text not null check (state in ('active', 'suspended', 'deactivated', 'orphan')),
  -- The vendor's own word about the account; an orphan hides it in state until it is linked.
  vendor_state text not null check (vendor_state in ('active', 'suspended', 'deactivated')),
  handle text check (char_length(handle) between 1 and 200),
  first_name text not null default '' check (char_length(first_name) <= 200),
  last_name text not null default '' check (char_length(last_name) <= 200),
  full_name text not null default '' check (char_length(full_name) <= 401),
  email text check (char_length(email) between 1 and 254),
  email_key text,
  profile jsonb not null default '{}' check (jsonb_typeof(profile) = 'object'),
  vendor_created_at timestamptz,
  suggested_directory_user_id uuid references directory_user,
  -- `replaced`: it appeared in the run in which another account of its person disappeared.
  linked_by text check (linked_by in ('created', 'email', 'vendor_id', 'replaced', 'administrator')),
  link_evidence text check (char_length(link_evidence) <= 500),
  linked_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  -- When it was last deactivated at the vendor.
  vendor_deactivated_at timestamptz,
  unique (integration_id, vendor_id),
  check ((state = 'orphan') = (directory_user_id is null)),
  check (state = 'orphan' or state = vendor_state),
  check ((directory_user_id is null) = (linked_by is null))
);
create index identity_user on identity (directory_user_id, integration_id);
create index identity_suggestion on identity (suggested_directory_user_id);
create index identity_email on identity (email_key, integration_id);
create index identity_by_name on identity (full_name, id);
create index identity_by_integration on identity (integration_id, full_name, id);
create index identity_by_state on identity (state, full_name, id) where state <> 'active';
create index identity_vendor_id on identity (vendor_id);
create index identity_vendor_deactivated_at on identity (integration_id, vendor_deactivated_at)
  where vendor_deactivated_at is not null;

alter table workspace_user add foreign key (directory_user_id) references directory_user;
alter table directory_user
  add foreign key (primary_identity_id) references identity deferrable initially deferred;

create table dimension (
  id uuid primary key default new_id(),
  integration_id uuid not null references integration,
  handle text not null unique check (handle ~ '^[a-z0-9][a-z0-9_]{0,62}$'),
  name text not null check (char_length(name) between 1 and 200),
  profile_key text not null check (char_length(profile_key) between 1 and 200),
  state text not null default 'active' check (state in ('active', 'deactivated')),
  attributes_enabled boolean not null default false,
  expires_after_days integer check (expires_after_days between 0 and 1095),
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant()
);
create index dimension_integration on dimension (integration_id);

create table attribute (
  id uuid primary key default new_id(),
  dimension_id uuid not null references dimension,
  state text not null default 'active' check (state in ('active', 'deactivated')),
  name text not null check (char_length(name) between 1 and 1000),
  handle text not null check (char_length(handle) between 1 and 200),
  profile_value text not null check (char_length(profile_value) between 1 and 1000),
  -- NFC, trimmed, case-folded by the engine: two spellings of one value are one attribute.
  folded_value text not null,
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  -- An attribute that another one has absorbed: its value is the other one's now.
  absorbed_by_id uuid references attribute,
  check (absorbed_by_id is null or state = 'deactivated')
);
create index attribute_by_name on attribute (name, id);
create index attribute_search on attribute using gin (search_key(name || ' ' || handle) gin_trgm_ops);
create unique index attribute_dimension_id_folded_value_key on attribute (dimension_id, folded_value)
  where absorbed_by_id is null;
create index attribute_absorbed_by on attribute (absorbed_by_id) where absorbed_by_id is not null;
create index attribute_dimension on attribute (dimension_id);

create table resource (
  id uuid primary key default new_id(),
  integration_id uuid not null references integration,
  type text not null check (type in (
    'codehost_group', 'codehost_project', 'suite_drive_doc', 'suite_drive_file', 'suite_drive_folder',
    'suite_drive_deck', 'suite_drive_sheet', 'suite_identity_group', 'suite_workspace_drive',
    'suite_workspace_group', 'idp_group', 'chat_public_channel', 'chat_private_channel', 'chat_group')),
  vendor_id text not null check (char_length(vendor_id) between 1 and 200),
  parent_id uuid references resource,
  state text not null default 'active' check (state in ('active', 'deactivated')),
  name text not null default '' check (char_length(name) <= 200),
  handle text check (char_length(handle) between 1 and 200),
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  unique (integration_id, type, vendor_id)
);
create index resource_parent on resource (parent_id);
create index resource_by_name on resource (name, id);
create index resource_by_type on resource (type, name, id);
create index resource_search on resource using gin (search_key(name || ' ' || coalesce(handle, '')) gin_trgm_ops);

create table resource_member (
  resource_id uuid not null references resource on delete cascade,
  identity_id uuid not null references identity on delete cascade,
  role_handle text not null check (role_handle ~ '^[a-z][a-z0-9_]{0,62}$'),
  first_seen_at timestamptz not null default current_instant(),
  primary key (resource_id, identity_id)
);
create index resource_member_identity on resource_member (identity_id, resource_id);

-- One row per run of an importer or a sync, kept as the record of what it saw.
create table import_run (
  id uuid primary key default new_id(),
  integration_id uuid not null references integration,
  source text not null check (char_length(source) between 1 and 500),
  rows_read bigint not null default 0,
  rows_bad bigint not null default 0,
  summary jsonb not null default '{}',
  started_at timestamptz not null default current_instant(),
  finished_at timestamptz
);
create index import_run_integration on import_run (integration_id, id);

create table policy_settings (
  singleton boolean primary key default true check (singleton),
  expires_after_days integer not null default 0 check (expires_after_days between 0 and 1095),
  removal_limit_percent integer not null default 25 check (removal_limit_percent between 0 and 100),
  removal_limit_people integer not null default 5 check (removal_limit_people >= 0),
  addition_limit_percent integer not null default 50 check (addition_limit_percent between 0 and 1000000),
  addition_limit_people integer not null default 10 check (addition_limit_people >= 0),
  -- Of the accounts of a source.
  account_limit_percent integer not null default 25 check (account_limit_percent between 0 and 100),
  account_limit_people integer not null default 5 check (account_limit_people >= 0),
  id uuid not null default new_id(),
  version bigint not null default 1,
  updated_at timestamptz not null default current_instant(),
  -- What one person may draft is bounded, because all staged rules are evaluated when somebody reads them.
  draft_limit_per_ruleset integer not null default 200 check (draft_limit_per_ruleset between 1 and 10000),
  condition_limit_per_rule integer not null default 50 check (condition_limit_per_rule between 1 and 200),
  role_change_limit_percent integer not null default 25 check (role_change_limit_percent between 0 and 100),
  role_change_limit_people integer not null default 5 check (role_change_limit_people >= 0),
  -- Of the eligible people, over all rulesets, for one source or one caller.
  overall_limit_percent integer not null default 10 check (overall_limit_percent between 0 and 100),
  overall_limit_people integer not null default 25 check (overall_limit_people >= 0),
  -- How many people one caller may end, or give exceptions to.
  named_people_limit integer not null default 50 check (named_people_limit >= 0)
);

create table policy_role (
  id uuid primary key default new_id(),
  resource_type text not null,
  handle text not null check (handle ~ '^[a-z][a-z0-9_]{0,62}$'),
  name text not null check (char_length(name) between 1 and 200),
  unique (resource_type, handle)
);

create table ruleset (
  id uuid primary key default new_id(),
  type text not null,
  attribute_id uuid unique references attribute,
  resource_id uuid unique references resource,
  state text not null default 'unmanaged' check (state in ('unmanaged', 'monitored', 'managed')),
  is_authoritative boolean not null default false,
  expires_after_days integer check (expires_after_days between 0 and 1095),
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  -- A ruleset without a limit of its own has the workspace's.
  removal_limit_percent integer check (removal_limit_percent between 0 and 100),
  removal_limit_people integer check (removal_limit_people >= 0),
  addition_limit_percent integer check (addition_limit_percent between 0 and 1000000),
  addition_limit_people integer check (addition_limit_people >= 0),
  role_change_limit_percent integer check (role_change_limit_percent between 0 and 100),
  role_change_limit_people integer check (role_change_limit_people >= 0),
  is_sensitive boolean not null default false,
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
  -- Of a staged rule: at this date it comes into force, and the rule that it replaces ends.
  activates_at timestamptz check (activates_at is null or state = 'staged'),
  replaces_rule_id uuid references rule on delete set null,
  deleted_at timestamptz check (deleted_at is null or state not in ('active', 'expiring')),
  -- The rule that replaced it: stays in grace outlive their rule where another one replaces it.
  successor_rule_id uuid references rule on delete set null
    check (successor_rule_id is null or state = 'deactivated'),
  -- The limits that an approved plan lets it exceed when it begins.
  begin_approved jsonb check (jsonb_typeof(begin_approved) = 'array'),
  -- Its date has come and it would exceed these limits: it has not begun, and keeps its date.
  begin_exceeds jsonb check (jsonb_typeof(begin_exceeds) = 'array'),
  check (state = 'staged' or activated_at is not null or state in ('expired', 'deactivated')),
  check (state <> 'expiring' or expires_at is not null),
  check (replaces_rule_id is null or activates_at is not null),
  check (activates_at >= expires_at is not true),
  check (num_nonnulls(begin_approved, begin_exceeds) = 0 or (state = 'staged' and activates_at is not null))
);
create index rule_ruleset on rule (ruleset_id, priority, activated_at, id);
create unique index rule_key on rule (ruleset_id, key) where state in ('staged', 'active', 'expiring');
create index rule_policy_role on rule (policy_role_id);
create index rule_by_state on rule (state);
create index rule_replaces on rule (replaces_rule_id);
create index rule_successor on rule (successor_rule_id);

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
  -- The phase that a stay is in is part of the stay; policy_user_phase has those that have ended.
  phase_since timestamptz not null default current_instant(),
  phase_recorded_at timestamptz not null default current_instant(),
  grace_since timestamptz,
  check ((deleted_at is null) = (state in ('active', 'expiring'))),
  check (state <> 'expiring' or expires_at is not null),
  check (state <> 'active' or expires_at is null),
  check (deleted_at is not null or (expires_by is not distinct from 'grace') = (grace_since is not null))
);
create unique index policy_user_once on policy_user (ruleset_id, directory_user_id) where deleted_at is null;
create index policy_user_ruleset on policy_user (ruleset_id, id);
create index policy_user_rule on policy_user (rule_id);
-- A person's stays are read for those that last. Ended ones become more with the years.
create index policy_user_person on policy_user (directory_user_id, deleted_at);
-- The rules that people in grace are held by.
create index policy_user_grace on policy_user (rule_id) where expires_by = 'grace' and deleted_at is null;

-- The history of a stay: what held when, and when that was written down. Nothing is back-dated.
create table policy_user_phase (
  policy_user_id uuid not null references policy_user,
  rule_id uuid not null references rule,
  state text not null check (state in ('active', 'expiring')),
  valid tstzrange not null check (not isempty(valid)),
  recorded_at timestamptz not null default current_instant(),
  -- The index behind it finds a stay's phases, at any instant.
  exclude using gist (policy_user_id with =, valid with &&),
  constraint policy_user_phase_has_ended check (not upper_inf(valid))
);
create index policy_user_phase_rule on policy_user_phase (rule_id);

-- Append-only: the server's role reads it, and writes it through write_audit() and write_audit_of_new() alone.
create table audit_log (
  id uuid primary key default new_id(),
  sequence bigint generated always as identity,
  transaction xid8 not null default pg_current_xact_id(),
  at timestamptz not null default current_instant(),
  -- The patterns cost time in bulk, so what bulk work writes is known by name.
  event text not null check (
    event in ('policy.user.create', 'policy.user.change', 'policy.user.end', 'directory.user.create',
      'directory.user.change', 'directory.identity.create', 'directory.identity.link', 'directory.identity.change',
      'directory.member.create')
    or event ~ '^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){2,3}$'),
  actor_type text not null check (actor_type in ('user', 'service', 'integration', 'system')),
  actor_id uuid,
  via text not null check (via in ('api', 'console', 'cli', 'sync')),
  request_id text check (char_length(request_id) between 8 and 64),
  -- A position is the id prefix of its type and the uuid: enough to name the record without a foreign key.
  record_type text not null check (record_type in ('pousr', 'drusr', 'dridt') or record_type ~ '^[a-z]{5}$'),
  record_id uuid not null,
  parent_type text check (parent_type in ('poset', 'dirsc', 'wsitg') or parent_type ~ '^[a-z]{5}$'),
  parent_id uuid,
  related_type text check (related_type in ('porul') or related_type ~ '^[a-z]{5}$'),
  related_id uuid,
  subject_id uuid,
  -- { "<key>": { "old": …, "new": … } }, without personal values and never a secret.
  changes jsonb not null default '{}',
  -- { "<key>": [old, new] }: references to the values in audit_log_personal, which may be erased later.
  personal jsonb,
  -- What belongs to the event and is no value of the record: it has no place in the chain of old and new values.
  details jsonb,
  check ((parent_type is null) = (parent_id is null)),
  check ((related_type is null) = (related_id is null))
);
-- The rows of one transaction, in their order.
create index audit_log_seal_order on audit_log (transaction, sequence);
-- The log is read newest first, whatever it is filtered by, so that a page costs the same at any length. Its order is
-- (at, sequence): a clock that was set back does not reorder the rows of a record.
create index audit_log_at on audit_log (at, sequence);
create index audit_log_record on audit_log (record_id, at, sequence);
create index audit_log_parent on audit_log (parent_id, at, sequence) where parent_id is not null;
create index audit_log_related on audit_log (related_id, at, sequence) where related_id is not null;
create index audit_log_subject on audit_log (subject_id, at, sequence) where subject_id is not null;
create index audit_log_actor on audit_log (actor_id, at, sequence) where actor_id is not null;
create index audit_log_request on audit_log (request_id, at, sequence) where request_id is not null;
create index audit_log_event on audit_log (event, at, sequence);

-- No foreign keys: an audit row is never deleted, and these rows are written with it, by its writer.
create table audit_log_personal (
  audit_log_id uuid primary key,
  subject_id uuid,
  salt bytea not null check (octet_length(salt) = 16),
  changes jsonb not null
);
create index audit_log_personal_subject on audit_log_personal (subject_id);

-- What a described person's response is valid for. The version moves in the writing transaction for every person whose
-- response the change touches; policy_epoch moves for changes of unbounded reach.
create table directory_user_version (
  directory_user_id uuid primary key references directory_user on delete cascade,
  version bigint not null default 1,
  audit_logs_parent integer not null default 0,
  audit_logs_record integer not null default 0,
  audit_logs_related integer not null default 0,
  audit_logs_subject integer not null default 0
) with (fillfactor = 45);

-- Every future instant that matters, in one place. A request settles what has passed before it goes on.
create table due_instant (
  kind text not null check (kind ~ '^[a-z][a-z_]{0,62}$'),
  record_id uuid not null,
  at timestamptz not null,
  primary key (kind, record_id)
);
create index due_instant_at on due_instant (at);
create index due_instant_rule on due_instant (at) where kind = 'rule';

-- Answers to repeated POSTs.
create table idempotency_key (
  caller_id uuid not null,
  key text not null check (char_length(key) between 1 and 255),
  method text not null,
  path text not null check (char_length(path) <= 2000),
  body_hash bytea not null check (octet_length(body_hash) = 32),
  permission text[] not null default '{}',
  status integer,
  headers jsonb not null default '{}',
  body text,
  -- Set instead of a body when the answer showed a secret: the token to revoke.
  secret_token_id uuid references token,
  created_at timestamptz not null default current_instant(),
  -- Not every secret is a token that could be named when its answer is asked for again.
  showed_secret boolean not null default false,
  primary key (caller_id, key, method, path)
);
create index idempotency_key_age on idempotency_key (created_at);
create index idempotency_key_token on idempotency_key (secret_token_id);

-- The session of a browser, opened by a link that works once.
create table session (
  id uuid primary key default new_id(),
  workspace_user_id uuid not null references workspace_user,
  hash bytea not null unique check (octet_length(hash) = 32),
  -- The token whose holder made the link that opened it: the session lives and dies with that token.
  maker_token_id uuid references token,
  user_agent text check (char_length(user_agent) between 1 and 300),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default current_instant(),
  issuer_user_id uuid references workspace_user,
  issuer_service_id uuid references service,
  check (expires_at <= created_at + interval '1 day'),
  check (num_nonnulls(issuer_user_id, issuer_service_id) <= 1)
);
create index session_workspace_user on session (workspace_user_id, id);
create index session_maker_token on session (maker_token_id);
create index session_expires_at on session (expires_at);
create index session_issuer_user on session (issuer_user_id) where issuer_user_id is not null;
create index session_issuer_service on session (issuer_service_id) where issuer_service_id is not null;

create table sign_in_link (
  hash bytea primary key check (octet_length(hash) = 32),
  workspace_user_id uuid not null references workspace_user,
  maker_token_id uuid references token,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default current_instant(),
  -- A digest of the versions of all that said what its person may do when it was made (workspace/auth/queries.ts).
  rights bytea not null check (octet_length(rights) = 32),
  issuer_user_id uuid references workspace_user,
  issuer_service_id uuid references service,
  -- Pages of links need a tie-break that is no digest of a secret.
  id uuid not null default new_id(),
  check (expires_at <= created_at + interval '1 hour'),
  check (num_nonnulls(issuer_user_id, issuer_service_id) <= 1)
);
create index sign_in_link_workspace_user on sign_in_link (workspace_user_id);
create index sign_in_link_maker_token on sign_in_link (maker_token_id);
create index sign_in_link_expires_at on sign_in_link (expires_at);
create index sign_in_link_issuer_user on sign_in_link (issuer_user_id) where issuer_user_id is not null;
create index sign_in_link_issuer_service on sign_in_link (issuer_service_id) where issuer_service_id is not null;

-- A row while its transaction has something left to finish. The server finishes before it commits; whoever writes
-- without it is finished by the deferred trigger on this table. Never more than the rows of running transactions.
create unlogged table open_change (transaction xid8 primary key);

-- People who may administer one ruleset.
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

-- A list of changes with the effect that they would have, and work that is done after its request was answered.
create table plan (
  id uuid primary key default new_id(),
  -- `stale`: another effect was found when it was to be applied. Another plan shows it.
  state text not null check (state in ('planning', 'ready', 'applying', 'applied', 'failed', 'stale')),
  -- One operation of an endpoint that turned out to be long may do no more than that endpoint may.
  is_plan boolean not null default true,
  description text check (char_length(description) <= 1000),
  operations jsonb not null check (jsonb_typeof(operations) = 'array'),
  -- The system is the author of a plan that was made because an incident was read.
  author_type text not null check (author_type in ('user', 'service', 'system')),
  author_id uuid,
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
  -- The limits that it exceeds.
  exceeds jsonb not null default '[]' check (jsonb_typeof(exceeds) = 'array'),
  check ((state = 'applied') = (applied_at is not null)),
  check ((state = 'failed') = (failure is not null)),
  check (state <> 'applying' or applier is not null),
  constraint plan_planning_check check (state <> 'planning' or applier is not null),
  constraint plan_author_check check ((author_type = 'system') = (author_id is null))
);
create index plan_replaced_by on plan (replaced_by_id);
create index plan_end on plan (expires_at);
create index plan_applying on plan (id) where state = 'applying';
-- A plan is emptied once its time is over; one that still holds its operations is not.
create index plan_to_empty on plan (expires_at) where operations <> '[]';

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
  -- Milliseconds from applying the plan to the end of the access, where that follows from when it is applied.
  ends_after bigint,
  primary key (plan_id, position),
  check (num_nonnulls(role_before, state_before) in (0, 2)),
  check (num_nonnulls(role_after, state_after) in (0, 2))
);
create index plan_effect_ruleset on plan_effect (plan_id, ruleset_id, position);
-- Erasing a person takes them out of every plan.
create index plan_effect_person on plan_effect (directory_user_id);

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

-- Each transaction of the server leaves a random id, so that after a COMMIT without an answer the row itself says whether
-- it was committed. The id of the transaction can't: one that never reached the disk is assigned again after a crash.
-- Kept for some minutes and deleted in one go, which needs no index on the instant (src/database/commit-outcome.ts).
create table commit_receipt (
  id uuid primary key,
  left_at timestamptz not null
);

-- What an import has read and not merged yet. Rows are written in short transactions, so that a slow source holds no
-- lock and no transaction, and go when the run ends. They are worth nothing after a crash, hence unlogged.
-- A run holds the session lock of its integration (import_lock_key). A row whose lock is free was left by a dead run.
create unlogged table import_stage (
  run_id uuid primary key default new_id(),
  integration_handle text not null,
  started_at timestamptz not null default clock_timestamp()
);

-- `run_id` is that of the run that the transaction stages or merges (current_import_run).
create unlogged table import_account (
  run_id uuid not null default current_import_run(),
  line bigint not null, vendor_id text not null, handle text, email text, first_name text not null,
  last_name text not null, full_name text not null, state text not null, is_new boolean not null,
  created_at timestamptz, profile jsonb not null
);
create index import_account_run on import_account (run_id);

create unlogged table import_resource (
  run_id uuid not null default current_import_run(),
  line bigint not null, type text not null, vendor_id text not null, parent_vendor_id text, name text not null,
  handle text, resource_id uuid, is_new boolean, parent_id uuid
);
create index import_resource_run on import_resource (run_id);

create unlogged table import_member (
  run_id uuid not null default current_import_run(),
  line bigint not null, type text not null, resource_vendor_id text not null, account_vendor_id text,
  account_email text, role text not null
);
create index import_member_run on import_member (run_id);

-- What a run found out before it took a lock: accounts that are as they are known, with the version of the identity
-- that this was seen at, and identities that the source does not list.
create unlogged table import_unchanged (
  run_id uuid not null default current_import_run(),
  vendor_id text not null, identity_id uuid not null, version bigint not null
);
create index import_unchanged_run on import_unchanged (run_id);

create unlogged table import_absent (
  run_id uuid not null default current_import_run(),
  identity_id uuid not null
);
create index import_absent_run on import_absent (run_id);

-- The people that a run has evaluated, each with the version that their facts were read at.
create unlogged table import_evaluated (
  run_id uuid not null default current_import_run(),
  directory_user_id uuid not null, version bigint not null
);
create index import_evaluated_run on import_evaluated (run_id);

-- Verdicts depend on the managers above a person too: everyone with reports, as a run knew them when it evaluated.
create unlogged table import_evaluated_manager (
  run_id uuid not null default current_import_run(),
  directory_user_id uuid not null, manager_id uuid, version bigint not null
);
create index import_evaluated_manager_run on import_evaluated_manager (run_id);

-- Refused writes are counted here until their minute is over; then they become one row of the audit log, which is
-- append-only and so can't count (docs/decisions/0039-one-row-for-refused-writes.md).
create table refused_write (
  actor_type text not null,
  actor_id uuid not null,
  minute timestamptz not null,
  via text not null,
  -- The credential of the first refusal.
  credential_type text not null,
  credential_id uuid not null,
  count integer not null,
  operations text[] not null,
  credentials text[] not null,
  first_path text not null,
  first_request_id text,
  first_at timestamptz not null,
  last_request_id text,
  last_at timestamptz not null,
  -- Somebody has read the log: a row was written for the refusals before these.
  is_shown boolean not null,
  check (count > 0 or is_shown),
  primary key (actor_type, actor_id, minute)
);

-- One row per ruleset of a vendor's resource. Whoever writes movements of rulesets locks their rows first, in id order.
create table ruleset_tally (
  ruleset_id uuid primary key references ruleset on delete cascade,
  -- Open stays.
  people integer not null default 0,
  -- Rows of movement, expired ones that are still stored among them.
  loses integer not null default 0,
  gains integer not null default 0,
  changes_role integer not null default 0,
  -- When its first member ever entered.
  first_entered_at timestamptz
) with (fillfactor = 50);

-- A person whose access to a ruleset differs from what it was before the first counted movement of the last 24 hours.
create table movement (
  ruleset_id uuid not null references ruleset on delete cascade,
  directory_user_id uuid not null references directory_user on delete cascade,
  -- What the person had; null for nothing.
  role_before text,
  expires_at_before timestamptz,
  loses boolean not null,
  gains boolean not null,
  changes_role boolean not null,
  -- Of the last counted movement, and what moved the person then.
  at timestamptz not null,
  cause_kind text not null check (cause_kind in ('integration', 'user', 'service', 'system')),
  cause_id uuid not null,
  primary key (ruleset_id, directory_user_id),
  check (loses or gains or changes_role),
  check (role_before is not null or (gains and expires_at_before is null and not loses and not changes_role))
);
create index movement_ruleset_at on movement (ruleset_id, at);
create index movement_at on movement (at);
create index movement_user on movement (directory_user_id, cause_kind, cause_id);

-- The people whom one source or one caller has moved anywhere: the newest movement of each direction.
create table cause_person (
  cause_kind text not null,
  cause_id uuid not null,
  direction text not null check (direction in ('lose', 'gain', 'change_role')),
  directory_user_id uuid not null,
  at timestamptz not null,
  primary key (cause_kind, cause_id, direction, directory_user_id)
);
create index cause_person_at on cause_person (cause_kind, cause_id, direction, at);

-- Locked after the tallies of rulesets, in the order of its key.
create table cause_tally (
  cause_kind text not null,
  cause_id uuid not null,
  loses integer not null default 0,
  gains integer not null default 0,
  changes_role integer not null default 0,
  primary key (cause_kind, cause_id)
) with (fillfactor = 50);

-- Accounts that have stopped being active. One that is active again is taken out.
create table account_end (
  identity_id uuid primary key references identity on delete cascade,
  integration_id uuid not null references integration on delete cascade,
  at timestamptz not null
);
create index account_end_integration_at on account_end (integration_id, at);
create index account_end_at on account_end (at);

create table account_tally (
  integration_id uuid primary key references integration on delete cascade,
  ends integer not null default 0
) with (fillfactor = 50);

-- The people whom one caller has ended or given exceptions to. Rows older than 24 hours no longer count.
create table named_person (
  cause_kind text not null,
  cause_id uuid not null,
  directory_user_id uuid not null references directory_user on delete cascade,
  at timestamptz not null,
  primary key (cause_kind, cause_id, directory_user_id)
);
create index named_person_at on named_person (cause_kind, cause_id, at);
create index named_person_user on named_person (directory_user_id);

create table incident (
  id uuid primary key default new_id(),
  integration_id uuid not null references integration on delete cascade,
  state text not null default 'open' check (state in ('open', 'closed')),
  closed_as text check (closed_as in ('approved', 'rejected', 'released', 'applied')),
  -- Which limits would have been exceeded, and how they were counted: a list.
  reasons jsonb not null default '[]' check (jsonb_typeof(reasons) = 'array'),
  opened_by_run uuid not null,
  opened_at timestamptz not null default current_instant(),
  closed_at timestamptz,
  version bigint not null default 1,
  updated_at timestamptz not null default current_instant(),
  -- When it was last reported, as happens daily to an open incident with account ends after its first 24 hours.
  alerted_at timestamptz,
  check ((state = 'closed') = (closed_as is not null)),
  check ((state = 'closed') = (closed_at is not null))
);
create unique index incident_open on incident (integration_id) where state = 'open';
create index incident_integration on incident (integration_id, opened_at, id);
create index incident_by_opening on incident (opened_at, id);

-- Grows with every change of what is pending.
create sequence held_account_change;

-- An account with what its source said last. The identity has the accepted facts, the only ones that policy reads.
create table held_account (
  identity_id uuid primary key references identity on delete cascade,
  integration_id uuid not null references integration on delete cascade,
  -- Null for an account that is not held, of which some values were rejected.
  incident_id uuid references incident on delete cascade,
  -- The account stops being active.
  is_account_end boolean not null default false,
  -- The identity was made by the run that held it: it has a name and an address only.
  is_new_account boolean not null default false,
  change bigint not null default nextval('held_account_change'),
  since timestamptz not null default current_instant(),
  handle text,
  email text,
  email_key text generated always as (email_key(email)) stored,
  first_name text not null,
  last_name text not null,
  full_name text not null,
  state text not null check (state in ('active', 'suspended', 'deactivated')),
  is_new boolean not null,
  created_at timestamptz,
  profile jsonb not null check (jsonb_typeof(profile) = 'object'),
  -- Values that stay unread until the source changes them, in the form {"state": …, "profile": {key: value}}.
  rejected jsonb check (jsonb_typeof(rejected) = 'object'),
  rejected_incident_id uuid references incident on delete set null,
  -- The id of the person whom accepting the account may create: the same in every preview, and when it is accepted.
  new_person_id uuid not null default new_id(),
  -- A held new account replaces this other one of the same person, whose end is held or rejected with it.
  replaces_identity_id uuid references identity on delete set null
    check (replaces_identity_id <> identity_id),
  check (incident_id is not null or rejected is not null)
);
create index held_account_incident on held_account (incident_id, identity_id);
create index held_account_integration on held_account (integration_id);
create index held_account_email on held_account (email_key);
create index held_account_rejected_incident on held_account (rejected_incident_id);
create unique index held_account_new_person on held_account (new_person_id);
create index held_account_replaces on held_account (replaces_identity_id) where replaces_identity_id is not null;

-- Access that an incident's source moves: what it holds, and, while it is open, what the source has moved since 24 hours
-- before it opened.
create table incident_movement (
  incident_id uuid not null references incident on delete cascade,
  ruleset_id uuid not null references ruleset on delete cascade,
  directory_user_id uuid not null references directory_user on delete cascade,
  is_held boolean not null,
  loses boolean not null,
  gains boolean not null,
  changes_role boolean not null,
  primary key (incident_id, ruleset_id, directory_user_id, is_held),
  check (loses or gains or changes_role)
);
create index incident_movement_ruleset on incident_movement (ruleset_id, is_held);
create index incident_movement_user on incident_movement (directory_user_id);

create table incident_plan (
  plan_id uuid primary key references plan on delete cascade,
  incident_id uuid not null references incident on delete cascade,
  -- In order; null for everybody whom the incident holds.
  people uuid[],
  -- The accounts whose pending facts it accepts, as they were up to this change.
  accounts uuid[] not null,
  up_to bigint not null,
  -- Of the incident, the people, the change and the effect; null until the effect is known.
  digest bytea check (octet_length(digest) = 32),
  -- Transactions from this one on were not seen when it was worked out.
  horizon xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  created_at timestamptz not null default current_instant()
);
create index incident_plan_incident on incident_plan (incident_id, created_at);

-- Who approved or rejected what of an incident.
create table incident_decision (
  id uuid primary key default new_id(),
  incident_id uuid not null references incident on delete cascade,
  decision text not null check (decision in ('approved', 'rejected')),
  by_type text not null check (by_type in ('user', 'service')),
  by_id uuid not null,
  at timestamptz not null default current_instant(),
  reason text not null check (char_length(reason) between 1 and 1000),
  digest bytea not null check (octet_length(digest) = 32),
  people integer not null check (people >= 0),
  accounts integer not null check (accounts >= 0)
);
create index incident_decision_incident on incident_decision (incident_id, at, id);

-- How many values of a dimension become no attributes, because it has as many attributes as it may have.
create table dimension_surplus (
  dimension_id uuid primary key references dimension on delete cascade,
  surplus_values integer not null check (surplus_values > 0)
);

insert into policy_epoch default values;
insert into cache_lease default values;
insert into role (name, description, permissions, is_system) values
  ('workspace.owner', 'Everything', '{*}', true),
  ('workspace.auditor', 'Looks at everything, changes nothing', '{*.view,directory.identity.profile.view}', true);
insert into policy_settings default values;
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

-- The server's role: everything but the audit tables' past, and nothing of the schema itself.
grant usage on schema public, unsettled, ahead to muster_server;
grant select, insert, update, delete on all tables in schema public to muster_server;
revoke all on open_change, schema_migration, schema_source from muster_server;
grant select on schema_migration, schema_source to muster_server;
revoke insert, update, delete on audit_log, audit_log_personal, policy_epoch, directory_user_version from muster_server;
revoke insert, update on due_instant from muster_server;
revoke update on commit_receipt from muster_server;
revoke update, delete on server_secret from muster_server;
grant usage on sequence held_account_change to muster_server;

-- The importer stages rows in temporary tables. PostgreSQL grants this to everyone by default; hardened clusters do not.
do $$
begin
  execute format('grant temporary on database %I to muster_server', current_database());
end
$$;

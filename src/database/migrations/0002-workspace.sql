-- People who sign in, service accounts, what they may do, and the vendors that are connected.

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
  updated_at timestamptz not null default current_instant()
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

create function settle_workspace_user_state() returns trigger language plpgsql as $$
begin
  new.state := case
    when new.base_state = 'deactivated' then 'deactivated'
    when new.expires_at <= current_instant() then 'expired'
    when new.base_state = 'staged' then 'staged'
    when new.expires_at is not null then 'expiring'
    else 'active'
  end;
  return new;
end
$$;
create trigger a_settle before insert or update on workspace_user
  for each row execute function settle_workspace_user_state();

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

insert into role (name, description, permissions, is_system) values
  ('workspace.owner', 'Everything', '{*}', true),
  ('workspace.auditor', 'Looks at everything, changes nothing', '{*.view,directory.identity.profile.view}', true);

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
  scopes text[] not null check (cardinality(scopes) between 1 and 200),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default current_instant(),
  check (num_nonnulls(workspace_user_id, service_id) = 1),
  check (expires_at <= created_at + interval '366 days')
);
create index token_workspace_user on token (workspace_user_id, id);
create index token_service on token (service_id, id);
create index token_parent on token (parent_token_id);

create trigger row_version before update on integration
  for each row execute function bump_row_version();
create trigger row_version before update on workspace_user
  for each row execute function bump_row_version();
create trigger row_version before update on role
  for each row execute function bump_row_version();
create trigger row_version before update on service
  for each row execute function bump_row_version();
create trigger row_version before update on service_admin
  for each row execute function bump_row_version();

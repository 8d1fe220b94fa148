-- People, their accounts, and the vendor objects that have members.

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
  check (manager_id <> id),
  check (parent_user_id <> id),
  check (deleted_at is null or base_state = 'deactivated')
) with (fillfactor = 85);
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

alter table workspace_user
  add foreign key (directory_user_id) references directory_user;

create function settle_directory_user() returns trigger language plpgsql as $$
begin
  new.full_name := btrim(new.first_name || ' ' || new.last_name);
  new.email_key := email_key(new.email);
  if not new.username_is_override then
    new.username := nullif(split_part(new.email, '@', 1), '');
  end if;
  new.state := case
    when new.base_state = 'deactivated' then 'deactivated'
    when new.expires_at <= current_instant() then 'expired'
    when new.base_state in ('staged', 'suspended') then new.base_state
    when new.expires_at is not null then 'expiring'
    else 'active'
  end;
  return new;
end
$$;
create trigger a_settle before insert or update on directory_user
  for each row execute function settle_directory_user();

-- What follows from other rows is no change of this one: If-Match and updated_at stay as they are, and the new
-- row stays on its page.
create function bump_directory_user_version() returns trigger language plpgsql as $$
declare
  own directory_user := new;
begin
  own.org := old.org;
  own.is_manager := old.is_manager;
  if own is distinct from old then
    new.version := old.version + 1;
    new.updated_at := current_instant();
  end if;
  return new;
end
$$;
create trigger row_version before update on directory_user
  for each row execute function bump_directory_user_version();

-- "A parent has no parent": neither end of the edge may be on both sides of it.
create function refuse_nested_parents() returns trigger language plpgsql as $$
begin
  if exists (select from directory_user p where p.id = new.parent_user_id and p.parent_user_id is not null)
     or exists (select from directory_user c where c.parent_user_id = new.id) then
    raise exception 'a secondary user''s parent must have no parent, and a parent must have none'
      using errcode = 'check_violation', constraint = 'directory_user_nested_parents';
  end if;
  return null;
end
$$;
create constraint trigger nested_parents after insert or update of parent_user_id on directory_user
  for each row when (new.parent_user_id is not null) execute function refuse_nested_parents();

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
  linked_by text check (linked_by in ('created', 'email', 'vendor_id', 'administrator')),
  link_evidence text check (char_length(link_evidence) <= 500),
  linked_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
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
create function settle_identity() returns trigger language plpgsql as $$
begin
  new.email_key := email_key(new.email);
  return new;
end
$$;
create trigger a_settle before insert or update on identity
  for each row execute function settle_identity();
create trigger row_version before update on identity
  for each row execute function bump_row_version();

alter table directory_user
  add foreign key (primary_identity_id) references identity deferrable initially deferred;

-- A profile key names an own key first, else a dotted path; a number picks an element of a list.
create function profile_text(profile jsonb, key text) returns text language sql immutable parallel safe
  return case
    when key is null then null
    when profile ? key then case when jsonb_typeof(profile -> key) in ('string', 'number', 'boolean') then nullif(profile ->> key, '') end
    when jsonb_typeof(profile #> string_to_array(key, '.')) in ('string', 'number', 'boolean')
      then nullif(profile #>> string_to_array(key, '.'), '')
  end;

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
  unique (dimension_id, folded_value)
);

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

create trigger row_version before update on dimension
  for each row execute function bump_row_version();
create trigger row_version before update on attribute
  for each row execute function bump_row_version();
create trigger row_version before update on resource
  for each row execute function bump_row_version();

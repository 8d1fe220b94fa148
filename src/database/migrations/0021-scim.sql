-- What identity providers push by SCIM: the resources as they know them, and the secrets that they push with.
alter table integration
  add column scim_profile text not null default 'strict' check (scim_profile in ('strict', 'entra', 'okta', 'onelogin'));

-- A secret opens the SCIM endpoint of one integration and nothing else.
create table scim_secret (
  id uuid primary key default new_id(),
  integration_id uuid not null references integration on delete cascade,
  hash bytea not null unique check (octet_length(hash) = 32),
  name text not null check (char_length(name) between 1 and 200),
  created_at timestamptz not null default current_instant(),
  -- Null: it does not end by itself, so that leavers are not missed.
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index scim_secret_integration on scim_secret (integration_id);
grant select, insert, update, delete on scim_secret to muster_server;

-- A user or a group as its client knows it. Its id is the vendor id of the account or of the resource that it became.
create table scim_resource (
  id text primary key default new_id()::text,
  integration_id uuid not null references integration on delete cascade,
  kind text not null check (kind in ('User', 'Group')),
  -- userName or displayName, in lower case.
  name_key text not null check (char_length(name_key) between 1 and 500),
  external_id text check (char_length(external_id) between 1 and 500),
  -- The attributes, without id, meta, groups and members.
  document jsonb not null check (jsonb_typeof(document) = 'object'),
  version bigint not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant()
);
create unique index scim_resource_user_name on scim_resource (integration_id, name_key) where kind = 'User';
create index scim_resource_kind on scim_resource (integration_id, kind, id);
create index scim_resource_name on scim_resource (integration_id, kind, name_key);
create index scim_resource_external_id on scim_resource (integration_id, kind, external_id) where external_id is not null;
grant select, insert, update, delete on scim_resource to muster_server;

-- A membership without a role is taken away by the run that stages it.
alter table import_member alter column role drop not null;

-- Where events are sent (src/events/webhooks).
-- Older servers may write.
create table webhook (
  id uuid primary key default new_id(),
  name text not null check (char_length(name) between 1 and 200),
  url text not null check (char_length(url) <= 2000),
  state text not null default 'active' check (state in ('active', 'paused')),
  paused_as text check (paused_as in ('user', 'owner', 'gone', 'failing')),
  -- Its maker, by whose rights it is sent.
  workspace_user_id uuid references workspace_user,
  service_id uuid references service,
  -- Of the permissions that add to what is sent, those that the maker held with the token that they used.
  permissions text[] not null,
  -- Empty: all.
  event_types text[] not null default '{}',
  resource_ids uuid[] not null default '{}',
  integration_ids uuid[] not null default '{}',
  key_id text not null,
  nonce bytea not null,
  ciphertext bytea not null,
  -- The secret before the last rotation, with which messages are signed too until then.
  former_key_id text,
  former_nonce bytea,
  former_ciphertext bytea,
  former_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  check ((state = 'paused') = (paused_as is not null)),
  check (num_nonnulls(workspace_user_id, service_id) = 1),
  check (num_nonnulls(former_key_id, former_nonce, former_ciphertext, former_until) in (0, 4))
);
create index webhook_workspace_user on webhook (workspace_user_id);
create index webhook_service on webhook (service_id);

-- How far a webhook is. It moves with each group of events, so it is no part of the record.
create table webhook_progress (
  webhook_id uuid primary key references webhook on delete cascade,
  cursor text not null,
  -- Of attempts of which none succeeded, one after the other.
  failures integer not null default 0,
  failing_since timestamptz,
  next_at timestamptz not null default clock_timestamp(),
  succeeded_at timestamptz,
  last_status integer,
  last_error text check (char_length(last_error) <= 300)
);

-- Events that were sent, or that wait. What is sent is made of the audit row each time.
create table webhook_attempt (
  id uuid primary key default new_id(),
  webhook_id uuid not null references webhook on delete cascade,
  audit_log_id uuid not null,
  position bigint not null,
  -- The person or record, whose events are in order.
  subject text not null,
  event text not null,
  state text not null check (state in ('waiting', 'delivered', 'dead')),
  tries integer not null,
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  next_at timestamptz,
  status integer,
  error text check (char_length(error) <= 300),
  version integer not null default 1,
  unique (webhook_id, audit_log_id),
  check ((state = 'waiting') = (next_at is not null))
);
create index webhook_attempt_waiting on webhook_attempt (webhook_id, subject, position) where state = 'waiting';
create index webhook_attempt_due on webhook_attempt (webhook_id, next_at) where state = 'waiting';
create index webhook_attempt_last on webhook_attempt (webhook_id, last_at, id);
grant select, insert, update, delete on webhook, webhook_progress, webhook_attempt to muster_server;

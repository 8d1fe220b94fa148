-- What people are told of what waits for them (src/notices).
-- Older servers may write.
-- Without a row a person has the defaults, which src/notices/settings/queries.ts repeats.
create table notice_setting (
  workspace_user_id uuid primary key references workspace_user,
  by_email boolean not null default true,
  at_once boolean not null default true,
  -- Null: no digest.
  digest_hour integer default 8 check (digest_hour between 0 and 23),
  time_zone text not null default 'UTC' check (char_length(time_zone) <= 64),
  -- The kinds of lines that they don't want.
  muted text[] not null default '{orphans,due_people}',
  chat_type text check (chat_type in ('slack', 'teams', 'mattermost')),
  -- The host and port of the address, whose rest is a secret.
  chat_host text check (char_length(chat_host) <= 300),
  key_id text,
  nonce bytea,
  ciphertext bytea,
  version integer not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  check (num_nonnulls(chat_type, chat_host, key_id, nonce, ciphertext) in (0, 5))
);

-- When a person gets the next digest. Without a row that is worked out.
create table notice_digest (
  workspace_user_id uuid primary key references workspace_user,
  due_at timestamptz not null
);
create index notice_digest_due on notice_digest (due_at);

-- The open incidents and failing sources that were told of at once.
create table notice_told (
  kind text not null check (kind in ('incidents', 'failing_sources')),
  record_id uuid not null,
  primary key (kind, record_id)
);

-- What was sent, or waits to be. What a message says is found out when it is sent, so it has no names.
create table notice (
  id uuid primary key default new_id(),
  workspace_user_id uuid not null references workspace_user,
  kind text not null check (kind in ('digest', 'at_once', 'test')),
  channel text not null check (channel in ('email', 'chat')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- Of a message at once: the incidents and sources that it is about.
  record_ids uuid[] not null default '{}',
  -- The kinds of its lines, once it was sent.
  told text[] not null default '{}',
  tries integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  last_at timestamptz,
  next_at timestamptz default clock_timestamp(),
  error text check (char_length(error) <= 300),
  version integer not null default 1,
  check ((state = 'waiting') = (next_at is not null))
);
create index notice_due on notice (next_at) where state = 'waiting';
create index notice_failed on notice (last_at) where state = 'failed';
create index notice_created on notice (created_at, id);
create index notice_of_person on notice (workspace_user_id, created_at, id);
grant select, insert, update, delete on notice_setting, notice_digest, notice_told, notice to muster_server;

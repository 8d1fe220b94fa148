-- How people come in without a token: a link that works once, and the session of a browser that it opens.

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
  check (expires_at <= created_at + interval '1 day')
);
create index session_workspace_user on session (workspace_user_id, id);
create index session_maker_token on session (maker_token_id);
-- last_used_at is written at most once a minute and changes nobody's rights.
create trigger touch_access after insert or update of revoked_at, expires_at or delete on session
  for each statement execute function touch_access();

create table sign_in_link (
  hash bytea primary key check (octet_length(hash) = 32),
  workspace_user_id uuid not null references workspace_user,
  maker_token_id uuid references token,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default current_instant(),
  check (expires_at <= created_at + interval '1 hour')
);
create index sign_in_link_workspace_user on sign_in_link (workspace_user_id);
create index sign_in_link_maker_token on sign_in_link (maker_token_id);

-- Not every secret is a token that could be named when its answer is asked for again.
alter table idempotency_key add column showed_secret boolean not null default false;
update idempotency_key set showed_secret = true where secret_token_id is not null;

grant select, insert, update on session, sign_in_link to muster_server;

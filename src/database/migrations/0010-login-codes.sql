-- Codes that a person confirmed in the browser, each of which the command line exchanges for a token once.
create table login_code (
  hash bytea primary key check (octet_length(hash) = 32),
  -- The browser's session in which it was confirmed; without it the code is void.
  session_id uuid not null references session on delete cascade,
  -- SHA-256 of the secret that only the command knows.
  challenge bytea not null check (octet_length(challenge) = 32),
  -- Where the browser takes the code; null if the person types it.
  redirect_uri text check (char_length(redirect_uri) between 1 and 100),
  name text not null check (char_length(name) between 1 and 200),
  scopes text[] not null check (cardinality(scopes) between 1 and 200),
  token_expires_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default current_instant(),
  check (expires_at <= created_at + interval '10 minutes')
);
create index login_code_session on login_code (session_id);
create index login_code_expires_at on login_code (expires_at);
grant select, insert, update, delete on login_code to muster_server;

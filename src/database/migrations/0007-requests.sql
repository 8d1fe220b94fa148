-- What the HTTP frame remembers: answers to repeated POSTs.

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
  primary key (caller_id, key, method, path)
);
create index idempotency_key_age on idempotency_key (created_at);
create index idempotency_key_token on idempotency_key (secret_token_id);

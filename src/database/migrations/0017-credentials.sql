-- How a source is reached. It holds no secret.
alter table integration
  add column connection jsonb check (jsonb_typeof(connection) = 'object'),
  -- When the credentials in integration_secret were sent; null without any.
  add column credentials_set_at timestamptz;

-- Credentials of sources, encrypted with a key that is not in this database (connectors/credentials).
create table integration_secret (
  integration_id uuid primary key references integration on delete cascade,
  -- Names the key, without telling anything about it.
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  nonce bytea not null check (octet_length(nonce) = 12),
  -- With the 16 bytes of its tag.
  ciphertext bytea not null check (octet_length(ciphertext) between 16 and 20000)
);
grant select, insert, update, delete on integration_secret to muster_server;

-- A role that a claim of the issuer gives ends when the claim no longer does. Roles given by hand stay.
alter table workspace_user_role add column is_claimed boolean not null default false;

-- Sign-ins that came back from their issuer: each is used once.
create table sign_in_attempt (
  id uuid primary key,
  -- A digest of issuer and subject.
  account bytea not null check (octet_length(account) = 32),
  -- Why it was refused; null if it opened a session.
  fault text check (char_length(fault) between 1 and 50),
  created_at timestamptz not null default current_instant()
);
create index sign_in_attempt_account on sign_in_attempt (account, created_at);
create index sign_in_attempt_created_at on sign_in_attempt (created_at);
grant select, insert, delete on sign_in_attempt to muster_server;

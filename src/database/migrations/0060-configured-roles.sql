-- The role that a name in the configuration of issuers means: it is bound once, and a name that changes hands gives nothing.
create table configured_role (
  name text primary key check (name ~ '^[a-z][a-z0-9_.-]{0,62}$'),
  role_id uuid not null references role on delete cascade,
  created_at timestamptz not null default current_instant()
);
create index configured_role_role on configured_role (role_id);
-- The server's role can't bind a name to another role.
grant select, insert on configured_role to muster_server;

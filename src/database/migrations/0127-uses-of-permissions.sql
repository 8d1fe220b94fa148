-- Which permissions of a token were used, and when last, to the hour (src/access/authenticator.ts).
-- Older servers may write.
create table token_permission (
  token_id uuid not null references token,
  permission text not null,
  last_used_at timestamptz not null,
  primary key (token_id, permission)
);
grant select, insert, update, delete on token_permission to muster_server;

-- Since when a service that may act holds it.
alter table service_permission add column held_since timestamptz not null default current_instant();

-- What was taken away as unused, and not put back.
alter table service
  add column shrunk_at timestamptz,
  add column shrunk_permissions text[] not null default '{}';

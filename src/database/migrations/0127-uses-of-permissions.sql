-- Which permissions of a token were used, and when last, within an hour (src/access/authenticator.ts).
create table token_permission (
  token_id uuid not null references token,
  permission text not null,
  last_used_at timestamptz not null,
  primary key (token_id, permission)
);
grant select, insert, update, delete on token_permission to muster_server;

-- Since when a service holds it; of those from before, since uses are noted.
alter table service_permission add column held_since timestamptz not null default current_instant();

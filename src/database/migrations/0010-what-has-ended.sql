-- A link opens only what it was made for, and what has ended is cleared away.

-- A digest of the versions of all that said what its person may do when it was made (workspace/auth/queries.ts).
alter table sign_in_link add column rights bytea not null default sha256('') check (octet_length(rights) = 32);
alter table sign_in_link alter column rights drop default;

create index sign_in_link_expires_at on sign_in_link (expires_at);
create index session_expires_at on session (expires_at);
grant delete on session, sign_in_link to muster_server;

-- Counts the changes of what managers and parents follow from. It is no column, so that writers don't wait for one another.
create sequence hierarchy_change;
-- The change after which everybody's manager and parent were as sources and people say.
create table confirmed_hierarchy (
  is_only boolean primary key default true check (is_only),
  change bigint not null
);
grant select, insert, update, delete on confirmed_hierarchy to muster_server;
grant usage, select on sequence hierarchy_change to muster_server;
-- A run looks for sources with accounts that belong to no one.
create index identity_orphan on identity (integration_id) where state = 'orphan';

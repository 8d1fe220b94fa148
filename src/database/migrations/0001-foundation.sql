-- What every later migration stands on: extensions, the server's role, ids, the clock, row versions.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- The server works as this role, which owns nothing. It is shared by all Musters of one cluster.
do $$
begin
  if not exists (select from pg_roles where rolname = 'muster_server') then
    create role muster_server nologin;
  end if;
  if not pg_has_role(current_user, 'muster_server', 'member') then
    execute format('grant muster_server to %I', current_user);
  end if;
exception
  when insufficient_privilege then
    raise exception 'Muster needs the role muster_server. Ask an administrator of this cluster to run: create role muster_server nologin; grant muster_server to %;', current_user;
end
$$;

-- PostgreSQL 18 makes UUIDv7 itself; before it, the first 48 bits of a random uuid are replaced by the time.
do $$
begin
  if to_regproc('pg_catalog.uuidv7') is not null then
    create function new_id() returns uuid language sql volatile parallel safe
      return uuidv7();
  else
    create function new_id() returns uuid language sql volatile parallel safe as
      $fn$
        select encode(
          set_bit(set_bit(
            overlay(uuid_send(gen_random_uuid()) placing
              substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
            52, 1), 53, 1), 'hex')::uuid
      $fn$;
  end if;
end
$$;

-- The one clock, in whole milliseconds as JSON shows them. A transaction may carry an injected instant;
-- without one it is the transaction's start.
create function current_instant() returns timestamptz language sql stable parallel safe
  return date_trunc('milliseconds', coalesce(nullif(current_setting('muster.now', true), '')::timestamptz, now()));

-- ISO 8601 UTC with milliseconds and Z: the one way a time leaves the database as JSON.
create function iso(at timestamptz) returns text language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- E-mail addresses are compared trimmed and in ASCII lower case, whatever the database's locale.
create function email_key(email text) returns text language sql immutable parallel safe
  return lower(btrim(email) collate "C");

-- What a search compares: lower case, without the accents that Unicode decomposes.
create function search_key(value text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g'));

-- The row's own version moves only when something in the row did. It runs after the triggers that derive
-- columns: PostgreSQL fires them in the order of their names (a_settle, row_version).
create function bump_row_version() returns trigger language plpgsql as $$
begin
  if new is not distinct from old then
    return new;
  end if;
  new.version := old.version + 1;
  new.updated_at := current_instant();
  return new;
end
$$;

-- Keys that belong to the deployment and not to its configuration, such as the one that signs cursors.
create table server_secret (
  name text primary key check (name ~ '^[a-z_]{1,64}$'),
  value bytea not null check (octet_length(value) >= 32)
);

-- Moves whenever something of unbounded reach changes: a rule, a dimension, an integration, a rename.
create table policy_epoch (
  singleton boolean primary key default true check (singleton),
  epoch bigint not null default 1
);
insert into policy_epoch default values;

-- The memory-only mode of a process that is alone on the database (see docs/architecture.md, "Ready bodies").
create table cache_lease (
  singleton boolean primary key default true check (singleton),
  holder text,
  valid_until timestamptz not null default '-infinity'
);
insert into cache_lease default values;

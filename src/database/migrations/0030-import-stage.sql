-- What an import has read and not merged yet. Rows are written in short transactions, so that a slow source holds no
-- lock and no transaction, and go when the run ends. They are worth nothing after a crash, hence unlogged.

-- A run holds the session lock of its integration (import_lock_key). A row whose lock is free was left by a dead run.
create unlogged table import_stage (
  run_id uuid primary key default new_id(),
  integration_handle text not null,
  started_at timestamptz not null default clock_timestamp()
);

-- The run that the transaction stages or merges. It is the `run_id` of what is inserted, and the views show its rows.
create function current_import_run() returns uuid language sql stable parallel safe
  return nullif(current_setting('muster.import_run', true), '')::uuid;

-- Integrations are locked by handle: the plan of a first import connects its integration only in a transaction that is
-- rolled back.
create function import_lock_key(integration_handle text) returns bigint language sql immutable parallel safe
  return hashtextextended('import ' || integration_handle, 0);

create unlogged table import_account (
  run_id uuid not null default current_import_run(),
  line bigint not null, vendor_id text not null, handle text, email text, first_name text not null,
  last_name text not null, full_name text not null, state text not null, is_new boolean not null,
  created_at timestamptz, profile jsonb not null
);
create index import_account_run on import_account (run_id);

create unlogged table import_resource (
  run_id uuid not null default current_import_run(),
  line bigint not null, type text not null, vendor_id text not null, parent_vendor_id text, name text not null,
  handle text, resource_id uuid, is_new boolean, parent_id uuid
);
create index import_resource_run on import_resource (run_id);

create unlogged table import_member (
  run_id uuid not null default current_import_run(),
  line bigint not null, type text not null, resource_vendor_id text not null, account_vendor_id text,
  account_email text, role text not null
);
create index import_member_run on import_member (run_id);

create view staged_account with (security_invoker = true) as
  select line, vendor_id, handle, email, first_name, last_name, full_name, state, is_new, created_at, profile
  from import_account where run_id = current_import_run();
create view staged_resource with (security_invoker = true) as
  select line, type, vendor_id, parent_vendor_id, name, handle, resource_id, is_new, parent_id
  from import_resource where run_id = current_import_run();
create view staged_member with (security_invoker = true) as
  select line, type, resource_vendor_id, account_vendor_id, account_email, role
  from import_member where run_id = current_import_run();

-- Only an owner may analyze, and the planner must know how many rows there are.
create function analyze_import_stage() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  analyze import_account (run_id, line, vendor_id, email);
  analyze import_resource;
  analyze import_member;
end
$$;

revoke execute on function analyze_import_stage() from public;
grant execute on function analyze_import_stage() to muster_server;
grant select, insert, update, delete on import_stage, import_account, import_resource, import_member,
  staged_account, staged_resource, staged_member to muster_server;

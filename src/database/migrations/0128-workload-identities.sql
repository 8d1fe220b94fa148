-- Kinds of services, the identities of jobs and workloads that a service trusts (src/workspace/services/workload-identities.ts), and
-- the tokens that these get (src/workspace/exchanges). Older servers may write.
alter table service
  add column kind text not null default 'service' check (kind in ('service', 'agent')),
  -- Each has issuer, audience, subject, scopes, and who set it when.
  add column workload_identities jsonb not null default '[]'
    check (case jsonb_typeof(workload_identities) when 'array' then jsonb_array_length(workload_identities) <= 10 else false end);
create index service_workload_identities on service (id) where workload_identities <> '[]' and deleted_at is null;

-- What tokens that are deleted have used of a service's permissions.
create table service_use (
  service_id uuid not null references service on delete cascade,
  permission text not null,
  last_used_at timestamptz not null,
  primary key (service_id, permission)
);
grant select, insert, update, delete on service_use to muster_server;

-- Such a token ends within minutes, and is deleted a day later.
alter table token add column is_exchanged boolean not null default false;
create index token_exchanged on token (expires_at) where is_exchanged;

-- What would follow from accepting what an incident holds: a plan, worked out when somebody asks for it.

-- Nobody is the author of a plan that Muster made because somebody looked at an incident.
alter table plan drop constraint plan_author_type_check;
alter table plan alter column author_id drop not null;
alter table plan add constraint plan_author_type_check check (author_type in ('user', 'service', 'system'));
alter table plan add constraint plan_author_check check ((author_type = 'system') = (author_id is null));

-- Milliseconds from applying the plan to the end of the access, where that follows from when it is applied.
alter table plan_effect add column ends_after bigint;

create table incident_plan (
  plan_id uuid primary key references plan on delete cascade,
  incident_id uuid not null references incident on delete cascade,
  -- In order; null for everybody whom the incident holds.
  people uuid[],
  -- The accounts whose pending facts it accepts, as they were up to this change.
  accounts uuid[] not null,
  up_to bigint not null,
  -- Of the incident, the people, the change and the effect; null until the effect is known.
  digest bytea check (octet_length(digest) = 32),
  -- Transactions from this one on were not seen when it was worked out.
  horizon xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  created_at timestamptz not null default current_instant()
);
create index incident_plan_incident on incident_plan (incident_id, created_at);

-- Who approved or rejected what of an incident.
create table incident_decision (
  id uuid primary key default new_id(),
  incident_id uuid not null references incident on delete cascade,
  decision text not null check (decision in ('approved', 'rejected')),
  by_type text not null check (by_type in ('user', 'service')),
  by_id uuid not null,
  at timestamptz not null default current_instant(),
  reason text not null check (char_length(reason) between 1 and 1000),
  digest bytea not null check (octet_length(digest) = 32),
  people integer not null check (people >= 0),
  accounts integer not null check (accounts >= 0)
);
create index incident_decision_incident on incident_decision (incident_id, at, id);

grant select, insert, update, delete on incident_plan, incident_decision to muster_server;

-- Each import, from its request to its end, with the rows that it left out.
alter table import_run
  add column state text not null default 'succeeded'
    check (state in ('waiting', 'running', 'succeeded', 'failed', 'interrupted')),
  add column is_complete boolean not null default false,
  add column is_plan boolean not null default false,
  -- The effect that it would have.
  add column plan jsonb check (jsonb_typeof(plan) = 'object'),
  add column phase text check (phase in ('reading', 'matching', 'policy', 'done')),
  add column bytes_read bigint not null default 0,
  add column bytes_total bigint not null default 0,
  add column notes bigint not null default 0,
  add column failure text check (char_length(failure) between 1 and 2000),
  add column incident_id uuid references incident on delete set null,
  -- A run of which nothing was heard for a while has been interrupted.
  add column heard_at timestamptz not null default clock_timestamp();
update import_run set notes = coalesce((summary ->> 'notes')::bigint, 0), phase = 'done';
create index import_run_unfinished on import_run (heard_at) where finished_at is null;
create index import_run_finished_at on import_run (finished_at);
create index import_run_incident on import_run (incident_id) where incident_id is not null;

-- The first rows of a run that could not be taken, or were taken with a remark.
create table import_run_row (
  run_id uuid not null references import_run on delete cascade,
  position integer not null check (position between 1 and 1000),
  line bigint check (line >= 0),
  kind text not null check (kind in ('rejected', 'note')),
  reason text not null check (char_length(reason) between 1 and 2000),
  primary key (run_id, position)
);
grant select, insert, update, delete on import_run_row to muster_server;
grant update, delete on import_run to muster_server;

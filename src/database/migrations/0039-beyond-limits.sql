-- What a plan exceeds, and the people whom one caller has ended or given exceptions to.

alter table plan add column exceeds jsonb not null default '[]' check (jsonb_typeof(exceeds) = 'array');

-- Rows older than 24 hours count no more.
create table named_person (
  cause_kind text not null,
  cause_id uuid not null,
  directory_user_id uuid not null references directory_user on delete cascade,
  at timestamptz not null,
  primary key (cause_kind, cause_id, directory_user_id)
);
create index named_person_at on named_person (cause_kind, cause_id, at);
create index named_person_user on named_person (directory_user_id);

alter table rule
  -- The limits that an approved plan lets it exceed when it begins.
  add column begin_approved jsonb check (jsonb_typeof(begin_approved) = 'array'),
  -- Its date has come and it would exceed these limits: it has not begun, and keeps its date.
  add column begin_exceeds jsonb check (jsonb_typeof(begin_exceeds) = 'array'),
  add check (num_nonnulls(begin_approved, begin_exceeds) = 0 or (state = 'staged' and activates_at is not null));

grant select, insert, update, delete on named_person to muster_server;

select unsettled.make_views();

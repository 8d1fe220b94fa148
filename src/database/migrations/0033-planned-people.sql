-- Whose access the plan of a run would change, and how, and who would be created, changed or deactivated. It stays as it was
-- shown, and goes with its run.
create table import_run_ruleset (
  run_id uuid not null references import_run on delete cascade,
  ruleset_id uuid not null,
  name text not null,
  type text not null,
  is_new boolean not null,
  primary key (run_id, ruleset_id)
);

create table import_run_person (
  run_id uuid not null references import_run on delete cascade,
  -- By name.
  position integer not null,
  -- Null for a person whom the run would create: only then the name and the account that would bring it are kept.
  directory_user_id uuid,
  vendor_id text,
  full_name text,
  email text,
  -- Null for a person of whom nothing but access would change.
  change text check (change in ('created', 'changed', 'activated', 'suspended', 'deactivated')),
  state_after text not null,
  -- Read through by a search of new people: an index of trigrams would take longer to write than all else.
  searched text generated always as (search_key(full_name || ' ' || coalesce(email, ''))) stored,
  primary key (run_id, position),
  check ((directory_user_id is null) = (full_name is not null)),
  check (directory_user_id is null or num_nonnulls(vendor_id, email) = 0)
);
-- A search finds people who exist by their own index.
create index import_run_person_known on import_run_person (directory_user_id, run_id) where directory_user_id is not null;
-- Erasing a person finds the rows from before they existed.
create index import_run_person_account on import_run_person (vendor_id) where vendor_id is not null;
create index import_run_person_email on import_run_person (email_key(email)) where email is not null;

create table import_run_effect (
  run_id uuid not null references import_run on delete cascade,
  person integer not null,
  ruleset_id uuid not null,
  kinds text[] not null,
  role_before text,
  state_before text,
  expires_at_before timestamptz,
  role_after text,
  state_after text,
  expires_at_after timestamptz,
  primary key (run_id, person, ruleset_id),
  check (num_nonnulls(role_before, state_before) in (0, 2)),
  check (num_nonnulls(role_after, state_after) in (0, 2))
);
create index import_run_effect_ruleset on import_run_effect (run_id, ruleset_id, person);
grant select, insert, update, delete on import_run_ruleset, import_run_person, import_run_effect to muster_server;

-- A plan names its rulesets, so that their people can be listed; of those from before there are none.
update import_run set plan = jsonb_set(plan, '{resources}', array_to_json(array(
  select '{"ruleset_id": null, "resource_handle": null}'::jsonb || r.resource
  from jsonb_array_elements(plan -> 'resources') with ordinality as r (resource, n) order by n))::jsonb)
where plan is not null;

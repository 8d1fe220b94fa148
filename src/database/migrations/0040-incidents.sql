-- What sources said and policy does not read yet: held accounts, and the incidents that hold them.

create table incident (
  id uuid primary key default new_id(),
  integration_id uuid not null references integration on delete cascade,
  state text not null default 'open' check (state in ('open', 'closed')),
  closed_as text check (closed_as in ('approved', 'rejected', 'released', 'applied')),
  -- Which limits would have been exceeded, and how they were counted: a list.
  reasons jsonb not null default '[]' check (jsonb_typeof(reasons) = 'array'),
  -- It holds accounts that stop being active, or has held some.
  has_account_ends boolean not null default false,
  opened_by_run uuid not null,
  opened_at timestamptz not null default current_instant(),
  closed_at timestamptz,
  decided_by_type text check (decided_by_type in ('user', 'service')),
  decided_by_id uuid,
  decided_at timestamptz,
  reason text check (char_length(reason) between 1 and 1000),
  version bigint not null default 1,
  updated_at timestamptz not null default current_instant(),
  check ((state = 'closed') = (closed_as is not null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (num_nonnulls(decided_by_type, decided_by_id, decided_at) in (0, 3))
);
create unique index incident_open on incident (integration_id) where state = 'open';
create index incident_integration on incident (integration_id, opened_at, id);
create index incident_by_opening on incident (opened_at, id);
create trigger row_version before update on incident
  for each row execute function bump_row_version();

-- Grows with every change of what is pending.
create sequence held_account_change;

-- An account with what its source said last. The identity has the accepted facts, the only ones that policy reads.
create table held_account (
  identity_id uuid primary key references identity on delete cascade,
  integration_id uuid not null references integration on delete cascade,
  -- Null for an account that is not held, of which some values were rejected.
  incident_id uuid references incident on delete cascade,
  -- The account stops being active.
  is_account_end boolean not null default false,
  -- The identity was made by the run that held it: it has a name and an address only.
  is_new_account boolean not null default false,
  change bigint not null default nextval('held_account_change'),
  since timestamptz not null default current_instant(),
  handle text,
  email text,
  email_key text generated always as (email_key(email)) stored,
  first_name text not null,
  last_name text not null,
  full_name text not null,
  state text not null check (state in ('active', 'suspended', 'deactivated')),
  is_new boolean not null,
  created_at timestamptz,
  profile jsonb not null check (jsonb_typeof(profile) = 'object'),
  -- Values that stay unread until the source changes them, in the form {"state": …, "profile": {key: value}}.
  rejected jsonb check (jsonb_typeof(rejected) = 'object'),
  rejected_incident_id uuid references incident on delete set null,
  check (incident_id is not null or rejected is not null)
);
create index held_account_incident on held_account (incident_id, identity_id);
create index held_account_integration on held_account (integration_id);
create index held_account_email on held_account (email_key);
create index held_account_rejected_incident on held_account (rejected_incident_id);

-- Access that an incident's source moves: what it holds, and, while it is open, what the source has moved since 24 hours
-- before it opened.
create table incident_movement (
  incident_id uuid not null references incident on delete cascade,
  ruleset_id uuid not null references ruleset on delete cascade,
  directory_user_id uuid not null references directory_user on delete cascade,
  is_held boolean not null,
  loses boolean not null,
  gains boolean not null,
  changes_role boolean not null,
  primary key (incident_id, ruleset_id, directory_user_id, is_held),
  check (loses or gains or changes_role)
);
create index incident_movement_ruleset on incident_movement (ruleset_id, is_held);
create index incident_movement_user on incident_movement (directory_user_id);

-- Bodies show what is held. A statement that finds no row leaves them as they are.
create function touch_epoch_once() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update policy_epoch set epoch = epoch + 1;
  perform set_config('muster.touched', 'all', true);
end
$$;

create function touch_epoch_if_changed() returns trigger language plpgsql as $$
begin
  if exists (select from changed_rows) then
    perform touch_epoch_once();
  end if;
  return null;
end
$$;
do $$
declare
  name text;
begin
  foreach name in array array['incident', 'held_account'] loop
    execute format('create trigger touch_epoch_inserted after insert on %I
      referencing new table as changed_rows for each statement execute function touch_epoch_if_changed()', name);
    execute format('create trigger touch_epoch_updated after update on %I
      referencing new table as changed_rows for each statement execute function touch_epoch_if_changed()', name);
    execute format('create trigger touch_epoch_deleted after delete on %I
      referencing old table as changed_rows for each statement execute function touch_epoch_if_changed()', name);
  end loop;
end
$$;
revoke execute on function touch_epoch_once() from public;
grant execute on function touch_epoch_once() to muster_server;

-- What a profile has under a key: an own key first, else a dotted path, as profile_text reads it.
create function profile_member(profile jsonb, key text) returns jsonb language sql immutable parallel safe
  return case when profile ? key then profile -> key else profile #> string_to_array(key, '.') end;

-- The profile with another value under the key; null takes the key out.
create function profile_with(profile jsonb, key text, value jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  path text[] := case when profile ? key or profile #> string_to_array(key, '.') is null
    then array[key] else string_to_array(key, '.') end;
begin
  return case when value is null then profile #- path else jsonb_set(profile, path, value) end;
end
$$;

-- The profile with the accepted values instead of those that were rejected and that it still has.
create function profile_without_rejected(profile jsonb, accepted jsonb, rejected jsonb) returns jsonb
  language plpgsql immutable parallel safe as $$
declare
  item record;
begin
  for item in select key, value from jsonb_each(rejected) loop
    if coalesce(profile_member(profile, item.key), 'null') = item.value then
      profile := profile_with(profile, item.key, profile_member(accepted, item.key));
    end if;
  end loop;
  return profile;
end
$$;

-- Those of the rejected values that a state and a profile still have; null if there are none.
create function still_rejected(rejected jsonb, state text, profile jsonb) returns jsonb language sql immutable parallel safe
  return nullif(
    case when rejected ->> 'state' = state then jsonb_build_object('state', state) else '{}' end ||
    coalesce((
      select jsonb_build_object('profile', jsonb_object_agg(key, value))
      from jsonb_each(rejected -> 'profile') where coalesce(profile_member(profile, key), 'null') = value
      having count(*) > 0), '{}'), '{}');

grant select, insert, update, delete on incident, held_account, incident_movement to muster_server;
grant usage on sequence held_account_change to muster_server;

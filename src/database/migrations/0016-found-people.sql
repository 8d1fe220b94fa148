-- What people are found by, besides names and addresses.

-- The numbers of accounts (badge, employee) under the keys that their integrations name now. Triggers write it. An integration
-- without such keys has no rows. Long values are cut: who reads it compares the profile too.
create table account_number (
  value text not null check (char_length(value) <= 200),
  identity_id uuid not null,
  primary key (value, identity_id)
);
insert into account_number (value, identity_id)
select distinct left(found.value, 200), i.id
from integration g
join identity i on i.integration_id = g.id
cross join lateral unnest(array[g.badge_id_profile_key, g.employee_id_profile_key, g.employee_alt_id_profile_key]) as named (key)
cross join lateral (
  select case when i.profile ? named.key then i.profile -> named.key
    else i.profile #> string_to_array(named.key, '.') end as member) m
cross join lateral (select m.member #>> '{}' as value) found
where jsonb_typeof(m.member) in ('string', 'number', 'boolean') and found.value <> '';
grant select on account_number to muster_server;

create index directory_user_metadata on directory_user using gin (metadata) where metadata <> '{}';
create index directory_user_by_deprovisioning on directory_user (deprovisioned_at, id) where deprovisioned_at is not null;

-- Accounts are searched like people.
create index identity_search on identity
  using gin (search_key(full_name || ' ' || coalesce(email, '') || ' ' || coalesce(handle, '')) gin_trgm_ops);
create index identity_by_handle_key on identity ((search_key(handle) collate "C"), id) where handle is not null;

-- A deleted integration keeps its row, because runs, former rules and accounts that have ended name it. Its handle is free.
alter table integration
  add column deleted_at timestamptz,
  add check (deleted_at is null or state = 'deactivated' and not is_primary),
  drop constraint integration_handle_key;
create unique index integration_handle on integration (handle) where deleted_at is null;

-- Managers who are named only by name: the key of profiles that has the name, where the mapping of an integration reads one.
alter table integration add column manager_name_profile_key text generated always as (
  case when mapping #> '{account,profile_extra}' ? 'managerName' then 'managerName' end) stored;

-- Who waits for a manager of that name.
create index identity_by_manager_name on identity (integration_id, (name_key(profile ->> 'managerName')))
  where profile ? 'managerName';

-- The integration that named the manager; null where a person did. Its edges end when it names managers no longer.
alter table directory_user add column manager_integration_id uuid references integration;
update directory_user u set manager_integration_id = g.id
from identity i join integration g on g.id = i.integration_id
where i.id = u.primary_identity_id and u.manager_id is not null and g.manager_profile_key is not null;
create index directory_user_manager_integration on directory_user (manager_integration_id)
  where manager_integration_id is not null;

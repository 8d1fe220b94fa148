-- A SCIM client sends a user again that it deleted: it has the external id of an account that has ended.
create index identity_former_external_id on identity (integration_id, (profile ->> 'externalId'))
  where vendor_state = 'deactivated' and profile ? 'externalId';

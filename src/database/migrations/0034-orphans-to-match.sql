-- Accounts of no one that something outside a run may have given a match: a person with their address came, changed or went, or
-- a hold of it began or ended. The next run tries them again. A row has no address, so that nothing is left to erase.
create table orphan_to_match (
  n bigint generated always as identity primary key,
  integration_id uuid not null references integration,
  identity_id uuid not null references identity on delete cascade
);
create index orphan_to_match_integration on orphan_to_match (integration_id);
create index orphan_to_match_identity on orphan_to_match (identity_id);
grant select, insert, delete on orphan_to_match to muster_server;

create index identity_to_match on identity (email_key, integration_id)
  where directory_user_id is null and link_evidence is null;

-- Until now each run tried all of them.
insert into orphan_to_match (integration_id, identity_id)
select integration_id, id from identity
where directory_user_id is null and link_evidence is null and email_key is not null;

-- Addresses that two accounts of one source have, from the index alone: not of accounts that have ended or were replaced.
create index identity_in_use on identity (email_key, integration_id)
  where vendor_state <> 'deactivated' and replaced_by_id is null and email_key is not null;

-- A suspended account that was never active is new: its person is staged and not suspended. Until now only the person said so.
alter table identity add column never_active boolean not null default false;
update identity i set never_active = true from directory_user u
where u.primary_identity_id = i.id and i.vendor_state = 'suspended' and u.base_state = 'staged';
alter table identity add check (not never_active or vendor_state = 'suspended');

-- Which of a person's accounts leads follows from the accounts, so none has to say that another one replaced it.
drop index identity_in_use;
alter table identity drop column replaced_by_id;
create index identity_in_use on identity (email_key, integration_id)
  where vendor_state <> 'deactivated' and email_key is not null;

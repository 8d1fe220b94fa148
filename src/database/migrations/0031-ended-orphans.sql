-- An account of no one that has ended waits for no one: it is deactivated, like any other. No release had them as orphans, so
-- the audit log says nothing of it.
alter table identity drop constraint identity_check;
alter table identity drop constraint identity_check1;
update identity set state = 'deactivated' where state = 'orphan' and vendor_state = 'deactivated';
alter table identity add constraint identity_state_of_account check (state =
  case when directory_user_id is null and vendor_state <> 'deactivated' then 'orphan' else vendor_state end);
-- Runs retry every account of no one.
drop index identity_orphan;
create index identity_of_no_one on identity (integration_id) where directory_user_id is null;

-- Since when a member has been seen with the role.
alter table resource_member add column role_since timestamptz;
update resource_member set role_since = first_seen_at;
alter table resource_member alter column role_since set default current_instant(), alter column role_since set not null;

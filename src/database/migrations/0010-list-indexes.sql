-- Every filter of a list with the list's own order, so that a page costs the same at any length.

-- The audit log is read newest first, whatever it is filtered by.
drop index audit_log_record, audit_log_parent, audit_log_related, audit_log_subject, audit_log_actor,
  audit_log_request, audit_log_event;
create index audit_log_at on audit_log (at, id);
create index audit_log_record on audit_log (record_id, at, id);
create index audit_log_parent on audit_log (parent_id, at, id) where parent_id is not null;
create index audit_log_related on audit_log (related_id, at, id) where related_id is not null;
create index audit_log_subject on audit_log (subject_id, at, id) where subject_id is not null;
create index audit_log_actor on audit_log (actor_id, at, id) where actor_id is not null;
create index audit_log_request on audit_log (request_id, at, id) where request_id is not null;
create index audit_log_event on audit_log (event, at, id);
create index audit_log_via on audit_log (via, at, id);

-- People without a username sort as if it were empty.
drop index directory_user_username;
create index directory_user_username on directory_user (coalesce(username, ''), id);
-- Few among many: a list of the deleted must not walk past everybody else.
create index directory_user_trashed on directory_user (full_name, id) where deleted_at is not null;

create index identity_by_name on identity (full_name, id);
create index identity_by_integration on identity (integration_id, full_name, id);
-- Orphans and the like: few among many.
create index identity_by_state on identity (state, full_name, id) where state <> 'active';
create index identity_vendor_id on identity (vendor_id);

drop index resource_by_name;
create index resource_by_name on resource (name, id);
create index resource_by_type on resource (type, name, id);
create index resource_search on resource using gin (search_key(name || ' ' || coalesce(handle, '')) gin_trgm_ops);

create index integration_by_name on integration (name, id);

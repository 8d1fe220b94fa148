-- The server's role: everything but the audit tables' past, and nothing of the schema itself.

grant usage on schema public to muster_server;
grant select, insert, update, delete on all tables in schema public to muster_server;
grant usage, select on all sequences in schema public to muster_server;
revoke update, delete, truncate on audit_log, audit_log_personal from muster_server;
revoke insert, update, delete on policy_epoch, directory_user_version, due_instant, schema_migration from muster_server;
grant delete on due_instant to muster_server;
revoke update, delete on server_secret from muster_server;
-- Neither its order nor its time can be chosen by whoever writes an audit row.
revoke insert on audit_log from muster_server;
grant insert (id, event, actor_type, actor_id, via, request_id, record_type, record_id, parent_type, parent_id,
  related_type, related_id, subject_id, changes, personal_hash) on audit_log to muster_server;
-- They run as the schema's owner, for triggers alone.
revoke execute on function touch_directory_users(uuid[]), refresh_is_manager(uuid[]) from public;

-- The importer stages rows in temporary tables. PostgreSQL grants this to everyone by default; hardened clusters do not.
do $$
begin
  execute format('grant temporary on database %I to muster_server', current_database());
end
$$;

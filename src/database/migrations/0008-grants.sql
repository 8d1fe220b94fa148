-- The server's role: everything but the audit tables' past, and nothing of the schema itself.

grant usage on schema public to muster_server;
grant select, insert, update, delete on all tables in schema public to muster_server;
grant usage, select on all sequences in schema public to muster_server;
revoke update, delete, truncate on audit_log, audit_log_personal from muster_server;
revoke insert, update, delete on policy_epoch, directory_user_version, due_instant from muster_server;
grant delete on due_instant to muster_server;

-- The importer stages rows in temporary tables. PostgreSQL grants this to everyone by default; hardened clusters do not.
do $$
begin
  execute format('grant temporary on database %I to muster_server', current_database());
end
$$;

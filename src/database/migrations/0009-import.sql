-- What the set-based importer needs: its staging tables, and the addresses of people who were deleted.

-- PostgreSQL grants it to everyone by default; hardened clusters do not.
do $$
begin
  execute format('grant temporary on database %I to muster_server', current_database());
end
$$;

create index directory_user_former_email on directory_user (email_key) where deleted_at is not null;

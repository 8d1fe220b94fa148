select ahead.make_view('identity', 'import_written_identity');
create index import_written_identity_user on import_written_identity (run_id, directory_user_id);
create trigger settle before insert or update on import_written_identity
  for each row execute function settle_identity();

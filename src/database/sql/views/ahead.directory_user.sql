select ahead.make_view('directory_user', 'import_written_user');
create index import_written_user_manager on import_written_user (run_id, manager_id);
create index import_written_user_parent on import_written_user (run_id, parent_user_id);
create trigger settle before insert or update on import_written_user
  for each row execute function settle_directory_user();

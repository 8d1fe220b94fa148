create trigger row_version before update on notice_setting
  for each row execute function bump_row_version();

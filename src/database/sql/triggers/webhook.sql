create trigger row_version before update on webhook
  for each row execute function bump_row_version();

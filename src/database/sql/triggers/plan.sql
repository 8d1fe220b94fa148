create trigger row_version before update on plan
  for each row execute function bump_row_version();

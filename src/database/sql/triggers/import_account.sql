create trigger altered before update on import_account
  for each row execute function forget_digest();

create trigger due after insert or update or delete on resting_rule
  for each row execute function refresh_rule_due();

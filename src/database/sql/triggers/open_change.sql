create constraint trigger finish after insert on open_change deferrable initially deferred
  for each row execute function finish_at_commit();

-- The run that the transaction stages or merges. It is the `run_id` of what is inserted, and the views show its rows.
create or replace function current_import_run() returns uuid language sql stable parallel safe
  return nullif(current_setting('muster.import_run', true), '')::uuid;

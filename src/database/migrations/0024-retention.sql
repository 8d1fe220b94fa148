-- How long each source's runs are kept, with the rows that they left out.
alter table integration
  add column run_retention_days integer not null default 90 check (run_retention_days between 1 and 1095);
drop index import_run_finished_at;
create index import_run_finished on import_run (integration_id, finished_at);

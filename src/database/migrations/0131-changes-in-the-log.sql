-- Which rows of the audit log are one change: those that one actor wrote in one transaction. The ids of transactions mean nothing
-- after a restore, so a row has the sequence of the first of them. Older servers may write.
alter table audit_log
  -- Null in the first row itself, and in rows from before this migration, each of which is a change of its own.
  add column change bigint;
-- With `sequence`, so that PostgreSQL reads the rows of a person by their own index, and not all rows of an import.
create index audit_log_change on audit_log ((coalesce(change, sequence)), sequence);
create index audit_log_first on audit_log (at, sequence) where change is null;
create index audit_log_first_by on audit_log ((actor_type = 'user'), at, sequence) where change is null;
create index audit_log_first_of_actor on audit_log (actor_id, at, sequence) where change is null and actor_id is not null;
-- By first_of_change(): a transaction may have a million rows.
create index audit_log_first_written on audit_log (transaction, sequence) where change is null;
-- What a change was, where it has too many rows to count.
create index audit_log_main on audit_log ((coalesce(change, sequence)), event, sequence)
  where split_part(event, '.', 2) in ('plan', 'incident', 'rule', 'ruleset', 'integration');

-- Drafts that were deleted before their date left it behind.
delete from due_instant d where kind = 'rule' and not exists (select from rule r where r.id = d.record_id);

-- Called before the snapshot of a batch of events is taken. `high`: the last row that can be seen. `writers`: the transactions
-- that have written audit rows and not ended, so that they may commit rows below it. `remaining`: those of `former` that have
-- not ended. A snapshot alone doesn't tell: a transaction beyond its xmax may be in progress.
create function begin_event_batch(former text[], out high bigint, out writers text[], out remaining boolean)
  language plpgsql stable as $$
begin
  high := coalesce((select max(sequence) from audit_log), 0);
  writers := array(select distinct virtualtransaction from pg_locks where locktype = 'relation' and mode = 'RowExclusiveLock'
    and database = (select oid from pg_database where datname = current_database()) and relation = 'audit_log'::regclass);
  remaining := former && array(select distinct virtualtransaction from pg_locks where virtualtransaction = any (former));
end
$$;

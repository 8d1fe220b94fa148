-- The transaction's one instant, in whole milliseconds as JSON shows them: when it began or, once it holds the policy
-- lock, when it got the lock (policy-lock.ts). `muster.instant` can't move it out of the transaction's own duration.
create or replace function current_instant() returns timestamptz language sql stable parallel safe
  return date_trunc('milliseconds', coalesce(injected_instant(), least(
    greatest(now(), nullif(current_setting('muster.instant', true), '')::timestamptz), statement_timestamp())));

-- Each transaction of the server leaves a random id, so that after a COMMIT without an answer the row itself says whether
-- it was committed. The id of the transaction can't: one that never reached the disk is assigned again after a crash.
-- Kept for some minutes and deleted in one go, which needs no index on the instant (src/database/commit-outcome.ts).
create table commit_receipt (
  id uuid primary key,
  left_at timestamptz not null
);
grant select, insert, delete on commit_receipt to muster_server;

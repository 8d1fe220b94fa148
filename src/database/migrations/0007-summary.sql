-- How many undeleted people show a state: the sum of its rows. A transaction adds a row instead of changing one, so that
-- writers don't wait for each other. A schedule merges the rows.
create table directory_user_tally (
  state text not null check (state in ('staged', 'active', 'expiring', 'expired', 'suspended', 'deactivated')),
  people integer not null
);
grant select, insert, delete on directory_user_tally to muster_server;
insert into directory_user_tally (state, people)
select state, count(*) from directory_user where deleted_at is null group by state;

-- The starts and ends of the next days, few among many.
create index directory_user_by_start on directory_user (activates_at)
  where activates_at is not null and deleted_at is null;
create index directory_user_by_end on directory_user (expires_at)
  where expires_at is not null and deleted_at is null;

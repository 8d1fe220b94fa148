-- How many audit rows of this transaction name each directory user, beyond those already counted.
create function count_audit_rows(beyond bigint)
  returns table (id uuid, parent bigint, record bigint, related bigint, subject bigint) language sql stable as $$
  with row as (
    select * from audit_log where transaction = pg_current_xact_id() and sequence > beyond
  ), position as (
    select record_id as id, 0 as parent, 1 as record, 0 as related, 0 as subject from row where record_type = 'drusr'
    union all select parent_id, 1, 0, 0, 0 from row where parent_type = 'drusr'
    union all select related_id, 0, 0, 1, 0 from row where related_type = 'drusr'
    union all select subject_id, 0, 0, 0, 1 from row where subject_id is not null
  )
  select id, sum(parent), sum(record), sum(related), sum(subject) from position group by id
$$;

revoke execute on function count_audit_rows(bigint) from public;

-- The sequence of the first row that this transaction wrote as the system, or as its one other actor; null before that.
create function first_of_change(as_system boolean) returns bigint language sql stable as $$
  select min(l.sequence) from audit_log l
  where l.transaction = pg_current_xact_id() and l.change is null and (l.actor_type = 'system') = as_system
$$;

revoke execute on function first_of_change(boolean) from public;

-- Reports and is_manager leave out expired, deactivated and deleted people. In PL/pgSQL, so that the planner can't
-- look into it: it would add a scan of a partial index over everybody to the look-up of one manager's reports.
create function counts_as_report(state text, deleted_at timestamptz) returns boolean language plpgsql immutable parallel safe as $$
begin
  return deleted_at is null and state not in ('expired', 'deactivated');
end
$$;

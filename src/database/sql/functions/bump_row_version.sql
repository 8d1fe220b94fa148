-- The row's own version moves only when something in the row did. It runs after the triggers that derive
-- columns: PostgreSQL fires them in the order of their names (a_settle, row_version).
create function bump_row_version() returns trigger language plpgsql as $$
begin
  if new is not distinct from old then
    return new;
  end if;
  new.version := old.version + 1;
  new.updated_at := current_instant();
  return new;
end
$$;

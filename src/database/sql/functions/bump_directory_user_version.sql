-- What follows from other rows is no change of this one: If-Match and updated_at stay as they are, and the new
-- row stays on its page.
create function bump_directory_user_version() returns trigger language plpgsql as $$
declare
  own directory_user := new;
begin
  own.org := old.org;
  own.is_manager := old.is_manager;
  if own is distinct from old then
    new.version := old.version + 1;
    new.updated_at := current_instant();
  end if;
  return new;
end
$$;

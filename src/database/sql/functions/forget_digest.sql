-- A staged account that a run alters is no longer what its source said.
create function forget_digest() returns trigger language plpgsql as $$
begin
  new.digest := null;
  return new;
end
$$;

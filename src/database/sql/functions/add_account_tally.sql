create function add_account_tally() returns trigger language plpgsql as $$
begin
  insert into account_tally (integration_id) values (new.id);
  return null;
end
$$;

create function add_ruleset_tally() returns trigger language plpgsql as $$
begin
  insert into ruleset_tally (ruleset_id) values (new.id);
  return null;
end
$$;

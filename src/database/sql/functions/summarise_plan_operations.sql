create function summarise_plan_operations() returns trigger language plpgsql as $$
begin
  new.first_op := new.operations -> 0 ->> 'op';
  new.ops := plan_ops(new.operations);
  new.names_profile_values := plan_names_profile_values(new.operations);
  return new;
end
$$;

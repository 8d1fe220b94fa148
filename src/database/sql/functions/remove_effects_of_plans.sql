-- The effects of plans that were deleted, of which no reference tells.
create function remove_effects_of_plans() returns trigger language plpgsql as $$
begin
  delete from plan_effect where plan_id in (select id from deleted_plans);
  return null;
end $$;

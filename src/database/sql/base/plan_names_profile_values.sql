-- Whether an operation of a plan, or a condition in one, names a profile key or a value of a profile.
create or replace function plan_names_profile_values(operations jsonb) returns boolean language sql immutable parallel safe
  return operations @? '$.** ? (@.profile_value.type() != "null" || @.profile_key.type() != "null")';

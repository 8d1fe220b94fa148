-- The rulesets that the findings of a plan are about.
create or replace function plan_finding_rulesets(findings jsonb) returns uuid[] language sql immutable parallel safe
  return array(
    select distinct (finding ->> 'rulesetId')::uuid
    from jsonb_array_elements(findings) as found (finding));

create function summarise_plan_findings() returns trigger language plpgsql as $$
begin
  new.finding_ruleset_ids := plan_finding_rulesets(new.findings);
  new.exceeds_limits := new.exceeds <> '[]';
  return new;
end
$$;

create trigger row_version before update on plan
  for each row execute function bump_row_version();

-- Only with the columns that they read: the progress of a large plan is written often.
create trigger operations_summary before insert or update of operations on plan
  for each row execute function summarise_plan_operations();
create trigger findings_summary before insert or update of findings, exceeds on plan
  for each row execute function summarise_plan_findings();

create trigger remove_effects after delete on plan
  referencing old table as deleted_plans for each statement execute function remove_effects_of_plans();

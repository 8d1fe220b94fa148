-- Plans that a job works out, and what is forgotten of plans: after their day, and of people who are erased.

alter table plan drop constraint plan_state_check;
alter table plan add constraint plan_state_check
  check (state in ('planning', 'ready', 'applying', 'applied', 'failed', 'stale'));
alter table plan add constraint plan_planning_check check (state <> 'planning' or applier is not null);
-- A plan is emptied once its time is over; one that still holds its operations is not.
create index plan_to_empty on plan (expires_at) where operations <> '[]';
-- Erasing a person takes them out of every plan.
create index plan_effect_person on plan_effect (directory_user_id);

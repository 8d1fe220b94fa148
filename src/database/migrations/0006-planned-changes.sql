-- A change that was requested, and is left to a job, is a plan too, whose effect nobody planned. The former name denied that.
alter table plan rename column is_plan to is_planned;

-- Older servers may write.
-- A reference is checked row by row, which took longer than writing the rows of a large effect. The transaction that writes them
-- has locked the plan's row, and a trigger removes them with it (triggers/plan.sql).
alter table plan_effect drop constraint plan_effect_plan_id_fkey;

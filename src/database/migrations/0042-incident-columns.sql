-- The id of the person whom accepting the account may create: the same in every preview, and when it is accepted.
alter table held_account add column new_person_id uuid not null default new_id();
create unique index held_account_new_person on held_account (new_person_id);

-- Nothing reads these any more: decisions of an incident have their own table, and movements are counted in tallies.
alter table incident
  drop column decided_by_type,
  drop column decided_by_id,
  drop column decided_at,
  drop column reason;
drop table ruleset_movement;
drop trigger a_settle on ruleset;
drop function settle_ruleset();
alter table ruleset
  drop column managed_since,
  drop column managed_until;

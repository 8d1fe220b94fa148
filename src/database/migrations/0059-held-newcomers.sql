-- Whether the source has said of an account that is held that it is active: one that is new and turns suspended shows it.
alter table held_account add column was_active boolean not null default false;
update held_account set was_active = true where state = 'active';

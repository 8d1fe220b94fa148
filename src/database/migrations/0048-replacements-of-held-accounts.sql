-- A held new account that replaces another one of the same person, whose end is held or rejected with it.
alter table held_account
  add column replaces_identity_id uuid references identity on delete set null
    check (replaces_identity_id <> identity_id);
create index held_account_replaces on held_account (replaces_identity_id) where replaces_identity_id is not null;

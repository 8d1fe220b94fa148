-- Whose an account may be. It *waits* if it belongs to no one and has at least one row here: it creates nobody, is linked to nobody
-- and gives no access until an administrator decides, or until what the sources say decides. Each run replaces the rows of the
-- accounts that it tries; the rows of an account that gets a person, or that ends, are removed. `agrees`: what is the same in both.
-- `contradicts`: what both have and is not the same. What one of them lacks is in neither.
create table identity_candidate (
  identity_id uuid not null references identity on delete cascade,
  directory_user_id uuid not null references directory_user on delete cascade,
  agrees text[] not null check (agrees <@ array['number', 'address', 'name']),
  contradicts text[] not null check (contradicts <@ array['number', 'address', 'name']),
  primary key (identity_id, directory_user_id),
  check (not agrees && contradicts)
);
create index identity_candidate_user on identity_candidate (directory_user_id);
grant select, insert, update, delete on identity_candidate to muster_server;

-- What an administrator decided about an account that waited. `new_person`: it is none of its candidates. At the primary the account
-- has a person of its own since then; elsewhere it belongs to no one. No run links it to anyone else or makes it wait again, until the
-- decision is undone: the column is null then, and the next run tries the account.
alter table identity add column decided_as text check (decided_as = 'new_person');

-- `evidence`: two of number, address and name are the same as those of its person. link_evidence says which.
alter table identity drop constraint identity_linked_by_check;
alter table identity add constraint identity_linked_by_check
  check (linked_by in ('created', 'email', 'evidence', 'vendor_id', 'replaced', 'administrator'));

-- Numbers that accounts had before, under the key that their integration names: such a number says nothing about somebody else.
-- Triggers write it. Numbers that they have now are in account_number.
create table former_number (
  number text not null check (char_length(number) <= 200),
  identity_id uuid not null references identity on delete cascade,
  primary key (number, identity_id)
);
create index former_number_identity on former_number (identity_id);
grant select, delete on former_number to muster_server;

-- Whether the employee numbers of a source that is not the primary say whose an account is. Only an owner sets it.
alter table integration add column trusts_employee_id boolean not null default false;

-- `shared_address`: somebody else who is here has the address, under another name.
alter table directory_user drop constraint directory_user_review_reason_check;
alter table directory_user add constraint directory_user_review_reason_check
  check (review_reason in ('recycled_address', 'shared_address'));

-- Whether an administrator has set the parent, which the source then leaves alone until it names another one.
alter table directory_user add column parent_is_override boolean not null default false;

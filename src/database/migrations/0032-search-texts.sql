-- What searches compare, worked out once for each row (settle_directory_user, settle_identity).

-- Generated, all rows get it at once. It does not stay so: triggers that compare rows would see it empty.
alter table directory_user add column search_text text
  generated always as (search_text(full_name || ' ' || coalesce(email, '') || ' ' || coalesce(username, ''))) stored;
alter table directory_user alter column search_text drop expression;
alter table identity add column search_text text
  generated always as (search_text(full_name || ' ' || coalesce(email, '') || ' ' || coalesce(handle, ''))) stored;
alter table identity alter column search_text drop expression;

drop index directory_user_search;
create index directory_user_search on directory_user using gin (
  coalesce(search_text, search_key(full_name || ' ' || coalesce(email, '') || ' ' || coalesce(username, ''))) gin_trgm_ops);
drop index identity_search;
create index identity_search on identity using gin (
  coalesce(search_text, search_key(full_name || ' ' || coalesce(email, '') || ' ' || coalesce(handle, ''))) gin_trgm_ops);

-- Orders that say nothing of what is in a row, with what a search compares.
create index directory_user_scattered on directory_user (uuid_hash(id), id) include (search_text);
create index identity_scattered on identity (uuid_hash(id), id) include (search_text);

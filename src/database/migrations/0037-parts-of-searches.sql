-- Finds what contains a text also in a part of the scattered order, so that a page of a common text is not sought row by row.
create extension if not exists btree_gin;

drop index directory_user_search;
create index directory_user_search on directory_user using gin (
  coalesce(search_text, search_key(full_name || ' ' || coalesce(email, '') || ' ' || coalesce(username, ''))) gin_trgm_ops,
  (uuid_hash(id) >> 26));
drop index identity_search;
create index identity_search on identity using gin (
  coalesce(search_text, search_key(full_name || ' ' || coalesce(email, '') || ' ' || coalesce(handle, ''))) gin_trgm_ops,
  (uuid_hash(id) >> 26));

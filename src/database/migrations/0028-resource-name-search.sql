-- Resources whose name, or whose handle, contains a text.
create index resource_name_search on resource using gin (search_key(name) gin_trgm_ops);
create index resource_handle_search on resource using gin (search_key(handle) gin_trgm_ops) where handle is not null;

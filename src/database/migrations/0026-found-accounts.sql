-- Accounts whose full name begins with the text of a search, in the order of their names.
create index identity_by_full_name_key on identity ((search_key(full_name) collate "C"), id);

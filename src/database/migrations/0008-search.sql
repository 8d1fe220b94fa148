-- What a search of one or two characters finds: the beginnings of names and addresses. Compared by their bytes, whatever
-- the collation of the database, so that a beginning is a range.
create index directory_user_by_full_name_key on directory_user ((search_key(full_name) collate "C"), id);
create index directory_user_by_last_name_key on directory_user ((search_key(last_name || ' ' || first_name) collate "C"), id);
create index directory_user_by_email_key on directory_user ((email_key collate "C"), id);
-- Other usernames are the beginnings of addresses.
create index directory_user_by_own_username_key on directory_user ((search_key(username) collate "C"), id)
  where username_is_override;
create index resource_by_name_key on resource ((search_key(name) collate "C"), id);
create index resource_by_handle_key on resource ((search_key(handle) collate "C"), id);
create index attribute_by_name_key on attribute ((search_key(name) collate "C"), id);

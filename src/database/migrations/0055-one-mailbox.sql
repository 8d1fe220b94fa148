-- Only what is exactly one mailbox tells who somebody is (email_key); usernames have a key of their own.
drop index directory_user_shared_username;
create index directory_user_shared_username on directory_user ((username_key(username) collate "C"), email_key)
  include (username) where deleted_at is null and username is not null;
drop index import_run_person_email;
create index import_run_person_email on import_run_person (email_key(email)) where email is not null;
update identity set email_key = email_key(email) where email_key is distinct from email_key(email);
update directory_user set email_key = email_key(email) where email_key is distinct from email_key(email);
update held_account set email = email where email_key is distinct from email_key(email);

-- What vendors say of addresses and of people who have not come in yet, for mappings that are stored already.
update integration set mapping = jsonb_set(jsonb_set(mapping, '{account,unconfirmed}', unconfirmed), '{account,state,pending}', pending)
from (values
  ('gitlab', jsonb '[[{"path": "confirmed_at", "is_blank": true}]]',
    jsonb '[[{"path": "confirmed_at", "is_blank": true}], [{"path": "membership_state", "one_of": ["awaiting", "created"]}]]'),
  ('slack', '[[{"path": "is_email_confirmed", "one_of": ["false"]}], [{"path": "is_invited_user", "one_of": ["true"]}]]',
    '[[{"path": "is_invited_user", "one_of": ["true"]}]]'),
  ('entra', '[[{"path": "externalUserState", "one_of": ["pendingacceptance"]}]]',
    '[[{"path": "externalUserState", "one_of": ["pendingacceptance"]}]]')) as said (type, unconfirmed, pending)
where integration.type = said.type and mapping #> '{account,state}' is not null and not mapping -> 'account' ? 'unconfirmed';
update integration set mapping = jsonb_set(mapping, '{account,unconfirmed}', '[[{"path": "emailVerified", "one_of": ["false"]}]]')
where mapping #> '{account,kinds}' @> '[{"when": [[{"path": "serviceAccountClientId"}]]}]' and not mapping -> 'account' ? 'unconfirmed';
update integration set mapping = jsonb_set(jsonb_set(mapping, '{account,state,sources,0,values,provisioned}', '"suspended"'),
  '{account,state,sources,0,values,activating}', '"suspended"')
where type = 'okta' and mapping #>> '{account,state,sources,0,path}' = 'status' and mapping #>> '{account,state,sources,0,values,provisioned}' = 'active';

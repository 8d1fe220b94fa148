-- People who share a username are found by the index alone: with the username, because the planner does not see it in the expression.
create index directory_user_shared_username on directory_user ((email_key(username) collate "C"), email_key)
  include (username) where deleted_at is null and username is not null;

-- What an account of no one was before an administrator linked it: {"suggested_directory_user_id": …, "link_evidence": …}.
alter table identity add column before_link jsonb check (jsonb_typeof(before_link) = 'object');

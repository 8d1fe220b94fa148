-- Whoever asks for a person's stays asks for those that last; the ones that have ended grow more with the years.
create index policy_user_person on policy_user (directory_user_id, deleted_at);
drop index policy_user_directory_user;

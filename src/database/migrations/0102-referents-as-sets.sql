-- People, accounts, stays and qualifications are written by the thousand. A trigger (require_referents) asks once for each statement
-- whether what they refer to is there; a foreign key asks for each row.
-- Older servers may write.
alter table qualification drop constraint qualification_directory_user_id_fkey, drop constraint qualification_rule_id_fkey;
alter table policy_user drop constraint policy_user_directory_user_id_fkey, drop constraint policy_user_rule_id_fkey,
  drop constraint policy_user_ruleset_id_fkey;
alter table directory_user_version drop constraint directory_user_version_directory_user_id_fkey;
alter table directory_user drop constraint directory_user_manager_id_fkey, drop constraint directory_user_parent_user_id_fkey,
  drop constraint directory_user_manager_integration_id_fkey;
alter table identity drop constraint identity_directory_user_id_fkey, drop constraint identity_integration_id_fkey,
  drop constraint identity_suggested_directory_user_id_fkey;

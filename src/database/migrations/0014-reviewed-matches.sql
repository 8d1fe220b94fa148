-- The people whose match is to be reviewed, few among many.
create index directory_user_in_review on directory_user (primary_identity_id) where review_reason is not null;

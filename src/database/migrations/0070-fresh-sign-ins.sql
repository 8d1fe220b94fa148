-- Older servers may write.
-- When the person of a session last proved who they are, at their issuer or by a link. Null if the issuer did not say.
alter table session add column signed_in_at timestamptz;

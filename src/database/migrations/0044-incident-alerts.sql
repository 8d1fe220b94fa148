-- When an open incident with account ends was last reported, which happens daily once it is older than 24 hours.

alter table incident add column alerted_at timestamptz;

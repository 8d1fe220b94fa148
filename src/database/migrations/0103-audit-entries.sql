-- What write_audit_entries takes: an audit row before it is written. `personal`: values that are stored apart, null without any.
-- Older servers may write.
create type audit_entry as (
  event text, record_type text, record_id uuid, parent_type text, parent_id uuid, related_type text, related_id uuid,
  subject_id uuid, changes jsonb, details jsonb, personal jsonb
);

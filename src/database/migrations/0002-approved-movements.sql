-- What a person had before what a source moved, or an approval accepted, and when it was approved: it counts for 24 hours
-- if the source opens another incident, and only while the person has not got back what they had.
alter table incident_movement add column role_before text, add column expires_at_before timestamptz,
  add column approved_at timestamptz check (approved_at is null or not is_held);
create index incident_movement_approved_at on incident_movement (approved_at) where approved_at is not null;

-- When a movement of an incident was approved: it counts for 24 hours if the source opens another incident.
alter table incident_movement add column approved_at timestamptz check (approved_at is null or not is_held);
create index incident_movement_approved_at on incident_movement (approved_at) where approved_at is not null;

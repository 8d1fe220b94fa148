-- States, ends, environments and networks of services, and ends of their admins (src/workspace/services).
alter table service
  add column base_state text,
  add column expires_at timestamptz,
  -- When it has no power any more, and the state: they follow from the rest (a_settle).
  add column ends_at timestamptz,
  add column environment text check (environment in ('production', 'staging', 'test', 'development')),
  add column notes text not null default '' check (char_length(notes) <= 10000),
  -- In CIDR notation; null is any.
  add column allowed_networks text[] check (cardinality(allowed_networks) between 1 and 100),
  add column last_used_at timestamptz,
  add column last_used_address inet,
  drop constraint service_state_check;
update service set base_state = state;
alter table service
  alter column base_state set not null,
  alter column base_state set default 'active',
  add check (base_state in ('staged', 'active', 'deactivated')),
  add check (state in ('staged', 'active', 'expiring', 'expired', 'deactivated'));
alter table service_admin add column expires_at timestamptz;
alter table token add column last_used_address inet;

-- Events of services are new.
drop index audit_log_events;
create index audit_log_events on audit_log (sequence) where is_event(event);

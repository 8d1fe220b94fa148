-- Who answers for a service, and until when it is known to be needed (src/workspace/services).
alter table service
  add column sponsor_id uuid references directory_user,
  -- Since when nobody answers for it: null while it has a sponsor (a_settle).
  add column unsponsored_at timestamptz,
  add column confirm_every_days integer not null default 180 check (confirm_every_days between 1 and 366),
  -- When someone last said that it is needed: at first those who made it.
  add column confirmed_at timestamptz not null default current_instant(),
  -- Until when that is to be said again. Once the sponsor has left, since then.
  add column confirm_by timestamptz not null default current_instant() + interval '180 days',
  -- The end that it got because nobody has said it.
  add column unconfirmed_ends_at timestamptz;
create index service_sponsor on service (sponsor_id) where sponsor_id is not null;
-- Services that exist count as confirmed now, and get a sponsor from their admins.
update service set unsponsored_at = current_instant();
insert into due_instant (kind, record_id, at)
select 'service_confirmation', id, confirm_by + interval '30 days' from service where state in ('active', 'expiring');

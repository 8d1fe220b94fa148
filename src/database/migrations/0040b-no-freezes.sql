-- Incidents hold people: rulesets freeze no more, and sources are not quarantined.

drop table held_change, ruleset_freeze, decided_ruleset, integration_quarantine;

create or replace function settle_identity() returns trigger language plpgsql as $$
begin
  new.email_key := email_key(new.email);
  if tg_op = 'UPDATE' and new.vendor_state <> old.vendor_state then
    new.vendor_deactivated_at := case when new.vendor_state = 'deactivated' then current_instant() end;
  end if;
  return new;
end
$$;
-- Views have the columns of their table.
drop view ahead.identity;
alter table identity drop column deactivation_waits_since;
select ahead.make_views();

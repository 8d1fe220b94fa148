-- What a rule names and that is gone is a finding. It freezes nothing.

delete from ruleset_freeze where reason = 'referent_gone';
alter table ruleset_freeze drop constraint ruleset_freeze_reason_check,
  add check (reason in ('removal_limit', 'addition_limit', 'source_quarantined'));
drop table ruleset_accepted_referent;
alter table policy_settings drop column freezes_when_gone;

select unsettled.make_view('qualification', '{}', $$
  where unsettled.since((select current_setting('muster.lost_rules')::jsonb), x.rule_id) is null $$);

select unsettled.make_view('rule', jsonb_build_object('state', $$
  case when x.state in ('active', 'expiring') and (x.expires_at <= (select current_instant())
    or exists (select from public.resting_rule q where q.rule_id = x.id and q.ends_at <= (select current_instant())))
    then 'expired' else x.state end
  $$), '');

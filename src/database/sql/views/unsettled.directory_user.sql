select unsettled.make_view('directory_user', jsonb_build_object(
  'state', 'directory_user_state(x.base_state, x.expires_at, (select current_instant()))',
  'is_manager', 'x.is_manager and unsettled.leads(x.id)',
  'org', $$ case when (select current_setting('muster.lost_rules')) = '{}' then x.org
    else unsettled.certain_org(x.id, x.org) end $$), '');

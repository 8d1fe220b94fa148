select unsettled.make_view('service', jsonb_build_object(
  'state', 'workspace_user_state(x.base_state, x.ends_at, (select current_instant()))'), '');

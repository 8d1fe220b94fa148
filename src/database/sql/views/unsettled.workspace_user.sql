select unsettled.make_view('workspace_user', jsonb_build_object(
  'state', 'workspace_user_state(x.base_state, x.expires_at, (select current_instant()))'), '');

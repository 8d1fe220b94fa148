select unsettled.make_view('service_admin', '{}',
  'where x.expires_at is null or x.expires_at > (select current_instant())');

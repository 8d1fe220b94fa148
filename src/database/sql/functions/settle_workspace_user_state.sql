create function settle_workspace_user_state() returns trigger language plpgsql as $$
begin
  new.state := workspace_user_state(new.base_state, new.expires_at, current_instant());
  return new;
end
$$;

-- When a service ends, and its state now.
create function settle_service() returns trigger language plpgsql as $$
begin
  new.ends_at := new.expires_at;
  new.state := workspace_user_state(new.base_state, new.ends_at, current_instant());
  return new;
end
$$;

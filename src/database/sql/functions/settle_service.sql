-- When a service ends, its state now, and since when nobody answers for it.
create function settle_service() returns trigger language plpgsql as $$
begin
  new.ends_at := least(new.expires_at, new.unconfirmed_ends_at);
  new.state := workspace_user_state(new.base_state, new.ends_at, current_instant());
  new.unsponsored_at := case when new.sponsor_id is null then coalesce(new.unsponsored_at, current_instant()) end;
  return new;
end
$$;

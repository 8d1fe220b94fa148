create function settle_identity() returns trigger language plpgsql as $$
begin
  new.email_key := email_key(new.email);
  new.never_active := new.never_active and new.vendor_state = 'suspended';
  if tg_op = 'INSERT' or (new.full_name, new.email, new.handle) is distinct from (old.full_name, old.email, old.handle) then
    new.search_text := search_text(new.full_name || ' ' || coalesce(new.email, '') || ' ' || coalesce(new.handle, ''));
  end if;
  if tg_op = 'UPDATE' and new.vendor_state <> old.vendor_state then
    new.vendor_deactivated_at := case when new.vendor_state = 'deactivated' then current_instant() end;
  end if;
  return new;
end
$$;

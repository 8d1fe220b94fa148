create function settle_identity() returns trigger language plpgsql as $$
begin
  new.email_key := email_key(new.email);
  if tg_op = 'UPDATE' and new.vendor_state <> old.vendor_state then
    new.vendor_deactivated_at := case when new.vendor_state = 'deactivated' then current_instant() end;
  end if;
  return new;
end
$$;

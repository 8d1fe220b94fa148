create function touch_epoch_if_changed() returns trigger language plpgsql as $$
begin
  if exists (select from changed_rows) then
    perform touch_epoch_once();
  end if;
  return null;
end
$$;

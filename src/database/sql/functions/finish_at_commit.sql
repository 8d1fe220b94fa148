-- While the change opens there is nothing to finish: SET CONSTRAINTS ALL IMMEDIATE has called this too early.
create function finish_at_commit() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if current_setting('muster.open', true) = 'opening' then
    set constraints finish deferred;
    delete from open_change where transaction = new.transaction;
    insert into open_change (transaction) values (new.transaction);
  else
    perform finish_change();
  end if;
  return null;
end
$$;

revoke execute on function finish_at_commit() from public;

-- SET CONSTRAINTS can have require_erased() done early, so nothing may undo the deletion afterwards.
create function refuse_undeleting_erased() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if exists (select from audit_log where transaction = pg_current_xact_id() and record_id = new.id
               and event = 'directory.user.erase') then
    raise exception 'a person is not restored in the transaction that erases them' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

revoke execute on function refuse_undeleting_erased() from public;

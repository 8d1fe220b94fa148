-- What the audit log keeps of a person and their accounts apart from its rows, which stay. Only of the deleted, and only with
-- the audit row of the erasure in the same transaction. The server's role can't delete there by itself.
create function erase_personal_audit(person uuid) returns bigint language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  erased bigint;
begin
  if not exists (select from directory_user where id = person and deleted_at is not null) then
    raise exception 'only what is kept of a deleted person is erased' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from audit_log where transaction = pg_current_xact_id() and record_id = person
                   and event = 'directory.user.erase') then
    raise exception 'an erasure has its audit row in the same transaction' using errcode = 'insufficient_privilege';
  end if;
  delete from audit_log_personal p using personal_audit_of(person) m where p.audit_log_id = m.audit_log_id;
  get diagnostics erased = row_count;
  return erased;
end
$$;

revoke execute on function erase_personal_audit(uuid) from public;
grant execute on function erase_personal_audit(uuid) to muster_server;

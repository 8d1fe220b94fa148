-- Whose personal values were erased stays deleted until the transaction has ended.
create function require_erased() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if not exists (select from directory_user where id = new.record_id and deleted_at is not null) then
    raise exception 'only a deleted person is erased' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

revoke execute on function require_erased() from public;

-- The rows of one transaction name one person, service or integration: the first of them binds it. The rows themselves are the
-- record of that, because nobody but the owner of the schema can take one away. The system may write beside a caller, such as
-- what falls due in the transaction of a request.
create function require_one_actor(actor_type text, actor_id uuid) returns void language plpgsql stable as $$
begin
  if actor_type <> 'system' and exists (
    select from audit_log l
    where l.transaction = pg_current_xact_id() and l.actor_type <> 'system'
      and (l.actor_type, l.actor_id) is distinct from (require_one_actor.actor_type, require_one_actor.actor_id)
  ) then
    raise exception 'the audit rows of one transaction have one actor' using errcode = 'insufficient_privilege';
  end if;
end
$$;

revoke execute on function require_one_actor(text, uuid) from public;

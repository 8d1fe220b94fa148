-- The rows of one transaction name one person, service or integration: the first of them binds it. The rows themselves are the
-- record of that, because no one but the owner of the schema can take one away. The system may write beside a caller, such as
-- what falls due in the transaction of a request.
create function require_one_actor(actor_type text, actor_id uuid) returns void language plpgsql stable as $$
declare
  bound record;
begin
  if actor_type = 'system' then
    return;
  end if;
  select l.actor_type, l.actor_id into bound from audit_log l
    where l.transaction = pg_current_xact_id() and l.actor_type <> 'system' limit 1;
  if not found then
    if not could_act(actor_type, actor_id) then
      raise exception 'the actor of an audit row is a person or service with a credential, or an integration'
        using errcode = 'insufficient_privilege';
    end if;
  elsif (bound.actor_type, bound.actor_id) is distinct from (actor_type, actor_id) then
    raise exception 'the audit rows of one transaction have one actor' using errcode = 'insufficient_privilege';
  end if;
end
$$;

revoke execute on function require_one_actor(text, uuid) from public;

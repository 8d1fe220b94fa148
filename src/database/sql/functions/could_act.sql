-- Whether a person or a service is active and has a token or a session, or an integration is there. What ended less than a week
-- ago counts: a refusal, a job or an import is recorded after its request, when that may have ended.
create function could_act(actor_type text, actor_id uuid) returns boolean language plpgsql stable as $$
declare
  since timestamptz := coalesce(injected_instant(), now()) - interval '7 days';
begin
  return case actor_type
    when 'user' then
      exists (select from workspace_user u where u.id = actor_id and (u.base_state = 'active' or u.updated_at > since))
      and (exists (select from token t where t.workspace_user_id = actor_id and least(t.revoked_at, t.expires_at) > since)
        or exists (select from session s where s.workspace_user_id = actor_id and least(s.revoked_at, s.expires_at) > since))
    when 'service' then
      exists (select from service s where s.id = actor_id and (s.base_state = 'active' or s.updated_at > since))
      and exists (select from token t where t.service_id = actor_id and least(t.revoked_at, t.expires_at) > since)
    when 'integration' then exists (select from integration i where i.id = actor_id)
    else false
  end;
end
$$;

revoke execute on function could_act(text, uuid) from public;

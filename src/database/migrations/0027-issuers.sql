-- Who is behind a credential, and what a token of a service may do at most.

-- The person or service that made it. A person who signed in as somebody else, through a link, stays the issuer of
-- all that is made there. Both are null where the command line made it, or where nobody knows any more.
alter table token
  add column issuer_user_id uuid references workspace_user,
  add column issuer_service_id uuid references service,
  add check (num_nonnulls(issuer_user_id, issuer_service_id) <= 1);
alter table session
  add column issuer_user_id uuid references workspace_user,
  add column issuer_service_id uuid references service,
  add check (num_nonnulls(issuer_user_id, issuer_service_id) <= 1);
alter table sign_in_link
  add column issuer_user_id uuid references workspace_user,
  add column issuer_service_id uuid references service,
  add check (num_nonnulls(issuer_user_id, issuer_service_id) <= 1);

-- Pages of links need a tie-break that is no digest of a secret.
alter table sign_in_link add column id uuid not null default new_id();

create index token_issuer_user on token (issuer_user_id) where issuer_user_id is not null;
create index token_issuer_service on token (issuer_service_id) where issuer_service_id is not null;
create index session_issuer_user on session (issuer_user_id) where issuer_user_id is not null;
create index session_issuer_service on session (issuer_service_id) where issuer_service_id is not null;
create index sign_in_link_issuer_user on sign_in_link (issuer_user_id) where issuer_user_id is not null;
create index sign_in_link_issuer_service on sign_in_link (issuer_service_id) where issuer_service_id is not null;

-- A token without a parent is its person's own. A child has its parent's issuer, or the service whose token made it.
with recursive made (id, service_id, issuer_user_id, issuer_service_id) as (
  select id, service_id, workspace_user_id, null::uuid from token where parent_token_id is null
  union all
  select child.id, child.service_id,
    case when made.service_id is null then made.issuer_user_id end,
    case when made.service_id is null then made.issuer_service_id else made.service_id end
  from made join token child on child.parent_token_id = made.id
)
update token set issuer_user_id = made.issuer_user_id, issuer_service_id = made.issuer_service_id
from made where made.id = token.id;
update session set
  issuer_user_id = case when maker.service_id is null then maker.issuer_user_id end,
  issuer_service_id = coalesce(maker.service_id, maker.issuer_service_id)
from token maker where maker.id = session.maker_token_id;
update sign_in_link set
  issuer_user_id = case when maker.service_id is null then maker.issuer_user_id end,
  issuer_service_id = coalesce(maker.service_id, maker.issuer_service_id)
from token maker where maker.id = sign_in_link.maker_token_id;

-- The scopes of a service's token are names of permissions that the service held. There may be none.
alter table token drop constraint token_scopes_check;
alter table token add constraint token_scopes_check
  check (cardinality(scopes) <= 200 and (service_id is not null or cardinality(scopes) >= 1));
with held as (
  select service_id, permission from service_permission
  union
  -- Whoever administers every service may do on each what its admin may do (src/access/caller.ts).
  select service_id, unnest(array['workspace.service.view', 'workspace.service.permission.manage',
    'workspace.service.token.view', 'workspace.service.token.manage', 'workspace.service.log.view'])
  from service_permission where permission = 'workspace.service.manage'
)
update token set scopes = array(
  select held.permission from held
  where held.service_id = token.service_id and exists (
    select from unnest(token.scopes) as scope
    where scope in ('*', held.permission)
      or held.permission <> 'directory.identity.profile.view'
        and held.permission ~ ('^' || replace(replace(scope, '.', '\.'), '*', '.*') || '$'))
  order by held.permission collate "C")
where service_id is not null;

-- Deactivation ends a person's credentials for good: those of people who are deactivated now.
update token set revoked_at = current_instant() from workspace_user u
where revoked_at is null and u.base_state = 'deactivated'
  and (u.id = token.workspace_user_id or u.id = token.issuer_user_id and token.workspace_user_id is not null);
update session set revoked_at = current_instant() from workspace_user u
where revoked_at is null and u.base_state = 'deactivated' and u.id in (session.workspace_user_id, session.issuer_user_id);

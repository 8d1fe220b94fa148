import { permissionsOf } from '../../access/rights.ts'
import type { Permission } from '../../contract/permissions.ts'
import { requireEach } from '../../http/callers/authorise.ts'
import { requireFreshForScopes } from '../../http/callers/fresh-sign-in.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { issueToken } from '../tokens/issue-token.ts'
import { holdCredential } from '../tokens/queries.ts'
import { IssuedToken, NewToken } from '../tokens/schema.ts'
import { serviceScopes } from '../tokens/token-limits.ts'
import { findPermissions } from './queries.ts'
import { serviceUrl } from './schema.ts'
import { lockService } from './visible-service.ts'

export const issueServiceToken = writeRoute({
  id: 'issueServiceToken',
  method: 'POST',
  url: '/workspace/services/:service/tokens',
  summary: 'Issue a token of a service',
  description:
    'A token within the scopes and the life of the calling one, and revoked with it. By default it looks only (`*.view`) and ' +
    'lives 90 days. Its scopes are fixed now to the permissions that they name and the service holds: what the service gains ' +
    'later needs a new token. Needs the role admin or token on the service; or `workspace.service.token.manage` together with every ' +
    'permission that the token would carry. The secret stands in `token` of this answer only.',
  access: { row: 'workspace.service.token.manage' },
  params: { service: 'service' },
  body: NewToken,
  status: 201,
  response: IssuedToken,
  handler: async (context) => {
    const service = await lockService(context, context.params.service)
    await holdCredential(context.tx, context.caller.credential)
    await context.ask('workspace.service.token.manage', { serviceId: service.id })
    const body = context.body()
    const held = permissionsOf(await findPermissions(context.tx, service.id))
    const scopes = serviceScopes(context.caller, body.scopes, held)
    requireMayIssue(context, service.id, scopes)
    requireFreshForScopes(context, scopes)
    const issued = await issueToken(
      context,
      { kind: 'service', id: service.id },
      { ...body, scopes },
    )
    context.location(`${serviceUrl(baseUrl(context.services), service.id)}/tokens/${issued.id}`)
    return issued
  },
})

/** A caller without a role there that covers tokens can't grant more than they hold. */
function requireMayIssue(
  context: WriteContext,
  serviceId: string,
  scopes: readonly Permission[],
): void {
  const role = context.caller.serviceRoles.get(serviceId)
  if (role === 'admin' || role === 'token') return
  requireEach(context.caller, scopes)
}

import { noSuch } from '../../http/refusals/problem.ts'
import { writeRoute } from '../../http/route/route.ts'
import { tokenVersion } from '../tokens/answer-token.ts'
import { findToken } from '../tokens/queries.ts'
import { revokeToken } from '../../access/end-access.ts'
import { lockServiceFor } from './visible-service.ts'

export const revokeServiceToken = writeRoute({
  id: 'revokeServiceToken',
  method: 'DELETE',
  url: '/workspace/services/:service/tokens/:token',
  summary: 'Revoke a token of a service',
  description:
    'The token, and every token made from it, has no power from the next request on. Revoking one that is revoked already ' +
    'changes nothing. Needs the role admin or token on the service, or `workspace.service.token.manage`.',
  access: { row: 'workspace.service.token.manage' },
  params: { service: 'service', token: 'token' },
  handler: async (context) => {
    const service = await lockServiceFor(
      context,
      context.params.service,
      'workspace.service.token.manage',
    )
    const token = await findToken(
      context.tx,
      { kind: 'service', id: service.id },
      context.params.token,
    )
    if (token === undefined) throw noSuch('token', context.params.token)
    context.requireVersion(tokenVersion(token))
    await revokeToken(context.tx, token.id, context)
  },
})

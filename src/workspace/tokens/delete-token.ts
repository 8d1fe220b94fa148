import { noSuch } from '../../http/refusals/problem.ts'
import { writeRoute } from '../../http/route/route.ts'
import { tokenVersion } from './answer-token.ts'
import { ownerOf } from './own-tokens.ts'
import { findToken } from './queries.ts'
import { revokeToken } from '../../access/end-access.ts'

export const deleteToken = writeRoute({
  id: 'deleteToken',
  method: 'DELETE',
  url: '/workspace/tokens/:token',
  summary: 'Revoke a token of your own',
  description:
    'The token, and every token made from it, has no power from the next request on. Revoking one that is revoked ' +
    'already changes nothing. A token may revoke itself. For another token: ' +
    'A person needs no role for it, only scopes that hold `workspace.token.manage`; a service needs that permission.',
  access: 'token',
  params: { token: 'token' },
  handler: async (context) => {
    const token = await findToken(context.tx, ownerOf(context.caller), context.params.token)
    if (token === undefined) throw noSuch('token', context.params.token)
    if (token.id !== context.caller.credential.id)
      await context.ask('workspace.token.manage', { own: true })
    context.requireVersion(tokenVersion(token))
    await revokeToken(context.tx, token.id, context)
  },
})

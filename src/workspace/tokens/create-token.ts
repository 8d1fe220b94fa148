import { requireFreshForScopes } from '../../http/callers/fresh-sign-in.ts'
import { writeRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'

import { issueToken } from './issue-token.ts'
import { ownerOf } from './own-tokens.ts'
import { holdCredential } from './queries.ts'
import { IssuedToken, NewToken } from './schema.ts'
import { scopesWithin, serviceScopes } from './token-limits.ts'

export const createToken = writeRoute({
  id: 'createToken',
  method: 'POST',
  url: '/workspace/tokens',
  summary: 'Make a token of your own',
  description:
    'A token of the caller, made from the calling token: within its scopes and its life, and revoked with it; ' +
    'one made in a browser’s session outlives the session. By default it looks only (`*.view`) and lives 90 days. The secret stands in `token` of this answer only.',
  access: { own: 'workspace.token.manage' },
  body: NewToken,
  status: 201,
  response: IssuedToken,
  handler: async (context) => {
    await holdCredential(context.tx, context.caller.credential)
    await context.ask('workspace.token.manage', { own: true })
    const body = context.body()
    const { caller } = context
    const scopes =
      caller.type === 'service'
        ? serviceScopes(caller, body.scopes, caller.permissions)
        : scopesWithin(caller, body.scopes)
    requireFreshForScopes(context, scopes)
    const issued = await issueToken(context, ownerOf(caller), { ...body, scopes })
    context.location(`${baseUrl(context.services)}/workspace/tokens/${issued.id}`)
    return issued
  },
})

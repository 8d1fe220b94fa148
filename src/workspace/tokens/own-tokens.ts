import type { Caller } from '../../access/caller.ts'
import { requireEach } from '../../http/callers/authorise.ts'
import { requireFreshForScopes } from '../../http/callers/fresh-sign-in.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { readRoute, writeRoute } from '../../http/route/route.ts'
import { issueToken } from './issue-token.ts'
import {
  answerToken,
  requireToken,
  revokeSeen,
  TokenList,
  tokenPage,
  tokenQuery,
} from './owned-tokens.ts'
import { holdCredential, ownerOf } from './queries.ts'
import { IssuedToken, NewToken, DescribedToken } from './schema.ts'
import { scopesWithin, serviceScopes } from './token-limits.ts'

export const listTokens = readRoute({
  id: 'listTokens',
  url: '/workspace/tokens',
  summary: 'List your tokens',
  description: 'The tokens of the caller, without their secrets, by name unless sorted otherwise.',
  access: { own: 'workspace.token.view' },
  query: tokenQuery,
  response: TokenList,
  handler: async (context) => {
    await context.ask('workspace.token.view', { own: true })
    return tokenPage(context, ownerOf(context.caller))
  },
})

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
    const scopes = scopesOf(caller, body.scopes)
    requireFreshForScopes(context, scopes)
    const issued = await issueToken(context, ownerOf(caller), { ...body, scopes })
    context.location(`${baseUrl(context.services)}/workspace/tokens/${issued.id}`)
    return issued
  },
})

function scopesOf(caller: Caller, asked: readonly string[] | undefined): string[] {
  if (caller.type === 'user') return scopesWithin(caller, asked)
  const scopes = serviceScopes(caller, asked, caller.permissions)
  // Those of a service are held: asked for, because what is passed on is used.
  requireEach(caller, scopes)
  return scopes
}

export const describeToken = readRoute({
  id: 'describeToken',
  url: '/workspace/tokens/:token',
  summary: 'Describe a token of your own',
  description:
    'One token of the caller, without its secret, revoked ones too. Another’s token is not there: one of a service is ' +
    'described at its service.',
  access: { own: 'workspace.token.view' },
  params: { token: 'token' },
  response: DescribedToken,
  handler: async (context) => {
    const token = await requireToken(context, ownerOf(context.caller))
    await context.ask('workspace.token.view', { own: true })
    return answerToken(context, token)
  },
})

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
    const token = await requireToken(context, ownerOf(context.caller))
    if (token.id !== context.caller.credential.id)
      await context.ask('workspace.token.manage', { own: true })
    await revokeSeen(context, token)
  },
})

import { permissionsOf } from '../../access/rights.ts'
import { requireFreshForScopes } from '../../http/callers/fresh-sign-in.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { readRoute, writeRoute } from '../../http/route/route.ts'
import { findPermissions } from './queries.ts'
import { serviceUrl } from './schema.ts'
import { lockService, lockServiceFor, readService } from './visible-service.ts'
import { issueToken } from '../tokens/issue-token.ts'
import {
  answerToken,
  requireToken,
  revokeSeen,
  TokenList,
  tokenPage,
  tokenQuery,
} from '../tokens/owned-tokens.ts'
import { holdCredential } from '../tokens/queries.ts'
import { IssuedToken, NewToken, DescribedToken } from '../tokens/schema.ts'
import { requireMayIssue, serviceScopes } from '../tokens/token-limits.ts'

export const listServiceTokens = readRoute({
  id: 'listServiceTokens',
  url: '/workspace/services/:service/tokens',
  summary: 'List the tokens of a service',
  description:
    'Without their secrets, by name unless sorted otherwise. Needs the role admin or token on the service, or ' +
    '`workspace.service.token.view`.',
  access: { row: 'workspace.service.token.view' },
  params: { service: 'service' },
  query: tokenQuery,
  response: TokenList,
  handler: async (context) => {
    const { service } = context.params
    const { id } = await readService(context, service, 'workspace.service.token.view')
    return tokenPage(context, { kind: 'service', id })
  },
})

export const describeServiceToken = readRoute({
  id: 'describeServiceToken',
  url: '/workspace/services/:service/tokens/:token',
  summary: 'Describe a token of a service',
  description:
    'One token, without its secret, revoked ones too. Needs the role admin or token on the service, or ' +
    '`workspace.service.token.view`.',
  access: { row: 'workspace.service.token.view' },
  params: { service: 'service', token: 'token' },
  response: DescribedToken,
  handler: async (context) => {
    const { service } = context.params
    const { id } = await readService(context, service, 'workspace.service.token.view')
    return answerToken(context, await requireToken(context, { kind: 'service', id }))
  },
})

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
    requireMayIssue(context.caller, service.id, scopes)
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
    const { service } = context.params
    const { id } = await lockServiceFor(context, service, 'workspace.service.token.manage')
    await revokeSeen(context, await requireToken(context, { kind: 'service', id }))
  },
})

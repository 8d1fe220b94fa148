import { revokeTokensOfUser } from '../../access/end-access.ts'
import { readRoute, writeRoute } from '../../http/route/route.ts'
import {
  answerToken,
  requireToken,
  revokeSeen,
  TokenList,
  tokenPage,
  tokenQuery,
} from '../tokens/owned-tokens.ts'
import { DescribedToken } from '../tokens/schema.ts'
import { endingAll, lockManagedUser, requireManagedUser } from './protected-user.ts'

export const listWorkspaceUserTokens = readRoute({
  id: 'listWorkspaceUserTokens',
  url: '/workspace/users/:user/tokens',
  summary: 'List a person’s tokens',
  description:
    'Without their secrets, by name unless sorted otherwise; `issued_by` says who made each. Needs every permission that the ' +
    'person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  query: tokenQuery,
  response: TokenList,
  snapshot: () => true,
  handler: async (context) => {
    const { id } = await requireManagedUser(context, context.params.user)
    return tokenPage(context, { kind: 'workspaceUser', id })
  },
})

export const describeWorkspaceUserToken = readRoute({
  id: 'describeWorkspaceUserToken',
  url: '/workspace/users/:user/tokens/:token',
  summary: 'Describe a person’s token',
  description:
    'One token, without its secret, revoked ones too. Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser', token: 'token' },
  response: DescribedToken,
  snapshot: () => true,
  handler: async (context) => {
    const { id } = await requireManagedUser(context, context.params.user)
    const token = await requireToken(context, { kind: 'workspaceUser', id })
    return answerToken(context, token)
  },
})

export const revokeWorkspaceUserToken = writeRoute({
  id: 'revokeWorkspaceUserToken',
  method: 'DELETE',
  url: '/workspace/users/:user/tokens/:token',
  summary: 'Revoke a person’s token',
  description:
    'The token, and every token made from it, has no power from the next request on. Revoking one that is revoked already ' +
    'changes nothing. Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser', token: 'token' },
  handler: async (context) => {
    const { id } = await lockManagedUser(context, context.params.user)
    const token = await requireToken(context, { kind: 'workspaceUser', id })
    await revokeSeen(context, token)
  },
})

export const revokeWorkspaceUserTokens = writeRoute({
  id: 'revokeWorkspaceUserTokens',
  method: 'DELETE',
  url: '/workspace/users/:user/tokens',
  summary: 'Revoke all of a person’s tokens',
  description:
    'They, and every token made from them (tokens of services too), have no power from the next request on. Sessions stay. ' +
    'Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  handler: endingAll(revokeTokensOfUser),
})

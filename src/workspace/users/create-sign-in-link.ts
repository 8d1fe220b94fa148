import { Type } from 'typebox'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { requireFreshSignIn } from '../../http/callers/fresh-sign-in.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute, type ParamKinds, type WriteContext } from '../../http/route/route.ts'
import { Id, Instant, instant, Shape, Text } from '../../http/shapes/schema.ts'
import { requireMayActOn } from './protected-user.ts'
import { findUser, type UserRow } from './queries.ts'
import { makeSignInLink } from '../auth/make-sign-in-link.ts'
import { findRights, holdIssuer } from '../auth/queries.ts'

export const createSignInLink = writeRoute({
  id: 'createSignInLink',
  method: 'POST',
  url: '/auth/sign-in-link',
  summary: 'Create a link that signs a user in once',
  description:
    'Opened in a browser within ten minutes, it signs that person in there for twelve hours, within the scopes of the token that made it. By default the person who calls. ' +
    'Who makes it can act as that person, and so needs all that they may do: every permission of their roles, and what ' +
    'giving their roles on services and on rulesets needs. It is void once what that person may do has changed, and what someone else opened with it ends when that person gains a right. The address stands in `url` of this answer only.',
  access: 'workspace.user.manage',
  body: Shape({ user_id: Type.Optional(Id('workspaceUser')) }),
  status: 201,
  response: Shape({
    url: Text(2000, {
      description: 'It is shown only in this answer',
      examples: ['https://muster.example/sign-in/mst_l0123456789abcdefghijklmnopqrstuvwxyzAB'],
    }),
    expires_at: Instant,
    user_id: Id('workspaceUser'),
  }),
  handler: async (context) => {
    const user = await requireNamed(context)
    await holdIssuer(context.tx, context.caller.issuer)
    const rights = await findRights(context.tx, user.id)
    await context.ask('workspace.user.manage')
    await requireMayActAs(context, user)
    // The link is a sign-in of its own, so an old session would renew itself by it.
    requireFreshSignIn(context)
    if (user.state !== 'active' && user.state !== 'expiring')
      throw unprocessable({ user_id: [`names a workspace user who is ${user.state}`] })
    const { actor, now, services } = context
    const makerTokenId = context.caller.credential.token?.id ?? null
    const { publicOrigin } = services
    const link = await makeSignInLink(context.tx, {
      user,
      rights,
      makerTokenId,
      issuer: context.caller.issuer,
      actor,
      now,
      publicOrigin,
    })
    context.showsSecret(null)
    return {
      url: link.url,
      expires_at: instant(link.expiresAt),
      user_id: encodeId('workspaceUser', user.id),
    }
  },
})

/** The person of the body, or the caller, with their row and thereby their roles locked. */
async function requireNamed(context: WriteContext<ParamKinds, unknown, { user_id?: string }>) {
  const { user_id: named } = context.body()
  if (named === undefined && context.caller.type === 'service')
    throw unprocessable({ user_id: ['is required: a service does not sign in'] })
  const id = named === undefined ? context.caller.id : decodeId('workspaceUser', named)
  const user = id === undefined ? undefined : await findUser(context.tx, id, { lock: true })
  if (user === undefined) throw unprocessable({ user_id: ['names no workspace user'] })
  return user
}

/** 403 unless the caller may do all that a session of that person may: no one can grant more than they hold. */
async function requireMayActAs(context: WriteContext, user: UserRow): Promise<void> {
  await requireMayActOn(context, [user.id])
  for (const permission of ['workspace.token.view', 'workspace.token.manage'] as const)
    requirePermission(context.caller, permission, { own: true })
}

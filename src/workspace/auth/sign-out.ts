import { basePathOf } from '../../contract/public-origin.ts'
import { endSession } from '../../access/end-access.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute } from '../../http/route/route.ts'
import { Shape, Text } from '../../http/shapes/schema.ts'

export const signOut = writeRoute({
  id: 'signOut',
  method: 'POST',
  url: '/auth/sign-out',
  summary: 'Sign out of this browser',
  description:
    'Ends the session that the request came with, whatever its scopes are. Other sessions and tokens stay. Open `url` in the browser next: ' +
    'it signs the person out at the issuer too, if that offers it. A request with a token has no session: 422.',
  access: 'token',
  response: Shape({
    url: Text(2000, { description: 'A path of this server', examples: ['/'] }),
  }),
  handler: async (context) => {
    const { caller, tx, services } = context
    context.body()
    if (caller.credential.type !== 'session')
      throw unprocessable({
        session: ['is missing: only a browser signs out. Revoke a token instead'],
      })
    await endSession(tx, caller.credential.id, context)
    context.signOut()
    const path = services.issuers.length === 0 ? '/' : '/auth/oidc/sign-out'
    return { url: basePathOf(services.publicOrigin) + path }
  },
})

import type { Static } from 'typebox'
import { createTokenSecret } from '../../access/token-secret.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { makeToken } from './make-token.ts'
import type { TokenOwner } from './queries.ts'
import { presentToken, type IssuedToken, type TokenViewer } from './schema.ts'
import { endWithin, type RequestedLifetime } from './token-limits.ts'

/** What a token is made with: who makes it, and where. */
export type TokenMaker = TokenViewer &
  Pick<WriteContext, 'tx' | 'actor' | 'countNewToken' | 'showsSecret'>

/**
 * Makes a token for its owner, as a child of the calling one, and audits it; in a browser's session, of the token that opened it. The caller was asked and holds their
 * credential (see holdCredential), and the scopes are within it. Returns the one answer that shows the secret.
 */
export async function issueToken(
  context: TokenMaker,
  owner: TokenOwner,
  asked: RequestedLifetime & { name: string; scopes: string[] },
): Promise<Static<typeof IssuedToken>> {
  const { credential, issuer } = context.caller
  const expiresAt = endWithin(context.caller, asked, context.now)
  context.countNewToken()
  const secret = createTokenSecret(owner.kind === 'service' ? 'service' : 'user')
  const token = await makeToken(context.tx, context.actor, {
    secret,
    name: asked.name,
    owner,
    parentTokenId: credential.token?.id ?? null,
    issuer,
    scopes: asked.scopes,
    expiresAt,
  })
  context.showsSecret(token.id)
  return { token: secret, ...presentToken(token, context) }
}

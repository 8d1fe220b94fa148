import { Type } from 'typebox'
import { createLoginCode as createCode, hashToken } from '../../access/token-secret.ts'
import { record } from '../../audit/record.ts'
import { requireFreshForScopes } from '../../http/callers/fresh-sign-in.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute } from '../../http/route/route.ts'
import { Instant, instant, Nullable, Shape, Text } from '../../http/shapes/schema.ts'
import { holdCredential } from '../tokens/queries.ts'
import { NewToken } from '../tokens/schema.ts'
import { endWithin, scopesWithin } from '../tokens/token-limits.ts'
import { insertLoginCode } from './login-codes.ts'
import { isLoginRedirect, loginRedirectPath } from './login-redirect.ts'

const lifeMilliseconds = 60_000

export const createLoginCode = writeRoute({
  id: 'createLoginCode',
  method: 'POST',
  url: '/auth/login-codes',
  summary: 'Confirm the login of a command',
  description:
    'For the console, after the person has confirmed the request of `muster login`: creates a code that works once, for a minute, and that only this ' +
    'command can exchange for the token described here. By default the token only reads, with the scope `*.view`, and lives 90 days. It has ' +
    `the limits of a token that is made in this session, and ends with the session’s token, if it has one. The redirect goes to \`${loginRedirectPath}\` on the person’s own machine; ` +
    'without it they copy the code. The code is in this answer only.',
  access: { own: 'workspace.token.manage' },
  body: Shape({
    ...NewToken.properties,
    challenge: Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      maxLength: 43,
      description: 'SHA-256 of the verifier, in base64url',
      examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    }),
    redirect_uri: Type.Optional(Text(100, { examples: ['http://127.0.0.1:49152/muster-login'] })),
    state: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{1,100}$',
        maxLength: 100,
        description: 'It comes back with the redirect',
        examples: ['af0ifjsldkj'],
      }),
    ),
  }),
  status: 201,
  response: Shape({
    code: Text(43, { description: 'It is shown only in this answer' }),
    url: Nullable(Text(300, { description: 'Where the browser goes next' })),
    expires_at: Instant,
  }),
  handler: async (context) => {
    const { caller, tx, now, actor } = context
    await holdCredential(tx, caller.credential)
    await context.ask('workspace.token.manage', { own: true })
    const { challenge, redirect_uri: redirect = null, state, name, ...asked } = context.body()
    if (caller.credential.type !== 'session')
      throw unprocessable({ session: ['is missing: a login is confirmed in a browser'] })
    if (redirect !== null && !isLoginRedirect(redirect))
      throw unprocessable({
        redirect_uri: [`must be http://127.0.0.1:<port>${loginRedirectPath}, or with [::1]`],
      })
    const scopes = scopesWithin(context.caller, asked.scopes)
    requireFreshForScopes(context, scopes)
    const tokenEnd = endWithin(context.caller, asked, now)
    context.countNewToken()
    const code = createCode()
    const expiresAt = new Date(now.getTime() + lifeMilliseconds)
    await insertLoginCode(tx, {
      hash: hashToken(code),
      session_id: caller.credential.id,
      challenge: Buffer.from(challenge, 'base64url'),
      redirect_uri: redirect,
      name,
      scopes,
      token_expires_at: tokenEnd,
      expires_at: expiresAt,
    })
    await record(tx, actor, [
      {
        event: 'access.login_code.create',
        record: { kind: 'workspaceUser', id: caller.id },
        details: { token_name: name, login_code_expires_at: instant(expiresAt) },
      },
    ])
    context.showsSecret(null)
    return {
      code,
      url: redirect && addressOf(redirect, code, state),
      expires_at: instant(expiresAt),
    }
  },
})

function addressOf(redirect: string, code: string, state: string | undefined): string {
  const url = new URL(redirect)
  url.searchParams.set('code', code)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

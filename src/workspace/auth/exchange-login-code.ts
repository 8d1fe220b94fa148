import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { loadPrincipal, type Caller } from '../../access/caller.ts'
import { may } from '../../access/rights.ts'
import { hashToken, isLoginCode } from '../../access/token-secret.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { WrongCode } from '../../http/refusals/problem.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { instant, Shape, Text } from '../../http/shapes/schema.ts'
import { issueToken, type TokenMaker } from '../tokens/issue-token.ts'
import { holdCredential, ownerOf } from '../tokens/queries.ts'
import { IssuedToken } from '../tokens/schema.ts'
import { scopesWithin } from '../tokens/token-limits.ts'
import {
  lockLoginCode,
  makerOfSession,
  markLoginCodeUsed,
  type LoginCodeRow,
} from './login-codes.ts'

const Exchange = Shape({
  code: Text(43, { examples: ['mst_c0123456789abcdefghijklmnopqrstuvwxyzAB'] }),
  verifier: Type.String({
    pattern: '^[A-Za-z0-9._~-]{43,128}$',
    maxLength: 128,
    description: 'The text of which the challenge is the SHA-256',
    examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
  }),
  redirect_uri: Type.Optional(
    Text(100, {
      description: 'As in the request that was confirmed',
      examples: ['http://127.0.0.1:49152/muster-login'],
    }),
  ),
})
type SentCode = { code: string; verifier: string; redirect_uri?: string }

export const exchangeLoginCode = writeRoute({
  id: 'exchangeLoginCode',
  method: 'POST',
  url: '/auth/login-codes/exchange',
  summary: 'Exchange the code of a login for a token',
  description:
    'For `muster login`: makes the token that the person confirmed in the browser. It needs the verifier of the challenge, and no token. 401 for a ' +
    'code that is unknown, used or too old, that another command asked for, or whose session has ended.',
  access: 'public',
  body: Exchange,
  status: 201,
  response: IssuedToken,
  handler: async (context) => {
    const sent = context.body()
    const { tx, now } = context
    const code = await requireCode(context, sent)
    const caller = await requireSession(context, code)
    requirePermission(caller, 'workspace.token.manage', { own: true })
    await markLoginCodeUsed(tx, hashToken(sent.code), now)
    const issued = await issueToken(makerOf(context, caller), ownerOf(caller), {
      name: code.name,
      scopes: scopesWithin(caller, code.scopes),
      expires_at: instant(code.token_expires_at),
    })
    context.location(`${baseUrl(context.services)}/workspace/tokens/${issued.id}`)
    return issued
  },
})

/** The code with its row locked; 401 unless the command that asked for it sent it in time. */
async function requireCode({ tx, now }: WriteContext, sent: SentCode): Promise<LoginCodeRow> {
  const code = isLoginCode(sent.code) ? await lockLoginCode(tx, hashToken(sent.code)) : undefined
  const isValid =
    code !== undefined &&
    code.used_at === null &&
    code.expires_at > now &&
    code.redirect_uri === (sent.redirect_uri ?? null) &&
    code.challenge.equals(hash('sha256', sent.verifier, 'buffer'))
  if (!isValid) throw wrongCode()
  return code
}

/** The person who confirmed it, with their session locked; 401 if it has ended. */
async function requireSession(
  { tx }: WriteContext,
  { session_id: id }: LoginCodeRow,
): Promise<Caller> {
  const token = await makerOfSession(tx, id)
  await holdCredential(tx, { type: 'session', id, token: token === null ? null : { id: token } })
  const caller = await loadPrincipal(tx, { credential: { type: 'session', id } })
  if (caller === undefined) throw wrongCode()
  return caller
}

function wrongCode(): WrongCode {
  return new WrongCode('This code is unknown, used or too old, or its session has ended.')
}

function makerOf(context: WriteContext, caller: Caller): TokenMaker {
  const { tx, now, services, requestId, showsSecret } = context
  return {
    tx,
    now,
    services,
    caller,
    actor: { type: caller.type, id: caller.id, via: 'console', requestId },
    may: (permission, on = {}) => may(caller, permission, on),
    // The confirmation counted it.
    countNewToken: () => undefined,
    showsSecret,
  }
}

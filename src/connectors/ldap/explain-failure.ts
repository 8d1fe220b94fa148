import { ResultCodeError } from 'ldapts'
import { oneLine } from '../../contract/text.ts'
import { errorCode } from '../../database/failure.ts'
import { explainConnection, tryAgain } from '../../outgoing/explain-connection.ts'
import { masked } from '../../outgoing/masked.ts'
import { ResponseRefused } from './response-refused.ts'

/** What a failure of a directory means, and what to do. It quotes the server, but no password that the server repeats. */
export function explainLdapFailure(
  error: unknown,
  { what, password }: { what: string; password: string | null },
): string {
  if (error instanceof ResponseRefused) return `${what} failed. ${error.message}`
  const said = error instanceof Error ? error.message : String(error)
  const code = errorCode(error) ?? ''
  const known =
    error instanceof ResultCodeError
      ? results[error.code]
      : (network[code] ?? explainConnection(code)?.text ?? byMessage(said))
  const meaning = known ?? 'The server’s answer may say more; so may its log.'
  return `${what} failed. ${meaning} (${oneLine(masked(said, [password ?? '']), 300)})`
}

/** Result codes of RFC 4511. */
const results: Readonly<Record<number, string>> = {
  1: 'The server wants a sign-in first: set `bind_dn` and its password.',
  2: 'The server did not understand the request. Is this the LDAP port?',
  3: 'The server’s time limit was reached: give this bind DN a higher one, or a narrower base DN or filter.',
  4: 'The server returns only so many entries to this bind DN. Allow it paged results without a limit, or more entries.',
  8: 'The server demands encryption: use ldaps:// or set `start_tls`.',
  10: 'The server refers to another one for this base DN, and Muster follows no referrals: name that server as the `url`.',
  11: 'A limit of the server was reached: raise it for this bind DN, or give a narrower base DN or filter.',
  12: 'The server does not support paged results (RFC 2696), which Muster needs. Allow them there, or name another server of this directory as the `url`.',
  13: 'The server demands encryption: use ldaps:// or set `start_tls`.',
  32: 'There is no entry with this base DN, or the bind DN may not see it. Correct `base_dns` or the server’s access rules.',
  34: 'A base DN or the bind DN is not a DN.',
  48: 'The server does not accept this way to sign in: set `bind_dn` and its password.',
  49: 'The server refuses the bind DN with this password. Send the right one as `credentials`, and again after each change of it.',
  50: 'The bind DN may not read this. Give it the right to read the base DNs.',
  51: `The server is busy. ${tryAgain}`,
  52: `The server is not available. ${tryAgain}`,
  53: 'The server refuses to do this. The account of the bind DN may be inactive there, or its password empty; the server’s log says why.',
}

/** What differs from other connections by TLS. */
const network: Readonly<Record<string, string>> = {
  ECONNRESET:
    'The server closed the connection. With ldaps:// this can mean that the port is not for TLS.',
  EPROTO: 'The server does not speak TLS there. Use its ldaps port, or ldap:// with `start_tls`.',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'The server does not speak TLS there. Use its ldaps port, or ldap:// with `start_tls`.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG:
    'The server does not speak TLS there. Use its ldaps port, or ldap:// with `start_tls`.',
}

function byMessage(said: string): string | undefined {
  if (/timed? ?out/i.test(said))
    return 'The server does not answer in time. A firewall may drop the connection, or the search needs an index there.'
  if (/closed|disconnected/i.test(said))
    return 'The server closed the connection. With ldaps:// this can mean that the port is not for TLS.'
  return undefined
}

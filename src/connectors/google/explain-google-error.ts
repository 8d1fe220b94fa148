import { isList, isObject, type JsonValue } from '../../contract/json.ts'
import { tryAgain } from '../../outgoing/explain-connection.ts'
import { textOf } from '../rest/text-of.ts'

/** Why a request was refused, by Google's own words for it. */
export function reasonsIn(body: JsonValue): string[] {
  const error = isObject(body) ? body['error'] : undefined
  if (!isObject(error)) return []
  const { errors, details } = error
  const all = [...(isList(errors) ? errors : []), ...(isList(details) ? details : [])]
  return all.flatMap((each) => textOf(each, 'reason') ?? [])
}

/** The beginning of what Google said, on one line and without secrets. */
type Quote = (said: string) => string

/** One sentence about a 403, and what to do. */
export function explainForbidden(body: JsonValue, quote: Quote): string {
  const error = isObject(body) ? (body['error'] ?? null) : null
  return `Google refused the request. ${remedyOf(reasonsIn(body))}${inBrackets(quote(textOf(error, 'message') ?? ''))}`
}

const delegation =
  'in the Admin console under Security > Access and data control > API controls > Domain-wide delegation'

function remedyOf(reasons: readonly string[]): string {
  const has = (...names: readonly string[]) => reasons.some((reason) => names.includes(reason))
  if (has('accessNotConfigured', 'SERVICE_DISABLED'))
    return 'Enable the Admin SDK API, and for shared drives the Google Drive API, in the Google Cloud project of the service account.'
  if (has('insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'))
    return `Add the missing scopes to the client id of the service account ${delegation}.`
  return 'Give the administrator a role that may read users and groups, and for shared drives one that may manage Drive and Docs.'
}

type TokenRequest = { subject: string; scopes: readonly string[] }

/** One sentence about a token that was not given, and what to do. */
export function explainToken(body: JsonValue, asked: TokenRequest, quote: Quote): string {
  const remedy = remedyOfToken(textOf(body, 'error'), asked)
  const said = inBrackets(quote(textOf(body, 'error_description') ?? ''))
  return `Google gave no token for ${asked.subject}. ${remedy}${said}`
}

function remedyOfToken(error: string | undefined, { subject, scopes }: TokenRequest): string {
  if (error === 'unauthorized_client' || error === 'access_denied' || error === 'invalid_scope')
    return `Allow the client id of the service account these scopes ${delegation}: ${scopes.join(', ')}.`
  if (error === 'invalid_grant')
    return `Is ${subject} a user of the workspace, does the key still exist, and is the clock of this server right?`
  if (error === 'invalid_client')
    return 'The service account or its key is gone. Make a key, and send its file as `credentials`.'
  return tryAgain
}

function inBrackets(said: string): string {
  return said === '' ? '' : ` (${said})`
}

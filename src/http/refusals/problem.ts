import { encodeId, type IdKind } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'

export type FieldErrors = Record<string, string[]>

/** The one error that crosses the boundary: its message is for the caller, and nothing else of it leaves. */
export class Problem extends Error {
  readonly status: number
  readonly errors: FieldErrors | undefined
  readonly headers: Record<string, string>
  /** Its code of RFC 6749, 5.2, where OAuth defines one. */
  readonly code: string | undefined
  /** The permissions that a 403 says are missing. */
  readonly missing: readonly string[]

  constructor(
    status: number,
    message: string,
    details: {
      errors?: FieldErrors
      headers?: Record<string, string>
      missing?: readonly string[]
      code?: string
    } = {},
  ) {
    super(message)
    this.status = status
    this.errors = details.errors
    this.headers = details.headers ?? {}
    this.code = details.code
    this.missing = details.missing ?? []
  }
}

/** 401 for a code in a body, which counts as a wrong token although the request has none. */
export class WrongCode extends Problem {
  constructor(message: string) {
    super(401, message, { headers: { 'www-authenticate': 'Bearer' } })
  }
}

/** Work that ended because nobody waits for its answer any more. */
export class ClientGone extends Problem {
  constructor() {
    super(503, 'The client has gone.')
  }
}

type GrantCode = 'invalid_request' | 'unsupported_grant_type' | 'invalid_target' | 'invalid_scope'

/** 400 for a token in a body that gets none in exchange, with its code of RFC 6749, 5.2. It counts as a wrong token too. */
export class WrongGrant extends Problem {
  constructor(code: GrantCode, message: string) {
    super(400, message, { code })
  }
}

const nouns: Record<IdKind, string> = {
  directoryUser: 'directory user',
  workspaceUser: 'workspace user',
  identity: 'directory identity',
  condition: 'policy condition',
  ruleset: 'policy ruleset',
  rule: 'policy rule',
  attribute: 'directory attribute',
  dimension: 'directory dimension',
  resource: 'directory resource',
  policyUser: 'policy user',
  rulesetAdmin: 'ruleset admin',
  plan: 'policy plan',
  incident: 'incident',
  policySettings: 'policy settings',
  integration: 'integration',
  service: 'service',
  serviceAdmin: 'service admin',
  token: 'token',
  session: 'session',
  signInAttempt: 'sign-in attempt',
  role: 'role',
  importRun: 'import run',
  scimSecret: 'SCIM secret',
  secretKey: 'secret key',
  webhook: 'webhook',
  webhookAttempt: 'webhook attempt',
  noticeSetting: 'notice setting',
  notice: 'notice',
  auditLog: 'audit log',
}

/** 404 for an id that is malformed, unknown, or not the caller's to see: the three look the same. */
export function notFound(kind: IdKind, sent: string): Problem {
  return new Problem(404, `There is no ${nouns[kind]} ${clip(sent)}.`)
}

/** {@link notFound} for a uuid that was decoded from the path. */
export function noSuch(kind: IdKind, uuid: string): Problem {
  return notFound(kind, encodeId(kind, uuid))
}

export function badRequest(message: string): Problem {
  return new Problem(400, message)
}

export function noCredential(): Problem {
  return unauthenticated('Send your token in the header Authorization: Bearer <token>.')
}

export function unauthenticated(why: string): Problem {
  return new Problem(401, why, { headers: { 'www-authenticate': 'Bearer' } })
}

export function forbidden(missing: string | readonly string[], why = ''): Problem {
  const names = typeof missing === 'string' ? [missing] : missing
  const what = names.length === 1 ? 'the permission' : 'the permissions'
  const message = `This needs ${what} ${names.join(', ')}.${why === '' ? '' : ` ${why}`}`
  return new Problem(403, message, { missing: names })
}

/** For a refusal that another token may avoid. */
export function scopesOf({ scopes }: { scopes: readonly string[] }): string {
  return `This token's scopes are ${scopes.slice(0, 10).join(', ')}.`
}

export function unprocessable(errors: FieldErrors): Problem {
  const [field, messages] = Object.entries(errors)[0] ?? ['body', ['is invalid']]
  const more = Object.keys(errors).length - 1
  const rest = more === 0 ? '' : ` (and ${more} more)`
  return new Problem(422, `${field} ${messages[0] ?? 'is invalid'}${rest}`, { errors })
}

export function conflict(message: string, headers: Problem['headers'] = {}): Problem {
  return new Problem(409, message, { headers })
}

/** Whether one of the tags of If-Match names that row version; the part after the dot is ignored. What is no tag of ours names none. */
export function namesVersion(ifMatch: string, version: number): boolean {
  if (ifMatch.trim() === '*') return true
  const versions = ifMatch.split(',').map((part) => /^\s*"(\d+)(\.[^"]*)?"\s*$/.exec(part)?.[1])
  return versions.includes(String(version))
}

/** 410 for a position that no longer means anything, with what to do. */
export function gone(message: string): Problem {
  return new Problem(410, message)
}

export function preconditionFailed(current: number): Problem {
  return new Problem(
    412,
    `If-Match does not name the current version, "${current}". Read the record again, and send its ETag with the change.`,
  )
}

export function tooManyRequests(
  retryAfterSeconds: number,
  headers: Record<string, string>,
): Problem {
  return new Problem(
    429,
    `Too many requests with this token. Try again in ${retryAfterSeconds} s.`,
    {
      headers: { 'retry-after': String(retryAfterSeconds), ...headers },
    },
  )
}

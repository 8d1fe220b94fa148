import type { MusterError } from '../../../sdk/src/index.ts'
import { nounOfPrefix } from '../nouns/nouns.ts'

type Token = { isTokenGiven: boolean }

/**
 * A few lines that say what went wrong and what to do next. Our own errors say so already. A token that was given is not replaced
 * by a login.
 */
export function explainError(error: unknown, token: Token = { isTokenGiven: false }): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return explainError(error.errors[0], token)
  if (!(error instanceof Error)) return String(error)
  if (isMusterError(error)) return explainMuster(error, token)
  return explainFile(error) ?? explainDatabase(error) ?? error.message
}

/** Known by its name, so that an error of something else need not load the client. */
function isMusterError(error: Error): error is MusterError {
  return error.name === 'MusterError'
}

/** Errors of policy files name their file and line themselves. */
const fieldOfFile = /^files\.\d+\.text$/

function explainMuster(
  { status, message, errors, planId, cause }: MusterError,
  token: Token,
): string {
  if (status === null) {
    const [, origin = ''] = / came from (\S+)\.$/.exec(message) ?? []
    return `Muster does not answer at ${origin} (${reasonOf(cause)}). Is it running there? Give --url or set MUSTER_URL.`
  }
  if (message.startsWith('What answers at ')) return `${message} Give --url or set MUSTER_URL.`
  const fields = Object.entries(errors)
  if (fields.length > 0 && fields.every(([field]) => fieldOfFile.test(field)))
    return fields.flatMap(([, messages]) => messages).join('\n')
  // The message of a single fault is that fault.
  const faults = fields.flatMap(([field, messages]) =>
    message === `${field} ${messages.join('; ')}` ? [] : [`\n  ${field}: ${messages.join('; ')}`],
  )
  const next =
    nextOf(status, planId, token) ??
    (status === 403 ? tokenFor(message, token) : undefined) ??
    (status === 404 ? listFor(message) : undefined)
  return `${status}: ${message}${faults.join('')}${next === undefined ? '' : `\n${next}`}`
}

/** The command to try next. */
function nextOf(status: number, plan: string | undefined, token: Token): string | undefined {
  if (plan !== undefined) return `To see what it would do, run: muster plan show ${plan}`
  if (status === 401)
    return token.isTokenGiven
      ? 'To make another token, run: muster token create'
      : 'To give another token, run: muster login'
  return undefined
}

/** How to get a token with the permissions that this one lacks; what it may do, if its scopes are no reason. */
function tokenFor(message: string, { isTokenGiven }: Token): string {
  const [, missing, own] =
    /^This needs the permissions? ([a-z_., ]+)\. .*This token's scopes are ([a-z_.*, ]+)\.$/.exec(
      message,
    ) ?? []
  if (missing === undefined || own === undefined)
    return 'To see what the token may do, run: muster whoami'
  const given = [...own.split(', '), ...missing.split(', ')].map(
    (each) => `--scope ${quoted(each)}`,
  )
  const [it, scopes] = [missing.includes(', ') ? 'them' : 'it', given.join(' ')]
  return isTokenGiven
    ? `To make a token with ${it}, run: muster token create --name ci ${scopes}`
    : `To log in with ${it}, run: muster login ${scopes}`
}

/** A shell takes `*` for names of files. */
function quoted(scope: string): string {
  return scope.includes('*') ? `'${scope}'` : scope
}

/** Where to look for a record that is not there. */
function listFor(message: string): string | undefined {
  const [, prefix = ''] = /^There is no [a-z ]+ ([a-z]{5}_)\S+\.$/.exec(message) ?? []
  const noun = nounOfPrefix(prefix)
  if (noun === undefined) return undefined
  const list = noun.name === 'user' ? 'who' : `${noun.name} list`
  return `To see which there are, run: muster ${list}`
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? reasonOf(cause.cause) : cause.message
}

const fileFaults: Record<string, string> = {
  ENOENT: 'There is no file',
  ENOTDIR: 'There is no file',
  EISDIR: 'This is a directory, not a file:',
  EACCES: 'The system does not let us use',
  EPERM: 'The system does not let us use',
  ENOSPC: 'The disk is full:',
}

function explainFile({ code = '', path, syscall }: NodeJS.ErrnoException): string | undefined {
  const fault = syscall === 'connect' ? undefined : fileFaults[code]
  return fault === undefined || path === undefined ? undefined : `${fault} ${path}.`
}

const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)$/
const refusals = new Set(['28P01', '28000', '3D000', '53300', '57P03'])

function explainDatabase(error: NodeJS.ErrnoException): string | undefined {
  const { code = '', syscall = '' } = error
  const advice = 'Check --database-url or MUSTER_DATABASE_URL.'
  if (refusals.has(code)) return `The database refuses us: ${error.message}. ${advice}`
  if (!/^(connect|getaddrinfo|read)$/.test(syscall) || !unreachable.test(code)) return undefined
  return `The database does not answer (${error.message}). Does it run there? ${advice}`
}

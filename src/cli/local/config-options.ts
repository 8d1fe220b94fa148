import { InvalidArgumentError, Option } from 'commander'
import { readConfig, type Config } from '../../config.ts'
import { refusedCharacter } from '../../contract/text.ts'
import { variableOf, type Flag } from '../command-line/flag.ts'
import { secretFlags } from '../command-line/secret-flags.ts'

const reason: Flag = [
  '--reason <text>',
  'why, for the audit log of a command on the database',
  { read: readReason },
]

/** Which database. */
export const connectionFlags: readonly Flag[] = [
  ...secretFlags('--database-url <url>', 'PostgreSQL 16 or newer (default: the embedded one)', {
    isSecret: hasPassword,
  }),
  ...secretFlags(
    '--migration-database-url <url>',
    'the role that owns the schema, where it is another one',
    { isSecret: hasPassword },
  ),
  ['--data-directory <path>', 'where the embedded PostgreSQL keeps its data'],
]

/** Of a command that may work on the database itself. */
export const databaseFlags: readonly Flag[] = [...connectionFlags, reason]

/** Of a command that makes the first owner. */
export const bootstrapFlags = secretFlags(
  '--bootstrap-token <token>',
  'preset the first owner’s token',
)

/** Of a server. */
export const serveFlags: readonly Flag[] = [
  ...connectionFlags,
  ['--host <address>', 'where to listen (default: 127.0.0.1)'],
  ['--port <number>', 'where to listen (default: 8600)'],
  ['--public-origin <url>', 'how clients reach it, for links'],
  ['--log-level <level>', 'fatal, error, warn, info, debug, trace or silent'],
  ['--cache-mb <number>', 'memory for ready bodies (default: 64)'],
  ['--rate-limit <number|off>', 'requests a second per token (default: 100)'],
  ['--pool-size <number>', 'database connections (default: 10)'],
  ['--oidc-issuers <path>', 'a file of the issuers that people sign in with'],
]

function readReason(text: string): string {
  if (text.length <= 1000 && refusedCharacter(text) === undefined) return text
  throw new InvalidArgumentError('It must be a text of at most 1,000 characters.')
}

/** Whether the address of a database has a password, as the address itself or as a parameter. */
function hasPassword(url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed === null) return /password=/i.test(url)
  return parsed.password !== '' || parsed.searchParams.has('password')
}

/** The environment's configuration with the flags laid over it; both are checked by the same rules. */
export function configOf(options: object): Config {
  const given = new Map(Object.entries(options))
  const flags = [...bootstrapFlags, ...serveFlags].flatMap(([written]) => {
    const option = new Option(written)
    const value: unknown = given.get(option.attributeName())
    return typeof value === 'string' ? [[variableOf(option), value] as const] : []
  })
  return readConfig(Object.fromEntries(flags))
}

import { InvalidArgumentError, Option, type Command } from 'commander'
import { readConfig, type Config } from '../../config.ts'
import { refusedCharacter } from '../../contract/text.ts'
import { variableOf, withFlag, withFlags, type Flag } from '../command-line/flag.ts'
import { withSecret, type SecretOption } from '../command-line/secret-option.ts'

const databaseUrls: readonly SecretOption[] = [
  {
    flags: '--database-url <url>',
    description: 'PostgreSQL 16 or newer (default: the embedded one)',
    isSecret: hasPassword,
  },
  {
    flags: '--migration-database-url <url>',
    description: 'the role that owns the schema, where it is another one',
    isSecret: hasPassword,
  },
]
const bootstrapToken: SecretOption = {
  flags: '--bootstrap-token <token>',
  description: 'preset the first owner’s token',
}
const dataDirectory: Flag = [
  '--data-directory <path>',
  'where the embedded PostgreSQL keeps its data',
]
const listening: readonly Flag[] = [
  ['--host <address>', 'where to listen (default: 127.0.0.1)'],
  ['--port <number>', 'where to listen (default: 8600)'],
  ['--public-origin <url>', 'how clients reach it, for links'],
  ['--log-level <level>', 'fatal, error, warn, info, debug, trace or silent'],
  ['--cache-mb <number>', 'memory for ready bodies (default: 64)'],
  ['--rate-limit <number|off>', 'requests a second per token (default: 100)'],
  ['--pool-size <number>', 'database connections (default: 10)'],
  ['--oidc-issuers <path>', 'a file of the issuers that people sign in with'],
]
const reason: Flag = [
  '--reason <text>',
  'why, for the audit log of a command on the database',
  { read: readReason },
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

function withDatabase(command: Command): Command {
  return withFlag(databaseUrls.reduce(withSecret, command), dataDirectory)
}

/** Of a command that makes the first owner. */
export function withBootstrapToken(command: Command): Command {
  return withSecret(command, bootstrapToken)
}

/** Of a command that may work on the database itself. */
export function withDatabaseOptions(command: Command): Command {
  return withFlag(withDatabase(command), reason)
}

export function withServerOptions(command: Command): Command {
  return withFlags(withDatabase(command), listening)
}

/** The environment's configuration with the flags laid over it; both are checked by the same rules. */
export function configOf(options: object): Config {
  const given = new Map(Object.entries(options))
  const settings = [
    ...[...databaseUrls, bootstrapToken].map(({ flags }) => flags),
    ...[dataDirectory, ...listening].map(([flags]) => flags),
  ]
  const flags = settings.flatMap((setting) => {
    const option = new Option(setting)
    const value: unknown = given.get(option.attributeName())
    return typeof value === 'string' ? [[variableOf(option), value] as const] : []
  })
  return readConfig(Object.fromEntries(flags))
}

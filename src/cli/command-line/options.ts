import { InvalidArgumentError, Option, type Command } from 'commander'
import { refusedCharacter } from '../../contract/text.ts'
import { rulesetTypes } from '../../contract/states.ts'
import { readConfig, type Config } from '../../config.ts'
import type { Flag } from './flag.ts'
import { hasPassword, withSecret, type SecretOption } from './secret-option.ts'

const databaseUrls: readonly SecretOption[] = [
  {
    flags: '--database-url <url>',
    description: 'PostgreSQL 16 or newer (default: the embedded one)',
    variable: 'MUSTER_DATABASE_URL',
    isSecret: hasPassword,
  },
  {
    flags: '--migration-database-url <url>',
    description: 'the role that owns the schema, where it is another one',
    variable: 'MUSTER_MIGRATION_DATABASE_URL',
    isSecret: hasPassword,
  },
]
const bootstrapToken: SecretOption = {
  flags: '--bootstrap-token <token>',
  description: 'preset the first owner’s token',
  variable: 'MUSTER_BOOTSTRAP_TOKEN',
}
const dataDirectory: Flag = [
  '--data-directory <path>',
  'where the embedded PostgreSQL keeps its data',
  'MUSTER_DATA_DIRECTORY',
]
const listening: readonly Flag[] = [
  ['--host <address>', 'where to listen (default: 127.0.0.1)', 'MUSTER_HOST'],
  ['--port <number>', 'where to listen (default: 8600)', 'MUSTER_PORT'],
  ['--public-origin <url>', 'how clients reach it, for links', 'MUSTER_PUBLIC_ORIGIN'],
  ['--log-level <level>', 'fatal, error, warn, info, debug, trace or silent', 'MUSTER_LOG_LEVEL'],
  ['--cache-mb <number>', 'memory for ready bodies (default: 64)', 'MUSTER_CACHE_MB'],
  ['--rate-limit <number|off>', 'requests a second per token (default: 100)', 'MUSTER_RATE_LIMIT'],
  ['--pool-size <number>', 'database connections (default: 10)', 'MUSTER_POOL_SIZE'],
  [
    '--oidc-issuers <path>',
    'a file of the issuers that people sign in with',
    'MUSTER_OIDC_ISSUERS',
  ],
]

function optionOf([flags, about, variable]: Flag): Option {
  return new Option(flags, about).env(variable)
}

function withDatabase(command: Command): Command {
  for (const url of databaseUrls) withSecret(command, url)
  return command.addOption(optionOf(dataDirectory))
}

/** Of a command that makes the first owner. */
export function withBootstrapToken(command: Command): Command {
  return withSecret(command, bootstrapToken)
}

/** Of a command that may work on the database itself. */
export function withDatabaseOptions(command: Command): Command {
  return withDatabase(command).addOption(
    new Option('--reason <text>', 'why, for the audit log of a command on the database')
      .env('MUSTER_REASON')
      .argParser((text) => {
        if (text.length <= 1000 && refusedCharacter(text) === undefined) return text
        throw new InvalidArgumentError('It must be a text of at most 1,000 characters.')
      }),
  )
}

export function withServerOptions(command: Command): Command {
  withDatabase(command)
  for (const setting of listening) command.addOption(optionOf(setting))
  return command
}

/** The environment's configuration with the flags laid over it; both are checked by the same rules. */
export function configOf(options: object): Config {
  const secrets = [...databaseUrls, bootstrapToken].map(
    ({ flags, description, variable }): Flag => [flags, description, variable],
  )
  const given = new Map(Object.entries(options))
  const flags = [...secrets, dataDirectory, ...listening].flatMap((setting) => {
    const value: unknown = given.get(optionOf(setting).attributeName())
    return typeof value === 'string' ? [[setting[2], value] as const] : []
  })
  return readConfig(Object.fromEntries(flags))
}

export function atOption(): Option {
  const about = 'as it was then, such as 2026-03-01 or 2026-03-01T08:00:00Z'
  return dateOption('--at <date>', about, 'MUSTER_AT')
}

/** An option that takes a date, and gives its instant. */
function dateOption(flags: string, description: string, variable: string): Option {
  return new Option(flags, description).env(variable).argParser(readDate)
}

/** The instant of a date. */
export function readDate(text: string): string {
  const instant = new Date(text)
  if (!Number.isNaN(instant.getTime())) return instant.toISOString()
  throw new InvalidArgumentError('It must be a date, such as 2026-03-01.')
}

/** `types`: of what has rulesets, or of resources alone. */
export function typeOption(types: readonly string[] = rulesetTypes): Option {
  return new Option('--type <type>', 'only resources of that type')
    .env('MUSTER_RESOURCE_TYPE')
    .choices(types)
}

/** How many rows are read; Infinity for all. */
export function limitOption(fallback = 50, variable = 'MUSTER_LIMIT'): Option {
  return new Option('--limit <number>', 'how many rows, or all')
    .env(variable)
    .default(fallback)
    .argParser((text) => {
      if (text === 'all') return Infinity
      if (/^\d{1,7}$/.test(text) && Number(text) > 0) return Number(text)
      throw new InvalidArgumentError('It must be a number from 1 on, or all.')
    })
}

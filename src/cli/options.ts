import { InvalidArgumentError, Option, type Command } from 'commander'
import { refusedCharacter } from '../contract/text.ts'
import { rulesetTypes } from '../contract/states.ts'
import { readConfig, type Config } from '../config.ts'
import { hasPassword, withSecret, type SecretOption } from './secret-option.ts'

type ServerOptions = {
  databaseUrl?: string
  migrationDatabaseUrl?: string
  dataDirectory?: string
  host?: string
  port?: string
  publicOrigin?: string
  logLevel?: string
  cacheMb?: string
  rateLimit?: string
  poolSize?: string
  oidcIssuers?: string
  bootstrapToken?: string
}

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
const listenOptions = [
  new Option('--host <address>', 'where to listen (default: 127.0.0.1)').env('MUSTER_HOST'),
  new Option('--port <number>', 'where to listen (default: 8600)').env('MUSTER_PORT'),
  new Option('--public-origin <url>', 'how clients reach it, for links').env(
    'MUSTER_PUBLIC_ORIGIN',
  ),
  new Option('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent').env(
    'MUSTER_LOG_LEVEL',
  ),
  new Option('--cache-mb <number>', 'memory for ready bodies (default: 64)').env('MUSTER_CACHE_MB'),
  new Option('--rate-limit <number|off>', 'requests a second per token (default: 100)').env(
    'MUSTER_RATE_LIMIT',
  ),
  new Option('--pool-size <number>', 'database connections (default: 10)').env('MUSTER_POOL_SIZE'),
  new Option('--oidc-issuers <path>', 'a file of the issuers that people sign in with').env(
    'MUSTER_OIDC_ISSUERS',
  ),
]

function withDatabase(command: Command): Command {
  for (const url of databaseUrls) withSecret(command, url)
  return command.addOption(
    new Option('--data-directory <path>', 'where the embedded PostgreSQL keeps its data').env(
      'MUSTER_DATA_DIRECTORY',
    ),
  )
}

/** Of a command that makes the first owner. */
export function withBootstrapToken(command: Command): Command {
  return withSecret(command, {
    flags: '--bootstrap-token <token>',
    description: 'preset the first owner’s token',
    variable: 'MUSTER_BOOTSTRAP_TOKEN',
  })
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
  for (const option of listenOptions) command.addOption(option)
  return command
}

/** The environment's configuration with the flags laid over it; both are checked by the same rules. */
export function configOf(options: object): Config {
  return readConfig(flagsOf(options))
}

function flagsOf(options: ServerOptions): Record<string, string> {
  const flags: Record<string, string | undefined> = {
    MUSTER_DATABASE_URL: options.databaseUrl,
    MUSTER_MIGRATION_DATABASE_URL: options.migrationDatabaseUrl,
    MUSTER_DATA_DIRECTORY: options.dataDirectory,
    MUSTER_HOST: options.host,
    MUSTER_PORT: options.port,
    MUSTER_PUBLIC_ORIGIN: options.publicOrigin,
    MUSTER_LOG_LEVEL: options.logLevel,
    MUSTER_CACHE_MB: options.cacheMb,
    MUSTER_RATE_LIMIT: options.rateLimit,
    MUSTER_POOL_SIZE: options.poolSize,
    MUSTER_OIDC_ISSUERS: options.oidcIssuers,
    MUSTER_BOOTSTRAP_TOKEN: options.bootstrapToken,
  }
  return Object.fromEntries(
    Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

export function atOption(): Option {
  const about = 'as it was then, such as 2026-03-01 or 2026-03-01T08:00:00Z'
  return dateOption('--at <date>', about, 'MUSTER_AT')
}

/** An option that takes a date, and gives its instant. */
export function dateOption(flags: string, description: string, variable: string): Option {
  return new Option(flags, description).env(variable).argParser(readDate)
}

function readDate(text: string): string {
  const instant = new Date(text)
  if (!Number.isNaN(instant.getTime())) return instant.toISOString()
  throw new InvalidArgumentError('It must be a date, such as 2026-03-01.')
}

/** A {@link dateOption} that can also be taken away, with `never`. */
export function endOption(flags: string, description: string, variable: string): Option {
  return new Option(flags, description)
    .env(variable)
    .argParser((text) => (text === 'never' ? text : readDate(text)))
}

/** `types`: of what has rulesets, or of resources alone. */
export function typeOption(types: readonly string[] = rulesetTypes): Option {
  return new Option('--type <type>', 'only resources of that type')
    .env('MUSTER_RESOURCE_TYPE')
    .choices(types)
}

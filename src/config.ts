import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  readDatabaseUrl,
  readHosts,
  readHttpUrl,
  readAuditStream,
  readInteger,
  readIssuerUrls,
  readKeys,
  readNetworks,
  readOneOf,
  readPublicOrigin,
  type AuditStreamSettings,
  readSmtp,
  type Environment,
} from './setting-values.ts'

/** Everything that the environment decides. This is the only file that reads it. */
export type Config = {
  /** PostgreSQL 16 or newer, at one of the hosts of the URL; undefined means the embedded one. */
  databaseUrl: string | undefined
  /** The URL for migrations, when they run as another role than the server's. */
  migrationDatabaseUrl: string | undefined
  /** A replica, for reads whose callers accept what was so a moment ago. */
  replicaUrl: string | undefined
  /** Where the embedded PostgreSQL keeps its data; undefined means its default. */
  dataDirectory: string | undefined
  host: string
  port: number
  /** The proxies whose X-Forwarded-For is read: networks in CIDR notation. */
  trustedProxies: readonly string[]
  /** With the path below which Muster is, if it has one. Undefined means http://<host>:<port>. */
  publicOrigin: string | undefined
  poolSize: number
  cacheBytes: number
  rateLimit: { perSecond: number; burst: number } | null
  sessionIdleSeconds: number
  freshSignInSeconds: number
  logLevel: string
  /** Presets the first owner's token, for automation. */
  bootstrapToken: string | undefined
  /** Where the built console is; null serves the API only. */
  consoleDirectory: string | null
  oidc: OidcSettings
  /** Encrypts credentials of sources: 32 bytes in base64; undefined means the key file in the data directory. */
  secretKey: string | undefined
  /** Former keys, by which `muster secret rotate` decrypts. */
  formerSecretKeys: readonly string[]
  /** Where erasures of people are listed; undefined means a file in the data directory, null no list. */
  erasuresFile: string | null | undefined
  /** The hosts that connectors may reach; without a port every port of it. */
  connectorHosts: readonly { host: string; port: number | null }[]
  /** Where /metrics is served; null serves none. */
  metrics: { host: string; port: number } | null
  /** Where traces are sent, and the share of them that is kept; null sends none. */
  tracing: { endpoint: string; serviceName: string; ratio: number } | null
  /** The hosts that events may be sent to. */
  webhookHosts: readonly { host: string; port: number | null }[]
  /** Who may sign the identities that services trust, as their tokens spell it. */
  workloadIssuers: readonly string[]
  /** Where the audit log is streamed to; null where it isn't. */
  auditStream: AuditStreamSettings | null
  /** The mail server for notices, and the address that they come from; null without one. */
  smtp: { url: string; from: string } | null
  xdgDataHome: string | undefined
  home: string
}

/** The issuers that people sign in with. */
export type OidcSettings = {
  /** How far the clocks of an issuer and of this server may differ. */
  clockToleranceSeconds: number
  /** The list itself, in JSON or YAML, or the path of a file with it; undefined without issuers. */
  issuers: string | undefined
  /** Client secrets by the handle of their issuer, in the form of a variable's name: capitals, and `_` for `-`. */
  clientSecrets: Readonly<Record<string, string>>
}

/** Reads and checks the environment, with flags laid over it; throws a message that names the variable and what it takes. */
export function readConfig(
  flags: Environment = {},
  environment: Environment = process.env,
): Config {
  const env = { ...fromFiles(environment, flags), ...flags }
  return {
    databaseUrl: readDatabaseUrl(env, 'MUSTER_DATABASE_URL'),
    migrationDatabaseUrl: readDatabaseUrl(env, 'MUSTER_MIGRATION_DATABASE_URL'),
    replicaUrl: readDatabaseUrl(env, 'MUSTER_REPLICA_URL'),
    dataDirectory: env['MUSTER_DATA_DIRECTORY'] || undefined,
    host: env['MUSTER_HOST'] || '127.0.0.1',
    port: readInteger(env, 'MUSTER_PORT', 8600, 0, 65_535),
    trustedProxies: readNetworks(env, 'MUSTER_TRUSTED_PROXIES'),
    publicOrigin: readPublicOrigin(env, 'MUSTER_PUBLIC_ORIGIN'),
    poolSize: readInteger(env, 'MUSTER_POOL_SIZE', 10, 2, 500),
    cacheBytes: readInteger(env, 'MUSTER_CACHE_MB', 64, 0, 1_000_000) * 1024 * 1024,
    rateLimit: readRateLimit(env),
    sessionIdleSeconds: readInteger(env, 'MUSTER_SESSION_IDLE_MINUTES', 30, 1, 720) * 60,
    freshSignInSeconds: readInteger(env, 'MUSTER_FRESH_SIGN_IN_MINUTES', 10, 1, 720) * 60,
    logLevel: readOneOf(env, 'MUSTER_LOG_LEVEL', 'info', [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ]),
    bootstrapToken: env['MUSTER_BOOTSTRAP_TOKEN'] || undefined,
    consoleDirectory: readConsole(env),
    oidc: {
      clockToleranceSeconds: readInteger(env, 'MUSTER_OIDC_CLOCK_TOLERANCE', 60, 0, 600),
      issuers: env['MUSTER_OIDC_ISSUERS'] || undefined,
      clientSecrets: readPrefixed(env, 'MUSTER_OIDC_CLIENT_SECRET_'),
    },
    secretKey: readKeys(env, 'MUSTER_SECRET_KEY', 1)[0],
    formerSecretKeys: readKeys(env, 'MUSTER_FORMER_SECRET_KEYS', 10),
    erasuresFile:
      env['MUSTER_ERASURES_FILE'] === 'off' ? null : env['MUSTER_ERASURES_FILE'] || undefined,
    connectorHosts: readHosts(env, 'MUSTER_CONNECTOR_HOSTS'),
    metrics: readMetrics(env),
    tracing: readTracing(env),
    webhookHosts: readHosts(env, 'MUSTER_WEBHOOK_HOSTS'),
    workloadIssuers: readIssuerUrls(env, 'MUSTER_WORKLOAD_ISSUERS'),
    auditStream: readAuditStream(env),
    smtp: readSmtp(env),
    xdgDataHome: env['XDG_DATA_HOME'] || undefined,
    home: env['HOME'] || homedir(),
  }
}

/** What may contain a secret: each can be in a file that `<name>_FILE` names, as container platforms mount secrets. */
const secretVariables = [
  'MUSTER_DATABASE_URL',
  'MUSTER_MIGRATION_DATABASE_URL',
  'MUSTER_REPLICA_URL',
  'MUSTER_BOOTSTRAP_TOKEN',
  'MUSTER_SECRET_KEY',
  'MUSTER_FORMER_SECRET_KEYS',
  'MUSTER_SMTP_URL',
]

/** The environment with the values of secrets that are in files. A flag takes precedence over both. */
function fromFiles(environment: Environment, flags: Environment): Environment {
  const read = secretVariables.flatMap((name) => {
    const path = environment[`${name}_FILE`]
    if (!path || flags[name]) return []
    if (environment[name]) throw new Error(`Set ${name} or ${name}_FILE, not both.`)
    return [[name, contentOf(name, path)]]
  })
  return { ...environment, ...Object.fromEntries(read) }
}

function contentOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Error(`${name}_FILE: the file ${path} can't be read (${why}).`, { cause: error })
  }
}

/** The settings that are no flag of a command. */
const settings =
  /^MUSTER_(AUDIT_STREAM(_BYTES|_CA|_CERTIFICATE|_KEY)?|CONNECTOR_HOSTS|WEBHOOK_HOSTS|CONSOLE|ERASURES_FILE|METRICS_(HOST|PORT)|OIDC_CLIENT_SECRET_\w+|OIDC_CLOCK_TOLERANCE|(FRESH_SIGN_IN|SESSION_IDLE)_MINUTES|(SECRET_KEY|FORMER_SECRET_KEYS|REPLICA_URL|SMTP_URL)(_FILE)?|SMTP_FROM|TRUSTED_PROXIES|WORKLOAD_ISSUERS)$/

/** Set by Kubernetes in every container beside a service of the name muster. */
const ofService = /^MUSTER_(SERVICE_(HOST|PORT)|PORT_\d+_)/

/** Variables with a name of ours that nothing reads: neither a setting nor among those of flags. */
export function unknownVariables(
  flags: readonly string[],
  environment: Environment = process.env,
): string[] {
  const isKnown = (name: string) =>
    settings.test(name) || ofService.test(name) || flags.includes(name)
  return Object.keys(environment).filter((name) => name.startsWith('MUSTER_') && !isKnown(name))
}

/** The directory of what a person configures for all programs: `$XDG_CONFIG_HOME`, else `~/.config`. */
export function configHome(environment: Environment = process.env): string {
  return environment['XDG_CONFIG_HOME'] || join(environment['HOME'] || homedir(), '.config')
}

/**
 * The program that opens an address in the person's browser, with its first arguments: `$BROWSER`, else the system's. Null
 * without one, such as on a server that the person is connected to.
 */
export function browserCommand(
  environment: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): readonly [string, ...string[]] | null {
  const [own] = (environment['BROWSER'] ?? '').split(':')
  if (own) return [own]
  if (environment['SSH_CONNECTION']) return null
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open'] : null
}

/** A variable that is on or off; empty is as if it were not there. Throws a message that names it and what it takes. */
export function readFlag(
  name: string,
  environment: Environment = process.env,
): boolean | undefined {
  const text = environment[name] ?? ''
  const value = text.trim().toLowerCase()
  if (value === '') return undefined
  if (['1', 'true', 'yes'].includes(value)) return true
  if (['0', 'false', 'no'].includes(value)) return false
  throw new Error(`${name} must be 1, true or yes, or 0, false or no, not ${JSON.stringify(text)}.`)
}

/** Where a checkout and a release have the built console. */
export const builtConsole: string = fileURLToPath(new URL('../console/dist', import.meta.url))

/** The console that `npm run build -w console` writes, unless another folder is named, or `off`. */
function readConsole(env: Environment): string | null {
  const text = env['MUSTER_CONSOLE']
  if (text === 'off') return null
  return text || builtConsole
}

/** The variables whose names begin like that, by the rest of their names. */
function readPrefixed(env: Environment, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(prefix) && value ? [[name.slice(prefix.length), value]] : [],
    ),
  )
}

function readMetrics(env: Environment): Config['metrics'] {
  const { MUSTER_METRICS_HOST: host, MUSTER_METRICS_PORT: port } = env
  if (port)
    return {
      host: host || '127.0.0.1',
      port: readInteger(env, 'MUSTER_METRICS_PORT', 0, 0, 65_535),
    }
  if (host)
    throw new Error(
      'MUSTER_METRICS_HOST needs MUSTER_METRICS_PORT beside it: without a port no metrics are served.',
    )
  return null
}

/** By the variables that OpenTelemetry defines. */
function readTracing(env: Environment): Config['tracing'] {
  const base = readHttpUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const endpoint =
    readHttpUrl(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? base?.replace(/\/*$/, '/v1/traces')
  if (endpoint === undefined || env['OTEL_SDK_DISABLED'] === 'true') return null
  // The only one that is sent. Of others the operator should know.
  readOneOf(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json', ['http/json'])
  const ratio = Number(env['OTEL_TRACES_SAMPLER_ARG'] || 1)
  if (!(ratio >= 0 && ratio <= 1))
    throw new Error('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1.')
  return { endpoint, serviceName: env['OTEL_SERVICE_NAME'] || 'muster', ratio }
}

function readRateLimit(env: Environment): Config['rateLimit'] {
  if (env['MUSTER_RATE_LIMIT'] === 'off') return null
  const perSecond = readInteger(env, 'MUSTER_RATE_LIMIT', 100, 1, 1_000_000)
  return { perSecond, burst: perSecond * 2 }
}

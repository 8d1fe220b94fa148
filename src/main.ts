import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { commandActor } from './audit/command-actor.ts'
import { ErasureList, erasuresFileOf } from './audit/erasure-list.ts'
import { createApp, type App } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { durabilityWarning } from './database/durability.ts'
import { secretKeysOf } from './database/secrets/secret-keys.ts'
import { dataDirectoryOf } from './database/embedded/data-directory.ts'
import { loginWarning } from './database/login-warning.ts'
import { openDatabase, type OpenDatabase } from './database/embedded/open.ts'
import { endSignal, untilAborted } from './end-signal.ts'
import { freePort } from './http/free-port.ts'
import { addressOf, publicOriginOf } from './http/public-origin.ts'
import { requireRoomForBodies } from './http/limits/room-for-bodies.ts'
import { RequestCounts } from './http/route/request-counts.ts'
import { createLogger, debugOnSignal } from './log.ts'
import { version } from './contract/version.ts'
import { traceWith } from './tracing/trace.ts'
import type { RunningMetrics } from './metrics/start-metrics.ts'
import { readIssuers } from './workspace/oidc/read-issuers.ts'
import { makeFirstOwnerLink } from './workspace/users/make-first-owner-link.ts'
import { bootstrapOwner } from './workspace/users/bootstrap-owner.ts'

/** A server that answers, and how it ends. */
export type RunningServer = {
  app: App
  opened: OpenDatabase
  /** The address where it listens, in a form that can be opened. */
  address: string
  /** The first owner's token, on the first start only. */
  ownerToken: string | undefined
  /**
   * Lets requests in flight finish, then closes everything that was opened, in reverse. Work that takes longer than
   * {@link stopMilliseconds} ends with its session in the database. @returns whether everything was finished
   */
  stop(): Promise<boolean>
}

function outgoing({ connectorHosts, webhookHosts, workloadIssuers, auditStream, smtp }: Config) {
  return { connectorHosts, webhookHosts, workloadIssuers, auditStream, smtp }
}

/** Config → database → app → listen. A `signal` that aborts meanwhile ends the start, which leaves nothing behind. */
export async function startServer(
  config: Config,
  log: FastifyBaseLogger = createLogger(config.logLevel),
  signal?: AbortSignal,
): Promise<RunningServer> {
  requireRoomForBodies(config.cacheBytes)
  const settled = await withPort(config)
  const issuers = await readIssuers(config.oidc)
  const opened = await openDatabase({
    url: config.databaseUrl,
    migrationUrl: config.migrationDatabaseUrl,
    replicaUrl: config.replicaUrl,
    dataDirectory: dataDirectoryOf(config),
    poolSize: config.poolSize,
    log: (line) => log.info(line),
    warn: (line) => log.warn(line),
    whenInUse: 'refuse',
    signal,
  })
  let app: App | undefined
  let metrics: RunningMetrics | undefined
  try {
    const { pool, read } = opened.database
    for (const warning of [await loginWarning(pool), await durabilityWarning(read)])
      if (warning !== undefined) log.warn(warning)
    const secretKeys = secretKeysOf(config, dataDirectoryOf(config))
    // The key file is made now, so that the first backup has it. A process that stores no credentials does without.
    await secretKeys.load().catch((error: unknown) => log.warn(messageOf(error)))
    const requests = config.metrics === null ? undefined : new RequestCounts()
    const erasures = erasureListOf(config)
    await erasures?.catchUp(read).catch((error: unknown) => {
      log.warn(
        `People can't be erased: ${erasures.file} can't be written (${messageOf(error)}). Set MUSTER_ERASURES_FILE.`,
      )
    })
    app = await createApp({
      requests,
      database: opened.database,
      publicOrigin: publicOriginOf(settled),
      logger: log,
      cacheBytes: config.cacheBytes,
      rateLimit: config.rateLimit,
      trustedProxies: config.trustedProxies,
      sessionIdleSeconds: config.sessionIdleSeconds,
      freshSignInSeconds: config.freshSignInSeconds,
      consoleDirectory: config.consoleDirectory ?? undefined,
      issuers,
      secretKeys,
      erasures,
      ...outgoing(config),
    })
    metrics = await listenForMetrics(app, config, log)
    const ownerToken = await unlessAborted(begin(app, opened, settled), signal)
    const stop = stopServer.bind(undefined, { app, opened, metrics })
    return { app, opened, address: addressOf(settled), ownerToken, stop }
  } catch (error) {
    await (app === undefined ? opened.close() : stopServer({ app, opened, metrics }))
    throw error
  }
}

/** A restore needs the list: without a file no one is erased. */
function erasureListOf(config: Config): ErasureList | null {
  const file = erasuresFileOf(config, dataDirectoryOf(config))
  return file === null ? null : new ErasureList(file)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The port is settled first: links name it, and a start that can't listen makes no cluster. */
async function withPort(config: Config): Promise<Config> {
  const { host, port } = config
  return { ...config, port: await freePort(host, port).catch(explainPort(config)) }
}

/** @returns the first owner's token, on the first start only */
async function begin(
  app: App,
  { database }: OpenDatabase,
  config: Config,
): Promise<string | undefined> {
  await listen(app, config)
  // Last, because the secret is shown once: nothing may fail between making it and showing it.
  return bootstrapOwner(database, {
    presetToken: config.bootstrapToken,
    actor: commandActor('serve'),
  })
}

async function listen(app: App, config: Config): Promise<void> {
  const { host, port } = config
  await app.server.listen({ host, port }).catch(explainPort(config))
}

/** Loads what shows metrics only where they are wanted. */
async function listenForMetrics(
  { services }: App,
  { metrics }: Config,
  log: FastifyBaseLogger,
): Promise<RunningMetrics | undefined> {
  const { requests } = services
  if (metrics === null || requests === undefined) return undefined
  const { startMetrics } = await import('./metrics/start-metrics.ts')
  const { host } = metrics
  const running = await startMetrics({ services, requests, ...metrics }).catch(
    explainPort(metrics, 'MUSTER_METRICS_PORT'),
  )
  log.info({ url: `${addressOf({ host, port: running.port })}/metrics` }, 'metrics are served')
  return running
}

function explainPort(
  { host, port }: Pick<Config, 'host' | 'port'>,
  names = '--port or MUSTER_PORT',
): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new Error(
      `Something else listens on ${host}:${port} already. Stop it, or choose another port with ${names}.`,
      { cause: error },
    )
  }
}

/** Supervisors kill a process about ten seconds after SIGTERM. The embedded PostgreSQL must be stopped before that. */
const stopMilliseconds = 8000

type Started = { app: App; opened: OpenDatabase; metrics: RunningMetrics | undefined }

async function stopServer({ app, opened, metrics }: Started): Promise<boolean> {
  const closed = app
    .close()
    .then(() => metrics?.close())
    .then(() => opened.database.close())
  const isFinished = await Promise.race([
    closed.then(() => true),
    sleep(stopMilliseconds, false, { ref: false }),
  ])
  // Stopping the embedded PostgreSQL ends the sessions of what is left, and so fails it.
  if (!isFinished) closed.catch(() => undefined)
  await opened.stop()
  return isFinished
}

/** Runs until a signal ends it (see {@link endSignal}), also while it starts; a second one ends it at once. */
export async function serve(config: Config): Promise<void> {
  const signal = endSignal()
  const tracing = await startTracing(config)
  const log = createLogger(config.logLevel, undefined, tracing && (() => tracing.logFields()))
  debugOnSignal(log)
  const server = await startServer(config, log, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
    log.info('stopped while it was starting')
  })
  // What waits for a database elsewhere would keep the process.
  if (server === undefined) process.exit(0)
  log.info({ address: server.address }, 'Muster is ready')
  await Promise.race([untilAborted(signal), welcomeAndWatch(config, server)])
  log.info('stopping')
  const isFinished = await server.stop()
  await tracing?.close()
  if (isFinished) return
  log.warn('what was still under way was cut off; nothing that was acknowledged is lost')
  process.exit(0)
}

/** Before anything that is traced. Loads OpenTelemetry only where traces are asked for. */
async function startTracing({ tracing }: Config) {
  if (tracing === null) return undefined
  const { openTelemetry } = await import('./tracing/open-telemetry.ts')
  const tracer = openTelemetry({ ...tracing, version })
  traceWith(tracer)
  return tracer
}

async function welcomeAndWatch(config: Config, server: RunningServer): Promise<never> {
  if (server.ownerToken !== undefined) await welcomeOwner(config, server, server.ownerToken)
  return untilUnreachable(config, server)
}

/** On standard error, because it is shown once and belongs in no log. */
async function welcomeOwner(
  config: Config,
  { opened, address }: RunningServer,
  token: string,
): Promise<void> {
  const publicOrigin = config.publicOrigin ?? address
  const link = await opened.database.transaction(({ tx, now }) =>
    makeFirstOwnerLink(tx, { now, publicOrigin, actor: commandActor('serve') }),
  )
  process.stderr.write(
    `\nThe first owner's token for commands and scripts, shown this once:\n\n  ${token}\n\nSign in as this owner, once, within ten minutes:\n\n  ${link}\n\n`,
  )
}

const watchMilliseconds = 2000
const missesAllowed = 3

/**
 * Rejects when the embedded PostgreSQL has been gone for some seconds: it is part of this process, and the
 * supervisor restarts both. An external PostgreSQL comes back by itself.
 */
async function untilUnreachable(config: Config, { opened }: RunningServer): Promise<never> {
  for (let misses = 0; misses < missesAllowed || config.databaseUrl !== undefined;) {
    await sleep(watchMilliseconds, undefined, { ref: false })
    const isThere = await opened.database.pool.query('select 1').then(
      () => true,
      () => false,
    )
    misses = isThere ? 0 : misses + 1
  }
  throw new Error(
    'The embedded PostgreSQL has ended, and so does Muster. Start it again: nothing that was acknowledged is lost.',
  )
}

/** What the work gives. Rejects as soon as the signal aborts: the work may wait for a lock that someone else holds. */
async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work
  const ended = untilAborted(signal).then((): never => {
    throw signal.reason
  })
  return Promise.race([work, ended])
}

if (import.meta.main) {
  try {
    await serve(readConfig())
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    process.exit(1)
  }
}

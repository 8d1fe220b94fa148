import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { commandActor } from './audit/command-actor.ts'
import { createApp, type App } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { durabilityWarning } from './database/durability.ts'
import { secretKeysOf } from './database/secrets/secret-keys.ts'
import { dataDirectoryOf } from './database/embedded/data-directory.ts'
import { loginWarning } from './database/login-warning.ts'
import { openDatabase, type OpenDatabase } from './database/embedded/open.ts'
import { freePort } from './http/free-port.ts'
import { addressOf, publicOriginOf } from './http/public-origin.ts'
import { requireRoomForBodies } from './http/limits/room-for-bodies.ts'
import { createLogger } from './log.ts'
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
    dataDirectory: dataDirectoryOf(config),
    poolSize: config.poolSize,
    log: (line) => log.info(line),
    warn: (line) => log.warn(line),
    whenInUse: 'refuse',
    signal,
  })
  let app: App | undefined
  try {
    const { pool, read } = opened.database
    for (const warning of [await loginWarning(pool), await durabilityWarning(read)])
      if (warning !== undefined) log.warn(warning)
    const secretKeys = secretKeysOf(config, dataDirectoryOf(config))
    // The key file is made now, so that the first backup has it. A process that stores no credentials does without.
    await secretKeys.load().catch((error: unknown) => log.warn(messageOf(error)))
    app = await createApp({
      database: opened.database,
      publicOrigin: publicOriginOf(settled),
      logger: log,
      cacheBytes: config.cacheBytes,
      rateLimit: config.rateLimit,
      sessionIdleSeconds: config.sessionIdleSeconds,
      freshSignInSeconds: config.freshSignInSeconds,
      consoleDirectory: config.consoleDirectory ?? undefined,
      issuers,
      secretKeys,
      connectorHosts: config.connectorHosts,
    })
    const ownerToken = await unlessAborted(begin(app, opened, settled), signal)
    const stop = stopServer.bind(undefined, app, opened)
    return { app, opened, address: addressOf(settled), ownerToken, stop }
  } catch (error) {
    await (app === undefined ? opened.close() : stopServer(app, opened))
    throw error
  }
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

function explainPort({ host, port }: Config): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new Error(
      `Something else listens on ${host}:${port} already. Stop it, or choose another port with --port or MUSTER_PORT.`,
      { cause: error },
    )
  }
}

/** Supervisors kill a process about ten seconds after SIGTERM. The embedded PostgreSQL must be stopped before that. */
const stopMilliseconds = 8000

async function stopServer(app: App, opened: OpenDatabase): Promise<boolean> {
  const closed = app.close().then(() => opened.database.close())
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
  const log = createLogger(config.logLevel)
  const server = await startServer(config, log, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
    log.info('stopped while it was starting')
  })
  // What waits for a database elsewhere would keep the process.
  if (server === undefined) process.exit(0)
  log.info({ address: server.address }, 'Muster is ready')
  await Promise.race([untilAborted(signal), welcomeAndWatch(config, server)])
  log.info('stopping')
  if (await server.stop()) return
  log.warn('what was still under way was cut off; nothing that was acknowledged is lost')
  process.exit(0)
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

/**
 * Aborts on the first SIGINT, SIGTERM or SIGHUP (a terminal that closes); the next one ends the process at once. Call it before
 * anything is started.
 */
export function endSignal(): AbortSignal {
  const controller = new AbortController()
  const names = ['SIGINT', 'SIGTERM', ...(ignoresHangUp() ? [] : (['SIGHUP'] as const))] as const
  for (const name of names) {
    process.once(name, () => {
      controller.abort(new Error(`ended by ${name}`))
      process.once(name, () => process.exit(1))
    })
  }
  return controller.signal
}

/** Whether it was started by nohup, which a handler of ours would undo. Elsewhere than on Linux nothing tells. */
function ignoresHangUp(): boolean {
  try {
    const [, ignored = '0'] =
      /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return (BigInt(`0x${ignored}`) & 1n) === 1n
  } catch {
    return !process.stderr.isTTY
  }
}

/** Resolves once the signal aborts. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
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

import { findBinaries, reachableBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { unavailability, type SocketConnection } from './connect.ts'
import { prepareDataDirectory } from './data-directory.ts'
import { DirectoryInUse, lockDirectory, type DirectoryLock } from './directory-lock.ts'
import { startOrAdopt, stop, type Postmaster, type ServerPlan } from './postmaster.ts'
import { serverLogin } from './server-login.ts'
import { serverUser } from './server-user.ts'
import { takeOver } from './take-over.ts'
import { SOCKET_PORT, socketDirectory } from './socket-directory.ts'

/**
 * A running embedded PostgreSQL. `administrator` is for migrations only; the server works through `login`, which
 * owns nothing. `adopted`: it was already running, with the settings of its start. `pid`: the server's.
 */
export type EmbeddedPostgres = {
  administrator: SocketConnection
  login: SocketConnection
  adopted: boolean
  pid: number
  /** Aborts running work, writes everything to disk and stops the server, an adopted one too. */
  stop: () => Promise<void>
}

/**
 * `dataDirectory` is Muster's own; the cluster, its log and socket are in `postgres/` under it. `settings` are
 * PostgreSQL's (`work_mem: '16MB'`). `exclusive: false` lets several processes share the server, as tests do.
 */
export type EmbeddedPostgresOptions = {
  dataDirectory: string
  log?: (line: string) => void
  settings?: Record<string, string>
  exclusive?: boolean
}

/**
 * Starts the PostgreSQL of a data directory, which is created if it is missing; adopts a server that a killed
 * process left. Throws with instructions if another Muster process uses the directory, or something is missing.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const log = options.log ?? silently
  const plan = await planServer(options, log)
  await ensureCluster(plan.data, plan.binaries, { log })
  const { server, login, lock } = await startAndLock(plan, options.exclusive ?? true)
  log(`PostgreSQL (pid ${server.pid}) ${server.adopted ? 'adopted' : 'started'}`)

  const shutDown = () => stop(plan)
  let stopping: Promise<void> | undefined
  return {
    administrator: server.connection,
    login,
    adopted: server.adopted,
    pid: server.pid,
    stop: () => (stopping ??= lock === undefined ? shutDown() : lock.release(shutDown)),
  }
}

const silently = () => undefined

/** Creates the cluster that a start would create, so that the caller can do other work meanwhile. */
export async function prepareEmbeddedPostgres(
  options: Pick<EmbeddedPostgresOptions, 'dataDirectory' | 'log'> & { isThrowaway: boolean },
): Promise<void> {
  const { log = silently, isThrowaway } = options
  const { data, binaries } = await planServer(options, log)
  await ensureCluster(data, binaries, { log, isThrowaway })
}

async function startAndLock(
  plan: ServerPlan,
  exclusive: boolean,
): Promise<{ server: Postmaster; login: SocketConnection; lock: DirectoryLock | undefined }> {
  for (let attemptsLeft = 3; ; attemptsLeft--) {
    const server = await startOrAdopt(plan)
    try {
      const login = await serverLogin(server.connection)
      const lock = exclusive ? await lockDirectory(login, plan.data.base, plan.log) : undefined
      return { server, login, lock }
    } catch (error) {
      // The server may have begun to stop, at its last user's word, just after it answered.
      if (error instanceof DirectoryInUse || attemptsLeft === 1) throw error
      unavailability(error)
    }
  }
}

async function planServer(
  options: EmbeddedPostgresOptions,
  log: (line: string) => void,
): Promise<ServerPlan> {
  const packaged = await findBinaries()
  const user = await serverUser(log)
  await takeOver(options.dataDirectory, user)
  const data = await prepareDataDirectory(options.dataDirectory, user)
  const binaries = await reachableBinaries(packaged, data.base, data.user)
  const socket = await socketDirectory(data, log)
  const settings = {
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Without statistics a page of people takes ten times as long. After a first import they are there in seconds.
    autovacuum_naptime: '5s',
    // The log would quote values of people and their accounts: in statements, in their parameters, and in the details of errors.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    ...options.settings,
    listen_addresses: '',
    port: String(SOCKET_PORT),
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
  return { data, binaries, settings, log }
}

import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { program, type Binaries } from './binaries.ts'
import { connect, unavailability, type SocketConnection } from './connect.ts'
import type { DataDirectory } from './data-directory.ts'
import { isAlive, processKind } from './process-state.ts'
import { runAs } from './run-as.ts'

/** A PostgreSQL server that answers. `adopted`: it ran already. */
export type Postmaster = { pid: number; connection: SocketConnection; adopted: boolean }

/** What is needed to start, find and stop the server of one data directory. */
export type ServerPlan = {
  data: DataDirectory
  binaries: Binaries
  settings: Readonly<Record<string, string>>
  log: (line: string) => void
}

const START_TIMEOUT_SECONDS = 600
const RETRY_MS = 10_000
const LOG_BYTES_KEPT = 16 * 2 ** 20

// The server's messages while a predecessor, or a server of another process, is still starting or stopping.
const TRANSIENT = /lock file ".*" already exists|pre-existing shared memory block/

/** Adopts the server that runs on this cluster, or starts one; waits for one that is coming up or going down. */
export async function startOrAdopt(plan: ServerPlan): Promise<Postmaster> {
  const giveUp = Date.now() + START_TIMEOUT_SECONDS * 1000
  let retryUntil = Date.now() + RETRY_MS
  for (;;) {
    const found = await readPidFile(plan.data)
    const state = found === undefined ? 'dead' : await stateOf(found, plan.data)
    if (found !== undefined && state === 'ready') return postmaster(found, true)
    if (state === 'busy') retryUntil = Math.min(giveUp, Date.now() + RETRY_MS)
    if (state === 'dead') {
      if (found !== undefined) await disownPidFile(plan.data, found)
      const outcome = await start(plan)
      if (typeof outcome !== 'string') return postmaster(outcome, false)
      if (!TRANSIENT.test(outcome) || Date.now() > retryUntil) {
        throw new Error(`PostgreSQL did not start in ${plan.data.cluster}: ${outcome}`)
      }
    }
    if (found !== undefined && Date.now() > retryUntil) throw new Error(unanswered(found, plan))
    await sleep(100)
  }
}

/** Stops the server at once but in order (running statements are broken off, everything committed is written). */
export async function stop(plan: ServerPlan): Promise<void> {
  const { cluster, home, user } = plan.data
  if (!(await isRunning(plan.data))) return
  const options = ['-m', 'fast', '-w', '-t', '300', '-D', cluster]
  const command = [program(plan.binaries, 'pg_ctl'), 'stop', ...options] as const
  const { ok, output } = await runAs(user, home, command)
  if (!ok && (await isRunning(plan.data))) {
    throw new Error(`PostgreSQL in ${cluster} did not stop: ${output}`)
  }
}

/**
 * The content of postmaster.pid; a server that has just begun has not written its `host` (socket directory) yet.
 */
type PidFile = { pid: number; host: string; port: number; text: string }

/** How to reach the server that runs on this cluster, without starting one; undefined where none says so. */
export async function runningServer(cluster: string): Promise<SocketConnection | undefined> {
  const found = await readPidFile({ cluster })
  return found === undefined || found.host === '' ? undefined : postmaster(found, true).connection
}

/** Whether a server runs on this cluster, or may run, in another container too. */
export async function mayRun(cluster: string): Promise<boolean> {
  const found = await readPidFile({ cluster })
  return found !== undefined && (await stateOf(found, { cluster })) !== 'dead'
}

async function readPidFile(data: Pick<DataDirectory, 'cluster'>): Promise<PidFile | undefined> {
  const text = await readFile(join(data.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, host] = text.split('\n')
  if (!(Number(pid) > 0)) return undefined
  return { pid: Number(pid), host: host ?? '', port: Number(port), text }
}

function postmaster({ pid, host, port }: PidFile, adopted: boolean): Postmaster {
  return { pid, adopted, connection: { host, port, user: 'postgres', database: 'postgres' } }
}

/** The socket is tried first: in another container the pid means nothing, and the socket still answers. */
async function stateOf(
  found: PidFile,
  data: Pick<DataDirectory, 'cluster'>,
): Promise<'ready' | 'busy' | 'silent' | 'dead'> {
  try {
    if (found.host !== '') {
      const client = await connect(postmaster(found, true).connection, 'muster start')
      await client.end()
      return 'ready'
    }
  } catch (error) {
    if (unavailability(error) === 'busy') return 'busy'
  }
  return (await processKind(found.pid, data.cluster)) === 'server' ? 'silent' : 'dead'
}

async function isRunning(data: DataDirectory): Promise<boolean> {
  const found = await readPidFile(data)
  return found !== undefined && (await processKind(found.pid, data.cluster)) === 'server'
}

function unanswered({ pid, host }: PidFile, { data }: ServerPlan): string {
  return `PostgreSQL (pid ${pid}) runs on ${data.cluster} but does not answer in ${host}; see ${data.log}, or stop it`
}

/**
 * If a zombie or an unrelated process has the pid of a dead server, PostgreSQL would refuse to start. It treats its
 * parent's pid as stale, so ours goes into the file; the rest of the file still lets it check for orphaned
 * backends.
 */
async function disownPidFile(data: DataDirectory, { pid, text }: PidFile): Promise<void> {
  if (!isAlive(pid)) return
  const file = join(data.cluster, 'postmaster.pid')
  const rewritten = `${file}.stale-${process.pid}`
  await rm(rewritten, { force: true })
  const content = text.replace(/^\d+/, String(process.pid))
  await writeFile(rewritten, content, { flag: 'wx', mode: 0o644 })
  // A twin may have started the server meanwhile; its file is not to be touched.
  if ((await readPidFile(data))?.text === text) await rename(rewritten, file)
  else await rm(rewritten)
}

/** The server once it is ready, else its output. */
async function start(plan: ServerPlan): Promise<PidFile | string> {
  const { data, binaries } = plan
  const offset = await trimLog(data)
  const wait = ['-w', '-t', String(START_TIMEOUT_SECONDS)]
  const options = ['-D', data.cluster, '-l', data.log, '-o', serverOptions(plan.settings)]
  const command = [program(binaries, 'pg_ctl'), 'start', ...wait, ...options] as const
  const { ok, output } = await runAs(data.user, data.home, command)
  const started = ok ? await readPidFile(data) : undefined
  return started ?? `${output}\n${await readFrom(data.log, offset)}`
}

/** pg_ctl hands these to a shell, hence the quotes. */
function serverOptions(settings: ServerPlan['settings']): string {
  return Object.entries(settings)
    .map(([name, value]) => {
      if (!/^[a-z_][a-z0-9_.]*$/i.test(name)) throw new Error(`${name} is no PostgreSQL setting`)
      return `-c '${name}=${value.replaceAll("'", `'\\''`)}'`
    })
    .join(' ')
}

/** Sets a log grown large aside; the size of the one that is left, in bytes. */
async function trimLog({ log }: DataDirectory): Promise<number> {
  const size = await stat(log).then(
    (it) => it.size,
    () => 0,
  )
  if (size <= LOG_BYTES_KEPT) return size
  await rename(log, `${log}.1`)
  return 0
}

async function readFrom(path: string, offset: number): Promise<string> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return ''
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, offset)
    return buffer.toString('utf8', 0, bytesRead).trim()
  } finally {
    await file.close()
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { until } from '../../../test/until.ts'
import { connect, type SocketConnection } from './connect.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-postgres.ts'

const KILL_LOOP = join(import.meta.dirname, 'embedded-postgres.kill-loop.ts')

/** A child process that runs the kill loop: `lines` and `errors` are what it has written so far. */
export type Loop = {
  child: ChildProcess
  lines: string[]
  errors: string[]
  closed: Promise<unknown>
}

/** A directory of one test, with the processes on it. All of it is removed when the test ends. */
export type Scratch = {
  directory: string
  start: (options?: Partial<EmbeddedPostgresOptions>) => Promise<EmbeddedPostgres>
  spawnLoop: () => Loop
}

export async function scratch(t: TestContext, below = ''): Promise<Scratch> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'muster-test-')))
  if (below !== '') await chmod(parent, 0o711)
  const directory = join(parent, below)
  const servers: EmbeddedPostgres[] = []
  const loops: Loop[] = []
  t.after(async () => {
    await Promise.all(loops.map(kill))
    await Promise.all(servers.map((server) => server.stop()))
    await killServer(directory)
    await rm(parent, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    directory,
    start: async (options = {}) => {
      const server = await startEmbeddedPostgres({ dataDirectory: directory, ...options })
      servers.push(server)
      return server
    },
    spawnLoop: () => {
      const loop = spawnLoop(directory)
      loops.push(loop)
      return loop
    },
  }
}

/** Kills the process of a loop, not its server, and waits until all its output was read. */
export async function kill({ child, closed }: Loop): Promise<void> {
  child.kill('SIGKILL')
  await closed
}

/** Waits for a loop's first line and returns the pid of the server that it names. */
export async function serverOf(loop: Loop): Promise<number> {
  const first = await until(async () => {
    if (loop.child.exitCode !== null) throw new Error(loop.errors.join('\n'))
    return loop.lines[0]
  })
  return Number(first.split(' ')[1])
}

/** One statement on a connection of its own. */
export async function query(
  connection: SocketConnection,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const client = await connect(connection, 'test')
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** The pid of a process that is dead and that its parent never reaps. */
export async function zombie(t: TestContext): Promise<number> {
  // The shell would reap a child that ends before the exec.
  const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'])
  t.after(() => parent.kill('SIGKILL'))
  const [line] = await once(createInterface(parent.stdout), 'line')
  const pid = Number(line)
  await until(async () => {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    return status.includes(') Z ')
  })
  return pid
}

function spawnLoop(directory: string): Loop {
  const child = spawn(process.execPath, [KILL_LOOP, directory], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const loop: Loop = { child, lines: [], errors: [], closed: once(child, 'close') }
  createInterface(child.stdout).on('line', (line) => loop.lines.push(line))
  createInterface(child.stderr).on('line', (line) => loop.errors.push(line))
  return loop
}

async function killServer(directory: string): Promise<void> {
  const pidFile = join(directory, 'postgres', 'cluster', 'postmaster.pid')
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
  if (!(pid > 0) || pid === process.pid) return
  const server = await startEmbeddedPostgres({ dataDirectory: directory, exclusive: false })
  await server.stop()
}

import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where a directory server that a test started is, and who may read it. */
export type TestDirectory = {
  host: string
  port: number
  /** With TLS from the first byte; null where the test's server has none. */
  tlsPort: number | null
  /** Of the authority whose certificate it has, as PEM. */
  ca: string
  baseDn: string
  bindDn: string
  password: string
  /** Runs LDIF: changes with `changetype`, and else new entries. */
  apply: (ldif: string) => void
  close: () => Promise<void>
}

/**
 * Why the tests of a server can't run here; undefined if they can. In CI they fail instead, and elsewhere the reason is
 * printed, so that nobody takes a skipped test for a passed one.
 */
export function missingServer(name: string, programs: readonly string[]): string | undefined {
  const missing = programs.filter((program) => programPath(program) === undefined)
  const reason =
    missing.length > 0
      ? `${name} is not installed (${missing.join(', ')})`
      : process.getuid?.() === 0
        ? undefined
        : `${name} is started by root only`
  if (reason === undefined) return undefined
  if (process.env['CI'] === 'true') throw new Error(`${reason}; .ci/run installs it.`)
  process.stderr.write(`\nNOT TESTED: ${reason}. Debian has it as a package: see .ci/run.\n`)
  return reason
}

/** Debian's servers are in directories that are not on everybody's path. */
function programPath(name: string): string | undefined {
  const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return places
    .map((place) => join(place, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Runs a program to its end. Throws what it printed if it fails. */
export function runProgram(
  name: string,
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Readonly<Record<string, string>> } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(programPath(name) ?? name, args, {
    input,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 120_000,
  })
  if (error !== undefined || status !== 0)
    throw new Error(`${name} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error })
  return stdout
}

/** Starts a server, waits until it listens, and makes it ready. Nothing is left of one that fails. */
export async function startServer(
  [name, ...args]: readonly [string, ...string[]],
  { host, port }: { host: string; port: number },
  makeReady: () => void | Promise<void> = () => undefined,
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(programPath(name) ?? name, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const keep = (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4000))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  for (let tries = 0; !(await listens(host, port)); tries++) {
    if (child.exitCode !== null || tries > 400) {
      child.kill('SIGKILL')
      throw new Error(`${name} does not listen on ${host}:${port}:\n${said}`)
    }
    await sleep(50)
  }
  try {
    await makeReady()
  } catch (error) {
    await stop(child)
    throw error
  }
  return { stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const isEnded = await Promise.race([ended.then(() => true), sleep(5000, false, { ref: false })])
  if (!isEnded) child.kill('SIGKILL')
  await ended
}

function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

import { spawn } from 'node:child_process'
import { isRoot, type ServerUser } from './server-user.ts'

/** How a program ended: `ok` is exit code 0, `output` what it wrote to stdout and stderr. */
export type Outcome = { ok: boolean; output: string }

// A clean environment: PGDATA, PGOPTIONS and the like are meant for other clusters.
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }

/**
 * Runs one of PostgreSQL's programs as `user`, in `directory`, out of reach of the terminal's signals: one that dies halfway
 * leaves a server that nobody stops. Throws if it can't be started.
 */
export async function runAs(
  user: ServerUser,
  directory: string,
  command: readonly [file: string, ...args: string[]],
): Promise<Outcome> {
  const [file, ...args] = command
  const identity = isRoot() ? { uid: user.uid, gid: user.gid } : {}
  const child = spawn(file, args, {
    cwd: directory,
    env: ENVIRONMENT,
    ...identity,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  const keep = (chunk: Buffer) => void chunks.push(chunk)
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(cannotStart(file, user, error)))
    child.on('close', (code) =>
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString().trim() }),
    )
  })
}

function cannotStart(file: string, user: ServerUser, error: Error): Error {
  return new Error(
    `Can't run ${file} as ${user.name} (${error.message}). The embedded PostgreSQL needs a system with glibc (or macOS), ` +
      'and as root the right to become another user. Otherwise run Muster as an ordinary user, or set MUSTER_DATABASE_URL',
    { cause: error },
  )
}

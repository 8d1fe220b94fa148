import { execFile } from 'node:child_process'
import { isRoot, type ServerUser } from './server-user.ts'

/** How a program ended: `ok` is exit code 0, `output` what it wrote to stdout and stderr. */
export type Outcome = { ok: boolean; output: string }

// A clean environment: PGDATA, PGOPTIONS and the like are meant for other clusters.
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }

/** Runs one of PostgreSQL's programs as `user`, in `directory`. Throws if it can't be started. */
export async function runAs(
  user: ServerUser,
  directory: string,
  command: readonly [file: string, ...args: string[]],
): Promise<Outcome> {
  const [file, ...args] = command
  const identity = isRoot() ? { uid: user.uid, gid: user.gid } : {}
  const options = { cwd: directory, env: ENVIRONMENT, ...identity }
  return await new Promise((resolve, reject) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number' && error.signal == null) {
        reject(cannotStart(file, user, error))
      } else {
        resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() })
      }
    })
  })
}

function cannotStart(file: string, user: ServerUser, error: Error): Error {
  return new Error(
    `Can't run ${file} as ${user.name} (${error.message}). The embedded PostgreSQL needs a system with glibc (or macOS), ` +
      'and as root the right to become another user. Otherwise run Muster as an ordinary user, or set MUSTER_DATABASE_URL',
    { cause: error },
  )
}

import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DataDirectory } from './data-directory.ts'
import { closedDirectory, isRoot } from './server-user.ts'

/** The port that names the socket file; nothing listens on the network. */
export const SOCKET_PORT = 5432

// sun_path holds 108 bytes on Linux and 104 on macOS, the closing NUL among them.
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103

/**
 * The directory of the server's Unix socket: beside the cluster, or a short 0700 directory if that path is too
 * long.
 */
export async function socketDirectory(
  data: DataDirectory,
  log: (line: string) => void,
): Promise<string> {
  if (fits(data.home)) return data.home
  const name = `muster-${createHash('sha256').update(`${data.cluster} ${data.user.uid}`).digest('hex').slice(0, 16)}`
  for (const parent of [await realpath(tmpdir()), '/tmp']) {
    const path = join(parent, name)
    if (fits(path) && (await closedDirectory(parent, data.user)) === undefined) {
      await makePrivate(path, data.user)
      log(`The path of ${data.home} is too long for a Unix socket; the socket is in ${path}`)
      return path
    }
  }
  throw new Error(`No directory short enough for a Unix socket; ${data.base} is too long a path`)
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_PATH
}

/**
 * Every user can write to the temporary directory, so an existing path is used only if no other user could have
 * created it.
 */
async function makePrivate(path: string, user: DataDirectory['user']): Promise<void> {
  const made = await mkdir(path, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  if (made && isRoot()) await chown(path, user.uid, user.gid)
  const stats = await lstat(path)
  if (!stats.isDirectory() || stats.uid !== user.uid || (stats.mode & 0o077) !== 0) {
    throw new Error(`${path} is not a private directory of ${user.name}: remove it`)
  }
}

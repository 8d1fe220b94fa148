import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The operating-system user that PostgreSQL runs as. */
export type ServerUser = { uid: number; gid: number; name: string }

const NOBODY: ServerUser = { uid: 65534, gid: 65534, name: 'nobody' }

/**
 * This process's own user. As root, because PostgreSQL refuses to run as root, the system user `muster`: other programs run as
 * `nobody`, and could read the data. PostgreSQL needs a user that the system knows, so without that one it is `nobody`.
 */
export async function serverUser(): Promise<ServerUser> {
  const uid = process.geteuid?.()
  const gid = process.getegid?.()
  if (uid === undefined || gid === undefined) {
    throw new Error('The embedded PostgreSQL needs Linux or macOS; set MUSTER_DATABASE_URL instead')
  }
  return uid === 0 ? ownUser() : { uid, gid, name: `uid ${uid}` }
}

/** True where this process is root. */
export function isRoot(): boolean {
  return process.geteuid?.() === 0
}

async function ownUser(): Promise<ServerUser> {
  return (await systemUser('muster')) ?? formerServerUser()
}

/** The user as whom root ran PostgreSQL before it had one of its own. */
export async function formerServerUser(): Promise<ServerUser> {
  return (await systemUser('nobody')) ?? NOBODY
}

/** macOS writes negative numbers for some, which can't be handed to chown. */
async function systemUser(name: string): Promise<ServerUser | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const line = passwd.split('\n').find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = (line ?? '').split(':').map(Number)
  return uid !== undefined && gid !== undefined && uid > 0 && gid > 0
    ? { uid, gid, name }
    : undefined
}

/** Whether the mode bits let `user` read (4) or enter (1) the file that `stats` describes. */
export function permits(stats: Stats, user: ServerUser, bit: 4 | 1): boolean {
  const own = stats.uid === user.uid
  const group = stats.gid === user.gid ? 3 : 0
  return ((stats.mode >> (own ? 6 : group)) & bit) === bit
}

/** The outermost directory on the way to and including `directory` that `user` can't enter, if any. */
export async function closedDirectory(
  directory: string,
  user: ServerUser,
): Promise<string | undefined> {
  const parent = dirname(directory)
  const closed = parent === directory ? undefined : await closedDirectory(parent, user)
  return closed ?? (permits(await stat(directory), user, 1) ? undefined : directory)
}

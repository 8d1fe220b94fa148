import { execFile } from 'node:child_process'
import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** The operating-system user that PostgreSQL runs as. */
export type ServerUser = { uid: number; gid: number; name: string }

const NOBODY: ServerUser = { uid: 65534, gid: 65534, name: 'nobody' }

/**
 * This process's own user. As root, because PostgreSQL refuses to run as root, the system user `muster`, which is created if it is
 * missing: other programs run as `nobody`, and could read the data.
 */
export async function serverUser(log: (line: string) => void): Promise<ServerUser> {
  const uid = process.geteuid?.()
  const gid = process.getegid?.()
  if (uid === undefined || gid === undefined) {
    throw new Error('The embedded PostgreSQL needs Linux or macOS; set MUSTER_DATABASE_URL instead')
  }
  return uid === 0 ? ownUser(log) : { uid, gid, name: `uid ${uid}` }
}

/** True where this process is root. */
export function isRoot(): boolean {
  return process.geteuid?.() === 0
}

const ownName = 'muster'
const creation = 'useradd --system --user-group --no-create-home --shell /usr/sbin/nologin muster'

/** How the user is found and created, for tests. */
type Accounts = {
  find: (name: string) => Promise<ServerUser | undefined>
  create: () => Promise<unknown>
}

/** PostgreSQL needs a user that the system knows, so where none can be created it is `nobody`. */
export async function ownUser(
  log: (line: string) => void,
  { find, create }: Accounts = { find: systemUser, create: runUseradd },
): Promise<ServerUser> {
  const present = await find(ownName)
  if (present !== undefined) return present
  const fault = await create().catch((error: unknown) => error)
  // Of several processes that start at once, one creates it, and the others find the file locked.
  for (let triesLeft = 20; triesLeft > 0; triesLeft--) {
    const created = await find(ownName)
    if (created !== undefined) {
      log(`PostgreSQL runs as the new system user ${ownName}`)
      return created
    }
    if (!isLocked(fault)) break
    await sleep(100)
  }
  log(
    `PostgreSQL runs as nobody, so other programs of nobody could read the data: the system user ${ownName} is missing and can't be created. Create it with \`${creation}\`, and start again`,
  )
  return formerServerUser()
}

async function runUseradd(): Promise<void> {
  const [file = '', ...args] = creation.split(' ')
  const env = { PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin', LC_ALL: 'C' }
  await promisify(execFile)(file, args, { env, timeout: 10_000 })
}

/** Exit codes of useradd: a file of users is locked, or the user is there by now. */
function isLocked(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && [1, 9, 10].includes(Number(fault.code))
}

/** The user that PostgreSQL ran as under root before it had one of its own. */
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

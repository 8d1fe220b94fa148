import { chmod, lchown, lstat, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clusterOf } from './data-directory.ts'
import { mayRun } from './postmaster.ts'
import { formerServerUser, isRoot, type ServerUser } from './server-user.ts'

/**
 * Gives what belongs to the former user to the server's own, unless a server runs on it: that goes on, and its next start does
 * this. `home` comes first, so that nobody else can enter meanwhile, and each directory after what is in it, so that the next
 * start finds out if this one did not finish.
 */
export async function takeOver(dataDirectory: string, user: ServerUser): Promise<void> {
  if (!isRoot()) return
  const former = await formerServerUser()
  if (former.uid === user.uid) return
  const cluster = clusterOf(dataDirectory)
  const home = dirname(cluster)
  const owners = await Promise.all([home, cluster].map((path) => lstat(path).catch(() => null)))
  if (!owners.some((stats) => stats?.uid === former.uid) || (await mayRun(cluster))) return
  await chmod(home, 0o700)
  await lchown(home, user.uid, user.gid)
  await giveContents(home, former, user)
}

async function giveContents(path: string, former: ServerUser, user: ServerUser): Promise<void> {
  for (const name of await readdir(path)) await give(join(path, name), former, user)
}

/** A file with another name elsewhere may be another program's. */
async function give(path: string, former: ServerUser, user: ServerUser): Promise<void> {
  const stats = await lstat(path)
  if (stats.isDirectory()) await giveContents(path, former, user)
  if (stats.uid !== former.uid) return
  if (stats.isFile() && stats.nlink > 1)
    throw new Error(
      `${path} has another name elsewhere, so it is not given to ${user.name}: remove one of them`,
    )
  await lchown(path, user.uid, user.gid)
}

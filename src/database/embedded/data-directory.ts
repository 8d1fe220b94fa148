import { chmod, chown, lstat, mkdir, open, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../failure.ts'
import { closedDirectory, isRoot, permits, type ServerUser } from './server-user.ts'

/** The directories of one embedded server: `base` is Muster's, `home` (0700) and what is in it PostgreSQL's. */
export type DataDirectory = {
  base: string
  home: string
  cluster: string
  log: string
  user: ServerUser
}

const HOME = 'postgres'

type Where = { dataDirectory: string | undefined; xdgDataHome: string | undefined; home: string }

/**
 * The configured directory, else `/var/lib/muster` for root and `muster` under `$XDG_DATA_HOME` or `~/.local/share`
 * for others.
 */
export function dataDirectoryOf({ dataDirectory, xdgDataHome, home }: Where): string {
  if (dataDirectory !== undefined) return dataDirectory
  if (isRoot()) return '/var/lib/muster'
  return join(xdgDataHome ?? join(home, '.local', 'share'), 'muster')
}

/** Where the cluster of a data directory is, or would be. */
export function clusterOf(path: string): string {
  return join(path, HOME, 'cluster')
}

/**
 * Makes what is missing of a data directory and sees that the server can reach it.
 * As root, an existing cluster keeps its owner, so that `sudo` on a user's own directory works.
 */
export async function prepareDataDirectory(path: string, user: ServerUser): Promise<DataDirectory> {
  const { base, home, owner } = await makeDataDirectory(path, user)
  const closed = await closedDirectory(base, owner)
  if (closed !== undefined) {
    throw new Error(
      `PostgreSQL runs as ${owner.name}, which can't enter ${closed}; choose another data directory than ${base} ` +
        '(as root /var/lib/muster, say), or set MUSTER_DATABASE_URL',
    )
  }
  return {
    base,
    home,
    cluster: join(home, 'cluster'),
    log: join(home, 'postgres.log'),
    user: owner,
  }
}

/** Writes a directory's entries through to the disk. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function makeDataDirectory(
  path: string,
  user: ServerUser,
): Promise<{ base: string; home: string; owner: ServerUser }> {
  try {
    await makeBase(path, user)
    const base = await realpath(path)
    const home = join(base, HOME)
    return { base, home, owner: await makeHome(home, user) }
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    throw new Error(
      `The data directory ${path} can't be written (${errorCode(error)}). Choose another one with --data-directory or ` +
        'MUSTER_DATA_DIRECTORY, or set MUSTER_DATABASE_URL',
      { cause: error },
    )
  }
}

async function makeBase(path: string, user: ServerUser): Promise<void> {
  const mode = isRoot() ? 0o711 : 0o700
  const first = await makeDirectories(path, mode)
  if (!isRoot()) return
  if (first !== undefined) await openNewDirectories(await realpath(path), await realpath(first))
  else if (await isOursToOpen(path, user)) await chmod(path, (await stat(path)).mode | 0o011)
}

/**
 * Creates the missing directories of a path. @returns the outermost one that was created, if any. Unlike Node's
 * recursive mkdir it does not loop on a file system that answers ENOENT because it allows no directories.
 */
async function makeDirectories(path: string, mode: number): Promise<string | undefined> {
  const fault = await makeDirectory(path, mode)
  if (fault === undefined) return path
  if (errorCode(fault) === 'EEXIST' && (await stat(path)).isDirectory()) return undefined
  if (errorCode(fault) !== 'ENOENT' || dirname(path) === path) throw fault
  const first = await makeDirectories(dirname(path), mode)
  // Another process may make the same ones.
  const again = await makeDirectory(path, mode)
  if (again !== undefined && errorCode(again) !== 'EEXIST') throw again
  return first ?? path
}

async function makeDirectory(path: string, mode: number): Promise<unknown> {
  return mkdir(path, { mode }).then(
    () => undefined,
    (error: unknown) => error,
  )
}

// A strict umask would otherwise deny the server its own directories.
async function openNewDirectories(path: string, first: string): Promise<void> {
  await chmod(path, 0o711)
  if (path !== first) await openNewDirectories(dirname(path), first)
}

/** A closed directory of root that is empty, as `mktemp -d` creates it, or that already holds our cluster. */
async function isOursToOpen(path: string, user: ServerUser): Promise<boolean> {
  const stats = await stat(path)
  if (stats.uid !== 0 || permits(stats, user, 1)) return false
  const entries = await readdir(path)
  return entries.length === 0 || entries.includes(HOME)
}

async function makeHome(home: string, user: ServerUser): Promise<ServerUser> {
  await mkdir(home, { mode: 0o700 }).catch(async (error: unknown) => {
    if (!(await lstat(home).catch(() => null))?.isDirectory()) throw error
  })
  const { uid, gid } = await lstat(home)
  if (uid === user.uid) return user
  if (!isRoot()) {
    throw new Error(
      `${home} belongs to uid ${uid}, and this is ${user.name}: run Muster as that user`,
    )
  }
  if (uid !== 0) return { uid, gid, name: `uid ${uid}` }
  await chown(home, user.uid, user.gid)
  return user
}

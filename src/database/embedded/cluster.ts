import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { program, type Binaries } from './binaries.ts'
import { syncDirectory, type DataDirectory } from './data-directory.ts'
import { halfMade, sweepHalfMade } from './half-made.ts'
import { runAs } from './run-as.ts'

type ClusterOptions = {
  log: (line: string) => void
  /** What is made is removed after its first use: it need not survive a crash of the machine. */
  isThrowaway?: boolean
}

/**
 * Creates the cluster if it is missing: beside its place and moved there when complete, so that a process killed
 * halfway leaves nothing that looks like a cluster. Throws if the existing one has another major version.
 */
export async function ensureCluster(
  data: DataDirectory,
  binaries: Binaries,
  { log, isThrowaway = false }: ClusterOptions,
): Promise<void> {
  await sweepHalfMade(data.home)
  if ((await clusterVersion(data)) === undefined) {
    await refuseOccupied(data.cluster)
    log(`Making a PostgreSQL ${binaries.major} cluster in ${data.cluster}`)
    await makeCluster(data, binaries, isThrowaway)
  }
  const version = await clusterVersion(data)
  if (version !== String(binaries.major)) {
    throw new Error(
      `${data.cluster} was made by PostgreSQL ${version}, and this Muster brings ${binaries.major}: ` +
        'dump it with the version that made it, move the directory aside, start again and restore',
    )
  }
}

async function clusterVersion(data: DataDirectory): Promise<string | undefined> {
  const text = await readFile(join(data.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text?.trim()
}

async function refuseOccupied(directory: string): Promise<void> {
  const entries = await readdir(directory).catch(() => [])
  if (entries.length === 0) return
  throw new Error(`${directory} is in the way: it is not a PostgreSQL cluster. Move it elsewhere`)
}

async function makeCluster(
  data: DataDirectory,
  binaries: Binaries,
  isThrowaway: boolean,
): Promise<void> {
  const unfinished = halfMade(data.cluster)
  const initdb = (characterType: string) =>
    runAs(data.user, data.home, [
      program(binaries, 'initdb'),
      ...initdbArguments(unfinished, characterType),
      ...(isThrowaway ? throwawayArguments : []),
    ])
  try {
    // pg_trgm reads letters by it: under C, texts that are not Latin have no trigrams. Some systems lack C.UTF-8.
    const made = await initdb('C.UTF-8')
    const { ok, output } = made.ok ? made : await initdb('C')
    if (!ok) throw new Error(`initdb failed in ${data.home}: ${output}`)
    await rename(unfinished, data.cluster)
    await syncDirectory(data.home)
    await syncDirectory(data.base)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another process may have created the cluster meanwhile, which is as good.
    if ((await clusterVersion(data)) === undefined) throw error
  }
}

const throwawayArguments = ['--no-sync', '--set=fsync=off', '--set=full_page_writes=off']

function initdbArguments(directory: string, characterType: string): string[] {
  // The builtin C.UTF-8 sorts the same on every system and under every later version of its libraries.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=postgres', '--auth=trust']
  const ctype = `--lc-ctype=${characterType}`
  return ['-D', directory, '--encoding=UTF8', ...locale, ctype, ...access, '--no-instructions']
}

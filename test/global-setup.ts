import { access, chmod, constants, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../src/database/embedded/embedded-postgres.ts'
import { keepCluster, takeKeptCluster } from './kept-cluster.ts'
import { dropClones, prepareTemplate, testServerUrl } from './template.ts'

const compileCache = fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url))

/** No test cuts the power, so nothing has to survive that. */
const forgetful = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

let postgres: EmbeddedPostgres | undefined
let directory: string | undefined

/**
 * One PostgreSQL for the whole run: the one of MUSTER_TEST_DATABASE_URL, else an embedded one that ends with it. And one
 * temporary folder, so that a test that is killed leaves nothing either.
 */
export async function globalSetup(): Promise<void> {
  directory = await makeDirectory()
  // As the system's own: what PostgreSQL runs as when we are root makes its folders in it too.
  await chmod(directory, 0o1777)
  process.env['TMPDIR'] = directory
  // Every test file is a process that loads the same source. The compile cache lets later ones reuse the work.
  process.env['NODE_COMPILE_CACHE'] ??= compileCache
  if (process.env['MUSTER_TEST_DATABASE_URL'] !== undefined) {
    await prepareTemplate(process.env['MUSTER_TEST_DATABASE_URL'])
    return
  }
  const dataDirectory = join(directory, 'postgres')
  if (!(await takeKeptCluster(dataDirectory))) {
    const making = await startPostgres(dataDirectory)
    await prepareTemplate(urlOf(making))
    await making.stop()
    await keepCluster(dataDirectory)
  }
  postgres = await startPostgres(dataDirectory)
  process.env['MUSTER_TEST_DATABASE_URL'] = urlOf(postgres)
}

function startPostgres(dataDirectory: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDirectory,
    exclusive: false,
    settings: {
      ...forgetful,
      max_connections: '400',
      shared_buffers: '128MB',
      autovacuum_naptime: '1min',
    },
  })
}

function urlOf({ administrator: { host, port } }: EmbeddedPostgres): string {
  return `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
}

/**
 * Linux's file system in memory. On ext4, files created soon after others were removed are slow: a database takes
 * ten times as long.
 */
const memory = '/dev/shm'
const roomBytes = 2 * 1024 ** 3

/** In memory where there is room for it and programs may run from there, else in the system's temporary folder. */
async function makeDirectory(): Promise<string> {
  const made = await makeInMemory().catch(() => undefined)
  return made ?? (await mkdtemp(join(tmpdir(), 'muster-tests-')))
}

async function makeInMemory(): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(memory)
  if (Math.min(bavail * bsize, process.availableMemory()) < roomBytes) return undefined
  const made = await mkdtemp(join(memory, 'muster-tests-'))
  try {
    const program = join(made, 'program')
    await writeFile(program, '', { mode: 0o755 })
    await access(program, constants.X_OK)
    return made
  } catch {
    await rm(made, { recursive: true })
    return undefined
  }
}

export async function globalTeardown(): Promise<void> {
  if (postgres === undefined) await dropClones(testServerUrl())
  await postgres?.stop()
  if (directory !== undefined) await rm(directory, { recursive: true, force: true })
}

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// A cluster with the migrated template is kept between runs, because making it takes longer than most test files.

const root = fileURLToPath(new URL('..', import.meta.url))
const kept = join(root, 'node_modules/.cache/test-clusters')
const run = promisify(execFile)

/** All that a cluster with the template is made by. */
const makers = [
  'src/database/migrations/*.sql',
  'src/database/sql/**/*.sql',
  'src/database/*.ts',
  'src/database/embedded/*.ts',
  'test/{global-setup,kept-cluster,template}.ts',
  'package-lock.json',
]

function key(): string {
  const hash = createHash('sha256').update(
    `${process.platform} ${process.arch} ${process.getuid?.()}`,
  )
  for (const path of makers.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted()))
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

/** Fills `dataDirectory`, which must not exist, with the one that an earlier run kept. Resolves to whether there was one. */
export async function takeKeptCluster(dataDirectory: string): Promise<boolean> {
  const source = join(kept, key())
  try {
    await access(source)
    await copy(source, dataDirectory)
    return true
  } catch {
    await rm(dataDirectory, { recursive: true, force: true })
    return false
  }
}

/** Keeps the data directory of a server that was stopped, in place of those of other schemas. */
export async function keepCluster(dataDirectory: string): Promise<void> {
  await mkdir(kept, { recursive: true })
  const former = await readdir(kept)
  const unfinished = join(kept, `${key()}-${process.pid}`)
  try {
    await copy(dataDirectory, unfinished)
    await rename(unfinished, join(kept, key()))
    for (const name of former) await rm(join(kept, name), { recursive: true, force: true })
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another run may have kept one meanwhile.
    await access(join(kept, key())).catch(() => {
      throw error
    })
  }
}

/** Keeps owners and modes: as root, the cluster belongs to a user of its own. */
const copy = (from: string, to: string) => run('cp', ['-pR', from, to])

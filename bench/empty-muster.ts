import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Database } from '../src/database/database.ts'
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts'
import { openDatabase } from '../src/database/embedded/open.ts'

export type EmptyMuster = { directory: string; dataDirectory: string; database: Database }

/** A migrated database of its own on an embedded PostgreSQL, in a directory that is gone afterwards. */
export async function onEmptyMuster<T>(work: (muster: EmptyMuster) => Promise<T>): Promise<T> {
  return inDirectory(async (directory) => {
    const dataDirectory = join(directory, 'data')
    const opened = await openDatabase({ dataDirectory, whenInUse: 'refuse' })
    try {
      return await work({ directory, dataDirectory, database: opened.database })
    } finally {
      await opened.close()
    }
  })
}

/** A path in the system's temporary folder, which is gone afterwards. */
export async function inDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = join(tmpdir(), `muster-bench-${randomUUID()}`)
  try {
    return await work(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** The owner of the database, beside who else uses it. */
export async function asOwner<T>(
  dataDirectory: string,
  work: (owner: Client) => Promise<T>,
): Promise<T> {
  const { administrator } = await startEmbeddedPostgres({ dataDirectory, exclusive: false })
  const owner = new Client(administrator)
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Does the work of autovacuum now, so that it does not run during a measurement. */
export async function settleDown(dataDirectory: string): Promise<void> {
  await asOwner(dataDirectory, async (owner) => {
    await owner.query('vacuum (analyze)')
    await owner.query('checkpoint')
  })
}

import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../src/database/embedded/embedded-postgres.ts'
import { prepareTemplate } from './template.ts'

let postgres: EmbeddedPostgres | undefined
let directory: string | undefined

/** One PostgreSQL for the whole run: the one of MUSTER_TEST_DATABASE_URL, else an embedded one that ends with it. */
export async function globalSetup(): Promise<void> {
  if (process.env['MUSTER_TEST_DATABASE_URL'] === undefined) {
    // Not made here: as root it must belong to the user that PostgreSQL runs as.
    directory = join(tmpdir(), `muster-test-${randomBytes(6).toString('hex')}`)
    postgres = await startEmbeddedPostgres({
      dataDirectory: directory,
      exclusive: false,
      settings: { max_connections: '400', fsync: 'off', shared_buffers: '128MB' },
    })
    const { host, port } = postgres.connection
    process.env['MUSTER_TEST_DATABASE_URL'] =
      `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
  }
  await prepareTemplate(process.env['MUSTER_TEST_DATABASE_URL'] ?? '')
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop()
  if (directory !== undefined) await rm(directory, { recursive: true, force: true })
}

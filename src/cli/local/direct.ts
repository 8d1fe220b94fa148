import type { AuditActor } from '../../audit/record.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { dataDirectoryOf } from '../../database/embedded/data-directory.ts'
import { joinLease } from '../../database/lease.ts'
import { openDatabase } from '../../database/embedded/open.ts'
import { say } from '../output/output.ts'
import { showWork } from '../output/progress.ts'

/** The actor of what works on the database of a test or a measurement, without signing in. */
export const cliActor: AuditActor = { type: 'system', id: null, via: 'cli', requestId: null }

/**
 * Runs one command on the database itself, beside a server where one runs: it takes part in the lease, so that the
 * server answers nothing from memory that the command has changed.
 */
export async function onDatabase<T>(
  config: Config,
  work: (database: Database, migrations: string[]) => Promise<T>,
): Promise<T> {
  const opened = await showWork('Opening the database', () =>
    openDatabase({
      url: config.databaseUrl,
      migrationUrl: config.migrationDatabaseUrl,
      dataDirectory: dataDirectoryOf(config),
      whenInUse: 'attach',
      // Standard output is for what the command prints.
      warn: say,
    }),
  )
  try {
    const lease = await joinLease(opened.database, () => undefined, say)
    try {
      return await work(opened.database, opened.migrations)
    } finally {
      await lease.close()
    }
  } finally {
    await opened.close()
  }
}

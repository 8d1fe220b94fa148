import type { Config } from '../../config.ts'
import { dataDirectoryOf } from '../../database/embedded/data-directory.ts'
import { reachPostgres, type Reached } from '../../database/embedded/open.ts'
import { showWork } from '../output/progress.ts'

/** Works on the PostgreSQL of this configuration, whatever its schema is, and leaves it as it was found. */
export async function onPostgres<T>(
  config: Config,
  whenInUse: 'attach' | 'refuse',
  work: (reached: Reached) => Promise<T>,
): Promise<T> {
  const reached = await showWork('Opening the database', () =>
    reachPostgres({
      url: config.databaseUrl,
      migrationUrl: config.migrationDatabaseUrl,
      dataDirectory: dataDirectoryOf(config),
      whenInUse,
    }),
  )
  try {
    return await work(reached)
  } finally {
    await reached.stop()
  }
}

import { Kysely, PostgresDialect } from 'kysely'
import type { Reader, Replica } from './database.ts'
import { failureOf } from './failure.ts'
import type { DB } from './gen/tables.ts'
import { createPool, type PoolOptions } from './pool.ts'
import type { Connection } from './session.ts'
import { statementSpans } from './trace-statements.ts'

/** Connects when it is first asked. */
export function connectReplica(
  connection: Connection,
  size: number,
  options: PoolOptions,
): Replica {
  const pool = createPool(connection, size, options)
  const read: Reader = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...statementSpans(),
  })
  return {
    snapshot: async (work, instead) => {
      try {
        return await read
          .transaction()
          .setAccessMode('read only')
          .setIsolationLevel('repeatable read')
          .execute(work)
      } catch (error) {
        if (failureOf(error) === undefined) throw error
        return instead()
      }
    },
    close: async () => {
      await read.destroy()
      // Kysely leaves a pool open through which it has sent nothing.
      if (!pool.ending) await pool.end()
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { errorCode } from './failure.ts'

/** Below PostgreSQL's deadlock_timeout (1 s), so that no request is ended for what the migration holds. */
const attemptMilliseconds = 500
const shortestPauseMilliseconds = 250
const longestPauseMilliseconds = 2000
const lockNotAvailable = '55P03'

/**
 * Begins a transaction that holds every table and view of the schema. Requests that run beside it would otherwise be in a deadlock with
 * a migration, which needs one table after the other. What can't be had soon is given back, so that requests go on, and tried again.
 */
export async function beginAlone(client: Client): Promise<void> {
  for (
    let pause = shortestPauseMilliseconds;
    ;
    pause = Math.min(pause * 2, longestPauseMilliseconds)
  ) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${attemptMilliseconds}`)
      await client.query(await lockStatement(client))
      await client.query('set local lock_timeout = 0')
      return
    } catch (error) {
      await client.query('rollback')
      if (errorCode(error) !== lockNotAvailable) throw error
      await sleep(pause)
    }
  }
}

/**
 * Each write begins with the lease's row (run-transaction.ts), so it is the first: behind it no further write begins. Views come
 * before the tables that they read, as in a query.
 */
async function lockStatement(client: Client): Promise<string> {
  const { rows } = await client.query<{ names: string | null }>(`
    select string_agg(format('%I.%I', nspname, relname), ', '
      order by relname <> 'cache_lease', relkind <> 'v', nspname, relname) as names
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'unsettled', 'ahead') and relkind in ('r', 'p', 'v') and not relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`)
  const names = rows[0]?.names ?? null
  return names === null ? 'select' : `lock table ${names} in access exclusive mode`
}

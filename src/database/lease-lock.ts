import { setTimeout as sleep } from 'node:timers/promises'
import { clockColumn } from './clock.ts'
import { endSession, findHolder, howToEnd, type Query } from './silent-sessions.ts'
import { SparseLog } from './sparse-log.ts'

export const lockKey = 7_232_001
export const leaseMilliseconds = 2000
export const heartbeatMilliseconds = 500

export type Log = (line: string) => void

type Row = { taken?: boolean; wait?: number; clock?: number }

/**
 * Waits until no process answers from memory, and prevents it until the session ends. For changes from outside
 * Muster's processes: a migration.
 */
export async function endMemory(query: Query, log: Log): Promise<void> {
  await share(query, log)
  await outlast(query, '')
}

/** A holder that has been asked to release for this long, and whose lease has expired, is not running. */
const fenceMilliseconds = leaseMilliseconds + heartbeatMilliseconds

/** Takes a share of the lock. A running process releases it when asked; the session of a frozen one is ended. */
export async function share(query: Query, log: Log): Promise<void> {
  const sparse = new SparseLog(log)
  const since = performance.now()
  let nextLook = since + fenceMilliseconds
  while (!(await tryLock(query, 'pg_try_advisory_lock_shared'))) {
    await query(`notify muster_lease`)
    await sleep(20)
    if (performance.now() < nextLook) continue
    nextLook = performance.now() + fenceMilliseconds
    await fenceHolder(query, sparse)
  }
}

async function fenceHolder(query: Query, log: SparseLog): Promise<void> {
  const holder = await findHolder(query, lockKey)
  if (holder === undefined) return
  const who = `process ${holder.process} (session ${holder.pid})`
  if (holder.silentSeconds === null) {
    log.say(
      `hidden ${holder.pid}`,
      `Waiting until ${who} releases the lease. This role may not see whether it runs: grant it the role of that process`,
    )
    return
  }
  const { rows } = await query('select from cache_lease where valid_until < clock_timestamp()')
  const isFrozen = rows.length > 0 && holder.silentSeconds * 1000 > leaseMilliseconds
  if (!isFrozen) log.say(`runs ${holder.pid}`, `Waiting until ${who} releases the lease`)
  else if (await endSession(query, holder.pid)) {
    log.say(
      `ended ${holder.pid}`,
      `Ended the session of ${who}: its lease has run out, and it does not answer`,
    )
  } else {
    log.say(
      `frozen ${holder.pid}`,
      `Waiting: ${who} holds the lease and does not answer, and this role may not end it. ${howToEnd(holder.pid)}`,
    )
  }
}

export async function tryLock(
  query: Query,
  lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
): Promise<boolean> {
  const { rows } = await query<Row>(`select ${lock}($1) as taken, ${clockColumn}`, [lockKey])
  return rows[0]?.taken ?? false
}

/** A holder that was killed, or cut off, may answer from memory until its lease ends. */
export async function outlast(query: Query, ownHolder: string): Promise<void> {
  const { rows } = await query<Row>(
    `select greatest(0, extract(epoch from valid_until - clock_timestamp()) * 1000)::float8 as wait
     from cache_lease where holder is distinct from $1 and valid_until > clock_timestamp()`,
    [ownHolder],
  )
  await sleep(Math.ceil(rows[0]?.wait ?? 0))
}

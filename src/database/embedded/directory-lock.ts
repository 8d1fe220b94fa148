import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { connect, type SocketConnection } from './connect.ts'
import { isAlive } from './process-state.ts'

/** The lock of one process on a data directory. `release` runs its last work under the lock, then releases it. */
export type DirectoryLock = { release(lastWork: () => Promise<void>): Promise<void> }

/** The first number of the embedded server's own advisory locks, which have two; it spells "must". */
export const lockSpace = 0x6d757374
const LOCK = [lockSpace, 1] as const
const NAME = /^muster pid (\d+)$/
const DEAD_HOLDER_MS = 5000
const REGAIN_MS = 500

/**
 * Takes the lock that lets one Muster process use an embedded server: an advisory lock of its own session, so that
 * it is released however the process ends. Throws, naming the process, if another one holds it.
 */
export async function lockDirectory(
  connection: SocketConnection,
  dataDirectory: string,
  log: (line: string) => void,
): Promise<DirectoryLock> {
  const released = new AbortController()
  let client = await acquire(connection, dataDirectory)
  const hold = () => client.once('end', () => void regain())

  // A server that recovers from a crashed backend cuts every session, this one too.
  const regain = async () => {
    while (!released.signal.aborted) {
      await sleep(REGAIN_MS, undefined, { ref: false })
      const outcome = await acquire(connection, dataDirectory).catch((error: unknown) => error)
      if (outcome instanceof DirectoryInUse) return log(outcome.message)
      if (!(outcome instanceof Client)) continue
      client = outcome
      if (released.signal.aborted) return await client.end()
      hold()
      return
    }
  }
  hold()
  return {
    release: async (lastWork) => {
      released.abort()
      try {
        await lastWork()
      } finally {
        await client.end().catch(() => undefined)
      }
    },
  }
}

/** Another Muster process holds the data directory; the message names both. */
export class DirectoryInUse extends Error {
  constructor(pid: number | undefined, dataDirectory: string) {
    super(
      `Muster (pid ${pid ?? 'unknown'}) already uses ${dataDirectory}; stop it, or choose another data directory with --data-directory / MUSTER_DATA_DIRECTORY`,
    )
  }
}

async function acquire(connection: SocketConnection, dataDirectory: string): Promise<Client> {
  const client = await connect(connection, `muster pid ${process.pid}`)
  try {
    const giveUp = Date.now() + DEAD_HOLDER_MS
    while (!(await tryLock(client))) {
      const pid = await holder(client)
      // A killed process's session ends a moment after it.
      const dying = pid === undefined || !isAlive(pid)
      if (!dying || Date.now() > giveUp) throw new DirectoryInUse(pid, dataDirectory)
      await sleep(50)
    }
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const sql = 'select pg_try_advisory_lock($1, $2) as locked'
  const { rows } = await client.query<{ locked: boolean }>(sql, [...LOCK])
  return rows[0]?.locked === true
}

async function holder(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select activity.application_name as name
       from pg_locks lock join pg_stat_activity activity on activity.pid = lock.pid
      where lock.locktype = 'advisory' and lock.granted and lock.objsubid = 2
        and lock.classid = $1 and lock.objid = $2`,
    [...LOCK],
  )
  const pid = NAME.exec(rows[0]?.name ?? '')?.[1]
  return pid === undefined ? undefined : Number(pid)
}

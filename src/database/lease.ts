import type { Client } from 'pg'
import { clockColumn } from './clock.ts'
import type { Database } from './database.ts'
import { failureOf } from './failure.ts'
import {
  heartbeatMilliseconds,
  leaseMilliseconds,
  lockKey,
  outlast,
  share,
  tryLock,
  type Log,
} from './lease-lock.ts'
import { policyLockKey } from './policy-lock.ts'
import { connectClient, serverRole } from './session.ts'
import {
  endSession,
  findBlockingSessions,
  frozenSeconds,
  howToEnd,
  leaseSessionName,
  type BlockingSession,
  type Query,
} from './silent-sessions.ts'
import { SparseLog } from './sparse-log.ts'

const safetyMilliseconds = 300
const lockTimeoutMilliseconds = 250
/** Heartbeats without any answer, after which the network, or PostgreSQL, counts as silent: 4.5 s. */
const silentBeats = 9

/** Whether this process is alone on the database, and so may answer from memory (docs/architecture.md). */
export type Lease = {
  isAlone(): boolean
  /** The sessions that blocked writes when this process looked last, which it does once a second. */
  blockingSessions(): readonly BlockingSession[]
  close(): Promise<void>
}

/**
 * Takes part in the database's lease. A process that is alone holds an exclusive advisory lock and renews a dated
 * lease; a joining process notifies it by NOTIFY and waits until it has released the lock. Correctness depends on
 * the lock and on the date, never on the notification: a holder that was cut off stops answering from memory before
 * its lease ends. Every beat is also a reading of the database's clock. If a process is frozen and holds what
 * others wait for, one of them ends its session. @param onChange called whenever memory may be stale: on becoming
 * alone and on ceasing to be
 */
export async function joinLease(
  database: Database,
  onChange: () => void,
  log: Log = () => undefined,
): Promise<Lease> {
  const participant = new Participant(database, onChange, log)
  await participant.start()
  return {
    isAlone: () => participant.isAlone(),
    blockingSessions: () => participant.blockingSessions,
    close: () => participant.close(),
  }
}

const checkMilliseconds = 1000
const isFrozen = ({ process, silentSeconds }: BlockingSession) =>
  process !== null && silentSeconds >= frozenSeconds

/** A peer that lost power leaves a session behind, which keeps the lock until TCP times out. */
const leaseSession = {
  role: serverRole,
  isReadOnly: false,
  settings: {
    synchronous_commit: 'off',
    lock_timeout: `${lockTimeoutMilliseconds}ms`,
    idle_in_transaction_session_timeout: '5s',
    tcp_keepalives_idle: '2',
    tcp_keepalives_interval: '1',
    tcp_keepalives_count: '3',
    tcp_user_timeout: '5000',
  },
}

class Participant {
  readonly #database: Database
  readonly #onChange: () => void
  readonly #holder: string
  readonly #log: Log
  readonly #sparseLog: SparseLog
  blockingSessions: readonly BlockingSession[] = []
  #nextCheck = 0
  #client: Client | undefined
  #aloneUntil = 0
  #aloneUntilByTheWall = 0
  #holds: 'nothing' | 'shared' | 'exclusive' = 'nothing'
  #timer: NodeJS.Timeout | undefined
  /** Not a time: while this process is paused no beat passes, and answers that have come wait to be read. */
  #unanswered = 0
  #queue: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(database: Database, onChange: () => void, log: Log) {
    this.#database = database
    this.#holder = database.processId
    this.#onChange = onChange
    this.#log = log
    this.#sparseLog = new SparseLog(log)
  }

  isAlone(): boolean {
    // The monotonic clock stops while the machine sleeps, and the wall clock may be set back.
    return performance.now() < this.#aloneUntil && Date.now() < this.#aloneUntilByTheWall
  }

  async start(): Promise<void> {
    let failure: unknown
    this.#enqueue(() =>
      this.#connect().catch((error: unknown) => {
        failure = error
        throw error
      }),
    )
    await this.#queue
    if (failure !== undefined) throw failure
    this.#timer = setInterval(() => {
      this.#noticeSilence()
      this.#enqueue(() => this.#beat())
    }, heartbeatMilliseconds)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    this.#stopBeingAlone()
    await this.#queue
    if (this.#holds === 'exclusive') await this.#endLease()
    await this.#client?.end()
  }

  /** No request waits longer than it says (docs/operations.md): what was sent fails, and new connections get as long again. */
  #noticeSilence(): void {
    this.#unanswered += 1
    if (this.#unanswered < silentBeats) return
    this.#unanswered = 0
    const closed = this.#database.sockets.destroy()
    if (closed > 0) this.#log(`PostgreSQL was silent for 4.5 s: closed ${closed} connections to it`)
  }

  /** One step at a time on the one connection; a failed step ends it, and the next beat connects again. */
  #enqueue(step: () => Promise<void>): void {
    this.#queue = this.#queue.then(step).catch(() => this.#disconnect())
  }

  async #connect(): Promise<void> {
    const client = await connectClient(this.#database.connection, leaseSessionName(this.#holder), {
      ...leaseSession,
      sockets: this.#database.sockets,
    })
    client.on('error', () => this.#disconnect())
    client.on('end', () => client === this.#client && this.#disconnect())
    client.on('notification', () => this.#letOthersIn())
    this.#client = client
    await client.query('listen muster_lease')
    if (await tryLock(this.#query, 'pg_try_advisory_lock')) {
      this.#holds = 'exclusive'
      await outlast(this.#query, this.#holder)
      await this.#renew()
    } else {
      await this.#share()
    }
  }

  async #share(): Promise<void> {
    await share(this.#query, this.#log)
    this.#holds = 'shared'
    await outlast(this.#query, this.#holder)
  }

  async #beat(): Promise<void> {
    if (this.#closed) return
    if (this.#client === undefined) await this.#connect()
    else if (this.#holds === 'exclusive') await this.#renew()
    else if (await tryLock(this.#query, 'pg_try_advisory_lock')) {
      await this.#query('select pg_advisory_unlock_shared($1)', [lockKey])
      this.#holds = 'exclusive'
      await this.#renew()
    }
    await this.#lookAround()
  }

  /** Ends blocking sessions whose process was found frozen twice: after a pause of the database itself it may look so once. */
  async #lookAround(): Promise<void> {
    if (performance.now() < this.#nextCheck || this.#client === undefined) return
    this.#nextCheck = performance.now() + checkMilliseconds
    const former = new Set(this.blockingSessions.filter(isFrozen).map(({ pid }) => pid))
    this.blockingSessions = await findBlockingSessions(this.#query, policyLockKey)
    for (const { pid, process, silentSeconds } of this.blockingSessions.filter(isFrozen)) {
      if (!former.has(pid) || process === this.#holder) continue
      const who = `session ${pid} of process ${process}, which was silent for ${Math.floor(silentSeconds)} s`
      if (await endSession(this.#query, pid)) this.#log(`Ended ${who}: others wait for its locks`)
      else {
        this.#sparseLog.say(
          `${pid}`,
          `Others wait for ${who}; this role may not end it. ${howToEnd(pid)}`,
        )
      }
    }
  }

  async #renew(): Promise<void> {
    const sentAt = performance.now()
    // A lease that has expired, however briefly, is a new one: another process may have begun to write.
    const isExtended =
      this.isAlone() && (await this.#grant('where holder = $1 and valid_until > clock_timestamp()'))
    if (!isExtended) this.#aloneUntil = 0
    const grantedAt = isExtended ? sentAt : await this.#takeAnew()
    if (grantedAt === null || this.#closed || this.#holds !== 'exclusive') return
    if (!isExtended) this.#onChange()
    this.#aloneUntil = grantedAt + leaseMilliseconds - safetyMilliseconds
    this.#aloneUntilByTheWall = Date.now() + this.#aloneUntil - performance.now()
  }

  /**
   * Every writer holds a key share of the row (database.ts), and a new lease waits for all of them, but not for
   * long: an import may take minutes, and other work here would wait with it. Null leaves it to the next beat.
   */
  async #takeAnew(): Promise<number | null> {
    await this.#query('begin')
    try {
      await this.#query('select from cache_lease for update')
    } catch (error) {
      if (failureOf(error) !== 'busy') throw error
      await this.#query('rollback')
      return null
    }
    const grantedAt = performance.now()
    await this.#grant('')
    await this.#query('commit')
    return grantedAt
  }

  /** @returns whether a row was granted */
  async #grant(where: string): Promise<boolean> {
    const { rows } = await this.#query(
      `update cache_lease set holder = $1, valid_until = clock_timestamp() + $2 * interval '1 millisecond' ${where}
       returning ${clockColumn}`,
      [this.#holder, leaseMilliseconds],
    )
    return rows.length > 0
  }

  #letOthersIn(): void {
    if (this.#holds !== 'exclusive') return
    this.#stopBeingAlone()
    this.#enqueue(async () => {
      this.#stopBeingAlone()
      await this.#endLease()
      await this.#query('select pg_advisory_unlock($1)', [lockKey])
      this.#holds = 'nothing'
      await this.#share()
    })
  }

  async #endLease(): Promise<void> {
    await this.#query(`update cache_lease set valid_until = '-infinity' where holder = $1`, [
      this.#holder,
    ])
  }

  #stopBeingAlone(): void {
    this.#aloneUntil = 0
    this.#onChange()
  }

  #disconnect(): void {
    this.#stopBeingAlone()
    this.#holds = 'nothing'
    const client = this.#client
    this.#client = undefined
    client?.end().catch(() => undefined)
  }

  readonly #query: Query = async <R extends object>(text: string, values?: unknown[]) => {
    if (this.#client === undefined) throw new Error('the lease has no connection')
    const sentAt = performance.now()
    const result = await this.#client.query<R>(text, values)
    const receivedAt = performance.now()
    this.#unanswered = 0
    const [row] = result.rows ?? []
    const at = row !== undefined && 'clock' in row ? row.clock : undefined
    if (typeof at === 'number') this.#database.correctClock({ at, sentAt, receivedAt })
    return result
  }
}

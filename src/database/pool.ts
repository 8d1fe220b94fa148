import { callbackify } from 'node:util'
import { Client, types, type ClientConfig, type QueryResult } from 'pg'
import { BoundedPool } from './bounded-pool.ts'
import { CommitUnconfirmed, isStaleStatement } from './failure.ts'
import { attemptMilliseconds, serversOf } from './servers.ts'
import { clientConfig, prepareSession, serverRole, type Connection } from './session.ts'
import { Sockets } from './sockets.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { isPlannedAmong, plannedForValues, plannedOnce } from './statement-marks.ts'

/** 20 → number would lose digits above 2^53; counts here stay far below, so bigint columns read as numbers. */
types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.JSON, (text) => text)

class NamingClient extends Client {
  /** As the session has it. */
  protected readonly planCacheMode: string = 'auto'
  readonly #prepared = new PreparedStatements()
  /** Whether the settings of {@link aroundKept} hold. */
  #keepsPlans = false
  /** Names that PostgreSQL still keeps. */
  readonly #unforgotten: string[] = []

  // The overloads of Client.query can't be restated; the arguments pass through unchanged but for the name.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(config: any, values?: any, callback?: any): any {
    const isCommit = config === 'commit' && typeof values !== 'function'
    this.#leaveKept(typeof config === 'string' ? config : config?.text)
    if (!isCommit && (typeof config !== 'string' || !Array.isArray(values))) {
      return super.query(config, values, callback)
    }
    const run = isCommit ? this.#commit() : this.#runNamed(config, values)
    return typeof callback === 'function' ? callbackify(() => run)(callback) : run
  }

  /** PostgreSQL answers a COMMIT whose wait for a standby was cancelled as if all were well, with a warning. */
  async #commit(): Promise<QueryResult> {
    let isUnconfirmed = false
    const note = ({ routine }: { routine: string | undefined }) => {
      isUnconfirmed ||= routine === 'SyncRepWaitForLSN'
    }
    this.on('notice', note)
    try {
      const result = await super.query('commit')
      if (isUnconfirmed) throw new CommitUnconfirmed()
      return result
    } finally {
      this.off('notice', note)
    }
  }

  /** A stale statement is prepared and sent again; within a transaction, which it has ended, that is the transaction's to do. */
  async #runNamed(text: string, values: unknown[]): Promise<QueryResult> {
    if (text.includes(plannedForValues)) return super.query({ text, values })
    const name = this.#nameOf(text)
    try {
      return await this.#runPlanned({ name, text, values })
    } catch (error) {
      if (!isStaleStatement(error)) throw error
      this.#prepared.isStale(text, name)
      if (this.getTransactionStatus() !== 'I') throw error
      return await super.query({ name: this.#nameOf(text), text, values })
    }
  }

  #runPlanned(statement: Statement): Promise<QueryResult> {
    if (isPlannedAmong(statement.text)) this.#keepPlans(true)
    if (statement.text.includes(plannedOnce))
      return this.#runBetween(statement, setGeneric, setMode(this.planCacheMode))
    return super.query(statement)
  }

  /** Statements with kept plans follow one another, so the settings change only between them and others. They are back before a savepoint. */
  #leaveKept(text: unknown): void {
    if (!this.#keepsPlans || typeof text !== 'string' || isPlannedAmong(text)) return
    if (/^(commit|rollback)/.test(text)) this.#keepsPlans = false
    else this.#keepPlans(false)
  }

  /** What follows fails as this does. */
  #keepPlans(keeps: boolean): void {
    if (this.#keepsPlans === keeps) return
    this.#keepsPlans = keeps
    super.query(aroundKept[keeps ? 0 : 1]).catch(() => undefined)
  }

  /** The name of a statement, before which others are forgotten. */
  #nameOf(text: string): string {
    const { name, forgotten } = this.#prepared.nameOf(text)
    if (forgotten.length > 0) this.#forget(forgotten)
    return name
  }

  /** What PostgreSQL refused was never prepared. In a transaction that has failed nothing is forgotten: the next time does that too. */
  #forget(names: readonly string[]): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pg keeps what it has prepared to itself
    const { connection } = this as unknown as { connection: Prepared }
    const known = names.filter((name) => name in connection.parsedStatements)
    for (const name of known) delete connection.parsedStatements[name]
    const all = [...this.#unforgotten.splice(0), ...known]
    if (all.length === 0) return
    const text = all.map((name) => `deallocate ${name}`).join('; ')
    super.query(text).catch(() => this.#unforgotten.push(...all))
  }

  /** The three are sent together, so that nothing else runs between them. */
  async #runBetween(statement: Statement, before: string, after: string): Promise<QueryResult> {
    const [, result] = await Promise.allSettled([
      super.query(before),
      super.query(statement),
      super.query(after),
    ])
    if (result.status === 'rejected') throw result.reason
    return result.value
  }
}

const setMode = (mode: string) => `set plan_cache_mode = ${mode}`
const setGeneric = setMode('force_generic_plan')

/** Within a transaction that planForFew was called for, whose settings return. */
const aroundKept = [
  'set local plan_cache_mode = force_generic_plan; set local enable_hashjoin = off; set local enable_mergejoin = off',
  'set local plan_cache_mode = force_custom_plan; set local enable_hashjoin = on; set local enable_mergejoin = on',
] as const

type Statement = { name: string; text: string; values: unknown[] }
type Prepared = { parsedStatements: Record<string, string> }

/** The schemas whose names need no prefix; reads of what is not settled find the views of the schema `unsettled` first. */
export type SearchPath = 'public' | 'unsettled,public'

/** Over views planning takes many times as long as running, and PostgreSQL would plan the first five times again. */
const planOnce = { plan_cache_mode: 'force_generic_plan' }

class PlanningOnceClient extends NamingClient {
  protected override readonly planCacheMode = planOnce.plan_cache_mode
}

/** The client of a pool, connected to the server that is current as it is made. */
function toCurrent(
  Plain: typeof NamingClient,
  connection: Connection,
  name: string,
): typeof NamingClient {
  return class extends Plain {
    constructor(config: ClientConfig) {
      super({
        ...config,
        ...clientConfig(connection, name),
        connectionTimeoutMillis: attemptMilliseconds,
      })
    }
  }
}

/** `name`: the `application_name` of the sessions. `sockets`: where their sockets are kept. */
export type PoolOptions = { name?: string; searchPath?: SearchPath; sockets?: Sockets }

/**
 * The server's connections: they work as {@link serverRole} and are read-only outside `transaction()`,
 * so that a write which left its transaction fails instead of escaping audit and cache.
 */
export function createPool(
  connection: Connection,
  size: number,
  { name = 'muster', searchPath = 'public', sockets = new Sockets() }: PoolOptions = {},
): BoundedPool {
  const session = {
    role: serverRole,
    isReadOnly: true,
    settings: {
      jit: 'off',
      // Someone else's lock, as of an ALTER TABLE. Transactions set their own (database.ts).
      lock_timeout: '10s',
      search_path: `${searchPath}, pg_temp`,
      ...(searchPath === 'public' ? {} : planOnce),
    },
  }
  const servers = serversOf(connection)
  const config = { ...clientConfig(connection, name), stream: sockets.make }
  const OneClient = searchPath === 'public' ? NamingClient : PlanningOnceClient
  const pool = new BoundedPool({
    ...config,
    Client: servers?.areSeveral ? toCurrent(OneClient, connection, name) : OneClient,
    attempt: servers?.areSeveral ? (connect) => servers.tryEach(connect) : undefined,
    pipeline: true,
    max: size,
    // The first requests on a new connection take several times as long: PostgreSQL compiles functions and plans statements.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its types don't say so
    onConnect: (client) => prepareSession(client, connection, session),
  })
  // A connection that PostgreSQL closes is replaced on the next use. Without listeners its error would end the
  // process, through the pool or directly; the failing statement reports it to its caller.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    // Notices within a second that a process was killed, also while its statement runs. Not every system can.
    client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
  })
  return pool
}

import { callbackify } from 'node:util'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { errorCode } from './failure.ts'

const tooManyConnections = '53300'
/** After this the pool tries again to have as many as it wants: other clients may have left. */
const retryMilliseconds = 10_000

type Release = (destroy?: Error | boolean) => void
type Connected = (error: Error | undefined, client?: PoolClient, release?: Release) => void

type Attempt = (connect: () => Promise<PoolClient>) => Promise<PoolClient>

/** The connections that PostgreSQL refused to give, and its words; the pool works with those that it has. */
export type ConnectionLimit = { wanted: number; has: number; refusal: string }

/**
 * A pool that works with the connections that it got where PostgreSQL accepts no more of them: callers wait for one
 * of these, as if it were full. It rejects only where it has none at all.
 */
export class BoundedPool extends Pool {
  readonly #wanted: number
  readonly #attempt: Attempt
  limit: ConnectionLimit | undefined
  /** How often a connection had to be waited for, and how long in all. */
  readonly waits = { count: 0, milliseconds: 0 }

  /** `attempt`: runs a connecting again where another server may accept it. */
  constructor({ attempt, ...config }: PoolConfig & { max: number; attempt?: Attempt | undefined }) {
    super(config)
    this.#wanted = config.max
    this.#attempt = attempt ?? ((connect) => connect())
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<PoolClient> | void {
    const connecting = this.#connect()
    if (callback === undefined) return connecting
    callbackify(() => connecting)((error, client) => {
      if (error !== null) callback(error)
      else callback(undefined, client, (destroy) => client.release(destroy))
    })
  }

  async #connect(): Promise<PoolClient> {
    for (;;) {
      try {
        return await this.#attempt(() => (this.#isFull() ? this.#wait() : super.connect()))
      } catch (error) {
        if (errorCode(error) !== tooManyConnections || !(error instanceof Error)) throw error
        // Others may be connecting, and be refused too: then the next try finds fewer.
        this.#settleFor(this.totalCount, error.message)
        if (this.totalCount === 0) throw error
      }
    }
  }

  #isFull(): boolean {
    return this.idleCount === 0 && this.totalCount >= this.options.max
  }

  async #wait(): Promise<PoolClient> {
    const since = performance.now()
    try {
      return await super.connect()
    } finally {
      this.waits.count++
      this.waits.milliseconds += performance.now() - since
    }
  }

  #settleFor(has: number, refusal: string): void {
    if (this.limit === undefined)
      setTimeout(() => {
        this.options.max = this.#wanted
        this.limit = undefined
      }, retryMilliseconds).unref()
    this.limit = { wanted: this.#wanted, has, refusal }
    this.options.max = Math.max(1, has)
  }
}

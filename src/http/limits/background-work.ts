import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'

type Work = (tools: { database: Database; signal: AbortSignal }) => Promise<unknown>

/** Work of this process that goes on after the request that began it. Its own records say how it goes. */
export class BackgroundWork {
  readonly #database: Database
  readonly #log: FastifyBaseLogger
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<unknown>>()

  /** The database has no limits of requests. */
  constructor(database: Database, log: FastifyBaseLogger) {
    this.#database = database
    this.#log = log
  }

  /** What is started now would be aborted at once. */
  get isClosing(): boolean {
    return this.#stopping.signal.aborted
  }

  get running(): number {
    return this.#running.size
  }

  start(work: Work): void {
    const running = work({ database: this.#database, signal: this.#stopping.signal })
      .catch((error: unknown) => this.#log.error({ err: error }, 'work in the background failed'))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Aborts the signal, and waits until all is over. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }
}

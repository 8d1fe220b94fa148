import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'

const everyMilliseconds = 500

/** Publishes the progress of a plan while the transaction that works on it is open. Nothing waits for it. */
export class ProgressWriter {
  readonly #database: Database
  readonly #planId: string
  readonly #log: FastifyBaseLogger
  readonly #timer: NodeJS.Timeout
  #rows = 0
  #written = 0
  #isWriting = false

  constructor(database: Database, planId: string, log: FastifyBaseLogger) {
    this.#database = database
    this.#planId = planId
    this.#log = log
    this.#timer = setInterval(() => void this.#write(), everyMilliseconds)
    this.#timer.unref()
  }

  add(rows: number): void {
    this.#rows += rows
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #write(): Promise<void> {
    if (this.#isWriting || this.#rows === this.#written) return
    this.#isWriting = true
    const rows = this.#rows
    try {
      await this.#database.transaction(({ tx }) =>
        sql`
          update plan set rows_done = least(${rows}, rows_total) where id = ${this.#planId} and state in ('planning', 'applying')`.execute(
          tx,
        ),
      )
      this.#written = rows
    } catch (error) {
      this.#log.warn({ err: error }, 'the progress of a plan could not be written')
    } finally {
      this.#isWriting = false
    }
  }
}

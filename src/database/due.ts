import { sql } from 'kysely'
import type { CommitWatcher, Database } from './database.ts'

/**
 * Knows whether a due instant has passed that nobody has settled. While this process is alone on the database it
 * learns the next instant from its own commits; otherwise it asks.
 */
export class DueInstants implements CommitWatcher {
  readonly #database: Database
  readonly #isAlone: () => boolean
  readonly #settle: () => Promise<Date>
  #next: Date | null | undefined
  #generation = 0
  /** Commits under way: what is read beside them may be from before them. */
  #commits = 0
  /** One settlement a process: others wait for it without a connection of their own. */
  #settling: Promise<Date> | undefined

  /** `settle` takes all that is due, each time it is called, and says as of which instant. */
  constructor(database: Database, isAlone: () => boolean, settle: () => Promise<Date>) {
    this.#database = database
    this.#isAlone = isAlone
    this.#settle = settle
    database.watch(this)
  }

  /** True when memory is enough to say that nothing is due. */
  nothingDue(): boolean {
    return this.#isKnownClear(this.#database.now())
  }

  /**
   * Settles what is due, if anything is. Called before anything reads what a passed instant affects.
   * @returns the instant as of which nothing is due, for the caller to go by
   */
  async settle(): Promise<Date> {
    for (;;) {
      const now = this.#database.now()
      if (this.#isKnownClear(now) || !(await this.#isDue(now))) return now
      if (this.#settling === undefined) return this.#settleAlone()
      // It began before, and may be as of an instant before this one.
      await this.#settling
    }
  }

  #settleAlone(): Promise<Date> {
    this.#settling = this.#settle().finally(() => {
      this.#settling = undefined
    })
    return this.#settling
  }

  #isKnownClear(now: Date): boolean {
    if (this.#next === undefined || !this.#isAlone()) return false
    return this.#next === null || this.#next > now
  }

  async #isDue(now: Date): Promise<boolean> {
    const generation = this.#generation
    const { rows } = await sql<{
      next: Date | null
    }>`select min(at) as next from due_instant`.execute(this.#database.read)
    const next = rows[0]?.next ?? null
    if (generation === this.#generation && this.#commits === 0) this.#next = next
    return next !== null && next <= now
  }

  /** Another process may have changed what memory says. */
  forget(): void {
    this.#generation++
    this.#next = undefined
  }

  hold(): void {
    this.#commits++
    this.forget()
  }

  release(): void {
    this.#commits--
    this.forget()
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { coalesce } from './coalesce.ts'
import type { CommitWatcher, Database } from './database.ts'
import { failureOf } from './failure.ts'
import { policyLockKey } from './policy-lock.ts'

/** The instant of a request. Unless it `isSettled`, something that is due at that instant could not be settled. */
export type RequestInstant = { now: Date; isSettled: boolean }

/** Each settles what is due when it is called, in its own transactions, and fails soon if it has to wait for a lock. */
export type Settlement = {
  all: () => Promise<unknown>
  /** Only those who call, workspace users and services, which takes no policy lock. */
  callers: () => Promise<unknown>
}

/** How long requests wait for a settlement that has the locks it needs: usually milliseconds, but many may be due. */
const settlementTimeoutMilliseconds = 2000
/** How soon a settlement that failed for another reason than the policy lock is tried again. */
const retryMilliseconds = 250

/** A settlement under way; `done` is false if it failed or took longer than requests wait. */
type Attempt = { done: Promise<boolean> }

/** Why the last settlement failed: the policy lock was held, or something else, which is tried again at `retryAt`. */
type SettlementFailure = 'policy lock' | { retryAt: number }

/** The state of the database as of `now`; `isFree`, whether the policy lock is free, only if it was queried. */
type DueState = { now: Date; isDue: boolean; isFree: boolean; hasCallers: boolean }

const maximumQuestions = 1000

/**
 * Knows whether a due instant has passed that is not settled. While this process is alone on the database it learns the
 * next instant from its own commits; otherwise it asks.
 */
export class DueInstants implements CommitWatcher {
  readonly #database: Database
  readonly #isAlone: () => boolean
  readonly #settlement: Settlement
  #next: Date | null | undefined
  #generation = 0
  /** Commits under way: what is read beside them may be from before them. */
  #commits = 0
  /** One settlement at a time in a process. */
  #attempt: Attempt | undefined
  #callers: Promise<unknown> | undefined
  #callersRetryAt = 0
  #failure: SettlementFailure | undefined
  /** One at a time: it holds the policy lock for as long as the statement takes. */
  readonly #askAlone = coalesce<'lock', DueState>(
    async () => {
      const asked = await this.#ask('lock')
      return () => asked
    },
    { questions: maximumQuestions, runs: 1 },
  )

  constructor(database: Database, isAlone: () => boolean, settlement: Settlement) {
    this.#database = database
    this.#isAlone = isAlone
    this.#settlement = settlement
    database.watch(this)
  }

  /** True when memory is enough to say that nothing is due. */
  nothingDue(): boolean {
    return this.#isKnownClear(this.#database.now())
  }

  /**
   * Settles what is due, if anything is and no long change holds the locks. Called before anything reads what a passed
   * instant affects. It never waits for a lock longer than a settlement does, and fails only if the database can't be reached.
   */
  async settle(): Promise<RequestInstant> {
    for (;;) {
      const clear = this.#database.now()
      if (this.#isKnownClear(clear)) return { now: clear, isSettled: true }
      const { now, ...asked } = await (this.#needsLock() ? this.#askAlone('lock') : this.#ask())
      if (!asked.isDue) return { now, isSettled: true }
      if (!this.#mayAttempt(asked.isFree)) {
        if (asked.hasCallers) await this.#settleCallers()
        return { now, isSettled: false }
      }
      // One that began before may be as of an earlier instant, so the loop asks again what is due.
      this.#attempt ??= this.#begin()
      if (!(await this.#attempt.done)) return { now: this.#database.now(), isSettled: false }
    }
  }

  /** Whether the next settlement depends on the policy lock, which was held when the last one failed. */
  #needsLock(): boolean {
    return this.#failure === 'policy lock' && this.#attempt === undefined
  }

  /** Joins a settlement under way; a new one begins unless the reason why the last one failed still holds. */
  #mayAttempt(isFree: boolean): boolean {
    if (this.#attempt !== undefined || this.#failure === undefined) return true
    if (this.#failure === 'policy lock') return isFree
    return performance.now() >= this.#failure.retryAt
  }

  #begin(): Attempt {
    const wasFree = this.#failure === 'policy lock'
    const ended = this.#settlement.all().then(
      () => {
        this.#failure = undefined
        return true
      },
      (error: unknown) => {
        this.#failure =
          failureOf(error) === 'busy' && !wasFree
            ? 'policy lock'
            : { retryAt: performance.now() + retryMilliseconds }
        return false
      },
    )
    const attempt: Attempt = {
      done: Promise.race([ended, sleep(settlementTimeoutMilliseconds, false, { ref: false })]),
    }
    void ended.finally(() => {
      this.#attempt = undefined
    })
    return attempt
  }

  /** What can't be settled now is retried soon; until then reads don't wait for it. */
  async #settleCallers(): Promise<void> {
    if (performance.now() < this.#callersRetryAt) return
    this.#callers ??= this.#settlement
      .callers()
      .catch(() => {
        this.#callersRetryAt = performance.now() + retryMilliseconds
      })
      .finally(() => {
        this.#callers = undefined
      })
    await this.#callers
  }

  #isKnownClear(now: Date): boolean {
    if (this.#next === undefined || !this.#isAlone()) return false
    return this.#next === null || this.#next > now
  }

  async #ask(also?: 'lock'): Promise<DueState> {
    const now = this.#database.now()
    const generation = this.#generation
    const { rows } = await sql<{
      next: Date | null
      is_free: boolean | null
      has_callers: boolean | null
    }>`
      select next,
        case when next <= ${now} and ${also === 'lock'}::boolean then pg_try_advisory_xact_lock(${policyLockKey}::bigint) end as is_free,
        next <= ${now} and exists (select from due_instant where kind in ('workspace_user', 'service', 'service_admin', 'service_confirmation') and at <= ${now}) as has_callers
      from (select min(at) as next from due_instant) as first`.execute(this.#database.read)
    const [row] = rows
    const next = row?.next ?? null
    if (generation === this.#generation && this.#commits === 0) this.#next = next
    return {
      now,
      isDue: next !== null && next <= now,
      isFree: row?.is_free === true,
      hasCallers: row?.has_callers === true,
    }
  }

  /** Another process may have changed what memory holds. */
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

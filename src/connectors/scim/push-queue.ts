import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { send } from '../../database/planning.ts'
import { emptyTemporaryTables } from '../../database/temporary-tables.ts'
import { failureOf, OutcomeUnknown } from '../../database/failure.ts'
import { Problem } from '../../http/refusals/problem.ts'

/** A push of an integration. `perform` does its work in a transaction that may run again; what it returns answers once that has committed. */
export type WaitingPush<Context> = {
  /** When it has waited as long as it may, by performance.now(). */
  until: number
  /** Only pushes of one kind share a transaction: those of users hold the policy lock, which those of groups don't need. */
  kind: 'User' | 'Group'
  perform: (context: Context) => Promise<() => void>
  reject: (error: unknown) => void
}

/** The transaction of pushes. `alone`: whether it holds what keeps others away from the source. @throws Problem where that takes too long */
export type SharedTransaction = { tx: Transaction; alone: () => Promise<void> }

/** Runs work in one transaction. `until`: when it has waited for locks long enough. */
type Transact<Context> = (
  work: (context: Context) => Promise<(() => void)[]>,
  until: number,
) => Promise<(() => void)[]>

/** Pushes of one commit. More, or pushes that take longer together, would hold the policy lock for too long. */
const mostTogether = 16
const longestTogetherMilliseconds = 100

/**
 * The pushes of one integration, in the order in which they came: those that arrive while others are written are written together, in one
 * transaction with one commit, each with its own answer. `expired`: the refusal of one that has waited in vain.
 */
export class PushQueue<Context extends SharedTransaction> {
  readonly #transact: Transact<Context>
  readonly #expired: () => Problem
  #waiting: WaitingPush<Context>[] = []
  #isRunning = false

  constructor(transact: Transact<Context>, expired: () => Problem) {
    this.#transact = transact
    this.#expired = expired
  }

  add(push: WaitingPush<Context>): void {
    this.#waiting.push(push)
    this.#next()
  }

  /** Begins once all input that has already arrived is read. */
  #next(): void {
    if (this.#isRunning || this.#waiting.length === 0) return
    this.#isRunning = true
    setImmediate(() => {
      const other = this.#waiting.findIndex(({ kind }) => kind !== this.#waiting[0]?.kind)
      const together = this.#waiting.splice(
        0,
        other > 0 ? Math.min(other, mostTogether) : mostTogether,
      )
      const timer = this.#refuseExpired()
      void this.#run(together).finally(() => {
        clearInterval(timer)
        this.#isRunning = false
        this.#next()
      })
    })
  }

  /** While pushes are written, those that wait are refused when their time is over. */
  #refuseExpired(): NodeJS.Timeout {
    return setInterval(() => {
      const waiting = Map.groupBy(this.#waiting, isOver)
      for (const { reject } of waiting.get(true) ?? []) reject(this.#expired())
      this.#waiting = waiting.get(false) ?? []
    }, momentMilliseconds).unref()
  }

  async #run(together: readonly WaitingPush<Context>[]): Promise<void> {
    const [first, ...others] = together
    if (first === undefined) return
    let isAlone = false
    try {
      const perform = async (context: Context) => {
        if (others.length === 0) return [await first.perform(context)]
        isAlone = false
        await context.alone()
        isAlone = true
        return performEach(context, together)
      }
      const answers = await this.#transact(perform, first.until)
      this.#waiting.unshift(...together.slice(answers.length))
      for (const answer of answers) answer()
    } catch (error) {
      await this.#recover(error, together, isAlone)
    }
  }

  /** Makes the pushes of a failed group one by one, so that each gets its own answer; all get the error where the commit may have happened. `wasAlone`: the group had its locks, so one of the pushes failed. */
  async #recover(
    error: unknown,
    together: readonly WaitingPush<Context>[],
    wasAlone: boolean,
  ): Promise<void> {
    if (together.length === 1 || error instanceof OutcomeUnknown) {
      for (const { reject } of together) reject(error)
    } else if (!wasAlone && (error instanceof Problem || failureOf(error) === 'busy')) {
      // Another import or change goes on. Those that came later may wait longer.
      const waiting = Map.groupBy(together, isOver)
      for (const { reject } of waiting.get(true) ?? []) reject(error)
      this.#waiting.unshift(...(waiting.get(false) ?? []))
    } else for (const push of together) await this.#run([push])
  }
}

/** Pushes that wait are checked this often. */
const momentMilliseconds = 250

function isOver({ until }: { until: number }): boolean {
  return until <= performance.now() + momentMilliseconds
}

/** The answers of the first pushes, as many as there is time for. A refused push is rolled back; any other failure fails the group. */
async function performEach<Context extends SharedTransaction>(
  context: Context,
  together: readonly WaitingPush<Context>[],
): Promise<(() => void)[]> {
  const { tx } = context
  const end = performance.now() + longestTogetherMilliseconds
  const answers: (() => void)[] = []
  for (const push of together) {
    if (answers.length > 0 && performance.now() > end) break
    if (answers.length > 0) emptyTemporaryTables(tx)
    send(tx, sql`savepoint before_push`)
    try {
      answers.push(await push.perform(context))
      send(tx, sql`release savepoint before_push`)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await sql`rollback to savepoint before_push`.execute(tx)
      answers.push(() => push.reject(error))
    }
  }
  return answers
}

import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import type { LoadedPolicy } from '../compiled-policy.ts'
import { stageMovements } from '../limits/compare-movements.ts'
import { causeOf, type Counting } from '../limits/counting.ts'
import { lockTallies, recordMovements } from '../limits/record-movements.ts'
import { Moves, movesOf } from '../moves.ts'
import type { ManifestChanges } from './manifest-changes.ts'

type LedgerOptions = { now: Date; actor: AuditActor; counting?: Counting }

/** Counts what one recalculation moves in the rulesets that have limits. */
export class Ledger {
  readonly #tx: Transaction
  readonly #policy: LoadedPolicy
  readonly #now: Date
  readonly #counting: Counting
  readonly #moves = new Moves()

  constructor(tx: Transaction, policy: LoadedPolicy, options: LedgerOptions) {
    this.#tx = tx
    this.#policy = policy
    this.#now = options.now
    this.#counting = options.counting ?? { cause: causeOf(options.actor) }
  }

  note(changes: ManifestChanges): void {
    for (const move of movesOf(changes)) {
      if (this.#policy.hasLimits(move.rulesetId)) this.#moves.add(move)
    }
  }

  /** Finds all changes before the first is written, and locks the tallies that they concern. */
  async lockFor(
    changes: AsyncGenerator<ManifestChanges, number>,
  ): Promise<AsyncGenerator<ManifestChanges, number>> {
    const found: ManifestChanges[] = []
    for (;;) {
      const next = await changes.next()
      if (next.done === true) {
        if (this.#moves.size > 0) await this.#lock()
        return replay(found, next.value)
      }
      found.push(next.value)
      this.note(next.value)
    }
  }

  /** Writes down what was noted, once the stays are written. */
  async record(): Promise<void> {
    if (this.#moves.size === 0) return
    const rows = await this.#lock()
    await recordMovements(this.#tx, rows, this.#counting, this.#now)
  }

  async #lock() {
    const rows = await stageMovements(this.#tx, this.#moves)
    await lockTallies(this.#tx, this.#moves.rulesetIds, rows, this.#counting)
    return rows
  }
}

// oxlint-disable-next-line typescript/require-await -- it stands in for a generator that waits for the database
async function* replay(
  batches: readonly ManifestChanges[],
  people: number,
): AsyncGenerator<ManifestChanges, number> {
  yield* batches
  return people
}

import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import type { LoadedPolicy } from '../model/compiled-policy.ts'
import { stageMovements, type MovementRows } from '../limits/compare-movements.ts'
import { causeOf, type Counting, type Exceeded } from '../limits/counting.ts'
import { judge } from '../limits/judge.ts'
import { lockTallies, recordMovements } from '../limits/record-movements.ts'
import { Stopped } from '../limits/stopped.ts'
import { Moves, movesOf } from './moves.ts'
import { countChanges, type ManifestChanges } from './manifest-changes.ts'

type LedgerOptions = {
  now: Date
  actor: AuditActor
  counting?: Counting | undefined
  limits?: 'stop' | 'report' | 'ignore'
  isShared?: boolean
  isApproved?: boolean
  isDryRun?: boolean | undefined
}

/** The changes to be written, and the limits that they exceed. */
type Survey = {
  changes: AsyncGenerator<ManifestChanges, number>
  exceeded: readonly Exceeded[]
}

/** So many changes are kept from counting to writing; beyond that they are found again. */
export const keptAtMost = 200_000

/** Counts and judges the movements of one recalculation in the rulesets that have limits. */
export class Ledger {
  readonly #tx: Transaction
  readonly #policy: LoadedPolicy
  readonly #options: LedgerOptions
  readonly #counting: Counting
  readonly #moves = new Moves()
  #rows: MovementRows | undefined
  #isComplete = false

  constructor(tx: Transaction, policy: LoadedPolicy, options: LedgerOptions) {
    this.#tx = tx
    this.#policy = policy
    this.#options = options
    this.#counting = options.counting ?? { cause: causeOf(options.actor) }
  }

  /** Notes changes as they are written, unless all were noted before. */
  note(changes: ManifestChanges): void {
    if (!this.#isComplete) this.#add(changes)
  }

  /**
   * Reads all changes before the first is written, and locks the tallies that they concern. Uncounted changes under an
   * exclusive lock are not read.
   */
  async survey(find: () => AsyncGenerator<ManifestChanges, number>): Promise<Survey | Stopped> {
    if (!this.#isToJudge && this.#options.isShared !== true)
      return { changes: find(), exceeded: [] }
    let kept: ManifestChanges[] | null = []
    let size = 0
    const changes = find()
    for (;;) {
      const next = await changes.next()
      if (next.done === true) {
        this.#isComplete = true
        const exceeded = await this.#judge()
        if (exceeded.length > 0 && this.#options.limits !== 'report')
          return new Stopped({ kind: 'limits', exceeded })
        return { changes: kept === null ? find() : replay(kept, next.value), exceeded }
      }
      this.#add(next.value)
      size += countChanges(next.value)
      if (size > keptAtMost) kept = null
      kept?.push(next.value)
    }
  }

  /** Stores the noted movements, once the stays are written. */
  async record(): Promise<void> {
    if (this.#moves.size === 0) return
    const counting = this.#options.isApproved === true ? 'uncounted' : this.#effectiveCounting()
    const rows = this.#rows ?? (await this.#lock(counting))
    await recordMovements(this.#tx, rows, counting, this.#options.now)
  }

  #add(changes: ManifestChanges): void {
    for (const move of movesOf(changes)) {
      if (this.#policy.hasLimits(move.rulesetId)) this.#moves.add(move)
    }
  }

  async #judge(): Promise<readonly Exceeded[]> {
    if (this.#moves.size === 0) return []
    const { isDryRun = false, now } = this.#options
    const counting = this.#effectiveCounting()
    this.#rows = isDryRun ? await stageMovements(this.#tx, this.#moves) : await this.#lock(counting)
    return this.#isToJudge ? judge(this.#tx, this.#rows, counting, now) : []
  }

  /** Something counts, and its limits matter: what is approved exceeds them, and is judged only for a report. */
  get #isToJudge(): boolean {
    const { limits = 'stop', isApproved = false } = this.#options
    return (
      this.#counting !== 'uncounted' && (limits === 'report' || (limits === 'stop' && !isApproved))
    )
  }

  async #lock(counting: Counting): Promise<MovementRows> {
    const rows = await stageMovements(this.#tx, this.#moves)
    await lockTallies(this.#tx, this.#moves.rulesetIds, rows, counting)
    return rows
  }

  /** An action that moves only the people that it names does not count. */
  #effectiveCounting(): Counting {
    const counting = this.#counting
    if (counting === 'uncounted' || counting.countsSensitive === true) return counting
    const { except = new Set<string>() } = counting
    return this.#moves.personIds.every((id) => except.has(id)) ? 'uncounted' : counting
  }
}

// It stands in for a generator that waits for the database
async function* replay(
  batches: readonly ManifestChanges[],
  people: number,
): AsyncGenerator<ManifestChanges, number> {
  yield* batches
  return people
}

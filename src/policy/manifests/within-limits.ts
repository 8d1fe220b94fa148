import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import type { LoadedPolicy } from '../compiled-policy.ts'
import { freezeRulesets } from '../freezes/freeze-rulesets.ts'
import { findExceeded, selectYoung, type Exceeded } from '../freezes/limits.ts'
import { Movements } from '../freezes/movements.ts'
import { countChanges, type ManifestChanges } from './manifest-changes.ts'
import { dependantsOf } from './scope.ts'

/** So many changes are kept from counting to writing; beyond that they are found once more. */
export const keptAtMost = 200_000

export type Limited = {
  now: Date
  actor: AuditActor
  /** Rulesets and people that no limit holds. */
  exempt: ReadonlySet<string>
  load: () => Promise<LoadedPolicy>
  find: (policy: LoadedPolicy) => AsyncGenerator<ManifestChanges, number>
}

/** Changes that may be written, and what of them counts towards the limits. */
export type Allowed = {
  /** What they were found under. */
  policy: LoadedPolicy
  changes: AsyncGenerator<ManifestChanges, number>
  movements: Movements
}

/**
 * Finds changes, and counts before anything is written. What is beyond a limit is not among them: its ruleset freezes
 * first. Whatever depends on a frozen attribute is looked at once more, because it moves no longer.
 */
export async function withinLimits(tx: Transaction, limited: Limited): Promise<Allowed> {
  const { now, actor, exempt } = limited
  const young = await selectYoung(tx, now)
  for (;;) {
    const policy = await limited.load()
    // That a ruleset is not managed any more was asked before (refuse-leaving.ts).
    const counts = (id: string, personId: string) =>
      policy.freezes.isManaged(id) && !exempt.has(id) && !exempt.has(personId)
    const movements = new Movements(counts, young, now.getTime())
    const { kept, people } = await survey(limited.find(policy), movements)
    const exceeded = await findExceeded(tx, movements, now)
    if (exceeded.length === 0) {
      const changes = kept === null ? limited.find(policy) : replay(kept, people)
      return { policy, changes, movements }
    }
    await freezeRulesets(tx, actor, rootsOf(exceeded, policy).map(toFreeze))
  }
}

async function survey(changes: AsyncGenerator<ManifestChanges, number>, movements: Movements) {
  let kept: ManifestChanges[] | null = []
  let size = 0
  for (;;) {
    const next = await changes.next()
    if (next.done === true) return { kept, people: next.value }
    movements.add(next.value)
    size += countChanges(next.value)
    if (size > keptAtMost) kept = null
    kept?.push(next.value)
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

/** One direction a ruleset, and nothing that moves only because of another one that will not. */
function rootsOf(exceeded: readonly Exceeded[], policy: LoadedPolicy): Exceeded[] {
  const first = new Map<string, Exceeded>()
  for (const each of exceeded) if (!first.has(each.rulesetId)) first.set(each.rulesetId, each)
  const following = new Set<string>()
  for (const id of first.keys()) {
    for (const other of dependantsOf(policy.source, id)) following.add(other)
  }
  return [...first.values()].filter(({ rulesetId }) => !following.has(rulesetId))
}

function toFreeze({ rulesetId, direction, detail }: Exceeded) {
  const reason = direction === 'removed' ? ('removal_limit' as const) : ('addition_limit' as const)
  return { rulesetId, reason, detail }
}

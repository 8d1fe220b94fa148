import type { Transaction } from '../../database/database.ts'
import type { LoadedPolicy } from '../../policy/model/compiled-policy.ts'
import { everybodysChanges } from '../../policy/manifests/everybodys-changes.ts'
import { keptAtMost } from '../../policy/manifests/ledger.ts'
import { listedChanges } from '../../policy/manifests/listed-changes.ts'
import {
  changesFor,
  countChanges,
  type ManifestChanges,
} from '../../policy/manifests/manifest-changes.ts'
import type { People } from '../../policy/model/people-facts.ts'

/** `accounts`: how many the run lists. */
type Reach = { newRulesets: readonly string[]; accounts: number }

/** The people to evaluate for the existing rulesets: for many people, evaluating everybody is faster. */
export function peopleToEvaluate(affected: People, { newRulesets, accounts }: Reach): People {
  const areFew =
    affected !== 'all' && (newRulesets.length === 0 || affected.length * 20 <= accounts)
  return areFew ? affected : 'all'
}

/** Ids are uuids. */
type Evaluation = {
  people: People
  newRulesets: readonly string[]
  now: Date
  /** `stays`: qualifications and org, which nobody writes, may be left out. */
  of?: 'everything' | 'stays'
}

/**
 * The differences in manifests for these people. A new attribute is a new rule, which may admit people that the run
 * did not write: everybody is evaluated for the new rulesets.
 */
export async function* changesOfRun(
  tx: Transaction,
  policy: LoadedPolicy,
  { people, newRulesets, now, of = 'everything' }: Evaluation,
): AsyncGenerator<ManifestChanges> {
  if (people === 'all') {
    yield* everybodysChanges(tx, policy, 'all', now.getTime(), { of })
    return
  }
  if (newRulesets.length > 0) {
    const listed = new Set(people)
    for await (const changes of everybodysChanges(tx, policy, newRulesets, now.getTime(), { of }))
      yield changesFor(changes, (personId) => !listed.has(personId))
  }
  yield* listedChanges(tx, policy, { people, withReports: false }, now)
}

/**
 * Collects changes. `note` is called with each of them; without it, evaluation stops once they are too many.
 * @returns null if they are more than memory should hold
 */
export async function keepChanges(
  found: AsyncGenerator<ManifestChanges>,
  note?: (changes: ManifestChanges) => void,
): Promise<ManifestChanges[] | null> {
  let kept: ManifestChanges[] | null = []
  let size = 0
  for await (const each of found) {
    note?.(each)
    size += countChanges(each)
    if (size > keptAtMost) kept = null
    if (kept === null && note === undefined) break
    kept?.push(each)
  }
  return kept
}

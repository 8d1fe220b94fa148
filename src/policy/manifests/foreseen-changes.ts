import type { Transaction } from '../../database/database.ts'
import type { Instant } from '../../engine/model.ts'
import type { LoadedPolicy } from '../model/compiled-policy.ts'
import { listedChanges } from './listed-changes.ts'
import {
  addPlace,
  changesFor,
  noChanges,
  type ChangedStay,
  type ManifestChanges,
} from './manifest-changes.ts'

/** The changes to write, computed as of an instant from facts that were not written yet. */
export type ForeseenChanges = {
  at: Instant
  changes: readonly ManifestChanges[]
}

/**
 * The changes that were foreseen, as of `now`, without those of the people in `except`: these are evaluated now,
 * with their secondary users. The caller guarantees that the facts of all others, and what is stored of them, are
 * as they were foreseen. @returns how many people it evaluated
 */
export async function* foreseenChanges(
  tx: Transaction,
  policy: LoadedPolicy,
  { at, changes, except }: ForeseenChanges & { except: readonly string[] },
  now: Date,
): AsyncGenerator<ManifestChanges, number> {
  const left = new Set(except)
  for (const each of changes) {
    const kept = changesFor(each, (personId) => !left.has(personId))
    yield at === now.getTime() ? kept : withGraceFrom(kept, at, policy, now.getTime())
  }
  if (left.size === 0) return 0
  return yield* listedChanges(tx, policy, { people: except, withReports: false }, now)
}

/** Grace that would have begun at `at` begins at `now`. */
function withGraceFrom(
  changes: ManifestChanges,
  at: Instant,
  policy: LoadedPolicy,
  now: Instant,
): ManifestChanges {
  const begins = ({ before, after }: ChangedStay) =>
    after.expiresBy === 'grace' && after.graceSince === at && before.expiresBy !== 'grace'
  const begun = noChanges()
  for (const { personId, before } of changes.changed.filter(begins)) {
    const { rulesetId } = before
    const place = { personId, rulesetId, before, ...admittedByNone }
    addPlace(begun, place, policy, now)
  }
  return {
    ...changes,
    changed: [...changes.changed.filter((each) => !begins(each)), ...begun.changed],
    ended: [...changes.ended, ...begun.ended],
  }
}

/** The place of an eligible person that no rule admits any more. */
const admittedByNone = { eligible: true, admittingRuleId: null, hasExpired: () => false }

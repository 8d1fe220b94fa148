import { accountsIn, hasOnlyDeactivated } from '../accounts.ts'
import { isAway, isEligible } from '../effective-state.ts'
import { comparedText, type ComparedText } from '../fold.ts'
import { maxManagementDepth, type Directory } from '../directory.ts'
import type { Instant, Person } from '../model.ts'
import { hasBit } from './bitmap.ts'
import type { ColumnKey } from './column-keys.ts'
import { columnOf, nobody } from './people-facts.ts'
import { valuesOf, type PeopleColumns } from './people-columns.ts'
import { isAwayAt, stateAt } from './state-at.ts'

/** One person as rules read them, independent of the origin of the facts. */
export interface Subject {
  id: string
  isDeleted: boolean
  isEligible: boolean
  /** Expired, deactivated or deleted. */
  isAway: boolean
  managerId: string | null
  /** As `Directory.managersAbove`. */
  managersAbove(): readonly string[]
  hasIdentity(key: ColumnKey): boolean
  hasOnlyDeactivated(integrationId: string): boolean
  valuesOf(key: ColumnKey): readonly ComparedText[]
}

/** A person by their own facts and what the directory says of others. */
export function subjectOfPerson(person: Person, directory: Directory, now: Instant): Subject {
  return {
    id: person.id,
    isDeleted: person.deletedAt !== null,
    isEligible: isEligible(person, directory.parentOf(person), now),
    isAway: isAway(person, now),
    managerId: person.managerId,
    managersAbove: () => directory.managersAbove(person),
    hasIdentity: ({ integrationId, isPrimary }) =>
      accountsIn(person, integrationId, isPrimary).length > 0,
    hasOnlyDeactivated: (integrationId) => hasOnlyDeactivated(person, integrationId),
    valuesOf: (key) => valuesOf(person, key).map(comparedText),
  }
}

/** A person by the columns alone. */
export function subjectAt(people: PeopleColumns, index: number, now: Instant): Subject {
  const manager = people.managers[index] ?? nobody
  const parent = people.parents[index] ?? nobody
  const isPresent = (at: number) => {
    const state = stateAt(people, at, now)
    return state === 'active' || state === 'expiring'
  }
  return {
    id: people.idAt(index),
    isDeleted: !hasBit(people.alive, index),
    isEligible: isPresent(index) && (parent === nobody || isPresent(parent)),
    isAway: isAwayAt(people, index, now),
    managerId: manager === nobody ? null : people.idAt(manager),
    managersAbove: () => managersAbove(people, index).map((at) => people.idAt(at)),
    hasIdentity: ({ integrationId }) =>
      hasBit(people.identities.get(integrationId) ?? new Uint32Array(), index),
    hasOnlyDeactivated: (integrationId) =>
      hasBit(people.onlyDeactivated.get(integrationId) ?? new Uint32Array(), index),
    valuesOf: (key) => columnOf(people, key).valuesOf(index),
  }
}

/** Stops at the top, at the depth limit, and where a loop of managers closes, as `directoryOf` does. */
function managersAbove({ managers }: PeopleColumns, index: number): number[] {
  const above = new Set<number>()
  let next = managers[index] ?? nobody
  while (next !== nobody && next !== index && !above.has(next)) {
    above.add(next)
    if (above.size === maxManagementDepth) break
    next = managers[next] ?? nobody
  }
  return [...above]
}

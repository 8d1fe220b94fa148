import type { Person } from './model.ts'

/** How far above a person all_reports_of looks. */
export const maxManagementDepth = 50

/**
 * The facts about others that the evaluation of one person needs; a caller with a database reads them from there.
 */
export interface Directory {
  /** Ids of the managers above a person: the direct one first, at most 50, none twice, never the person. */
  managersAbove(person: Person): readonly string[]
  /** The human that a secondary user belongs to; null when there is none, or it is unknown. */
  parentOf(person: Person): Person | null
}

/** A directory over people in memory. */
export function directoryOf(people: readonly Person[]): Directory {
  const byId = new Map(people.map((person) => [person.id, person]))
  const find = (id: string | null) => (id === null ? undefined : byId.get(id))
  return {
    parentOf: (person) => find(person.parentId) ?? null,
    managersAbove: (person) => climb(person, (id) => find(id)?.managerId ?? null),
  }
}

/** Stops at the top, at the depth limit, and where a loop of managers closes. */
function climb(person: Person, managerOf: (id: string) => string | null): string[] {
  const above = new Set<string>()
  let next = person.managerId
  while (next !== null && next !== person.id && !above.has(next)) {
    above.add(next)
    if (above.size === maxManagementDepth) break
    next = managerOf(next)
  }
  return [...above]
}

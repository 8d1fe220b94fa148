import { maxManagementDepth } from '../directory.ts'
import { nobody, type PeopleFacts } from './people-facts.ts'
import { setOfList, type PersonSet } from './person-set.ts'
import { peopleOf, type Postings } from './postings.ts'

/** Turns managers by person into direct reports by manager: the code of a manager is their index + 1. */
export function invertManagers(managers: Int32Array, size: number): Postings {
  const starts = new Uint32Array(size + 2)
  for (let person = 0; person < size; person++) {
    const code = (managers[person] ?? nobody) + 1
    if (code > 0) starts[code + 1] = (starts[code + 1] ?? 0) + 1
  }
  for (let code = 1; code < starts.length; code++) {
    starts[code] = (starts[code] ?? 0) + (starts[code - 1] ?? 0)
  }
  const people = new Uint32Array(starts[size + 1] ?? 0)
  const next = starts.slice()
  for (let person = 0; person < size; person++) {
    const code = (managers[person] ?? nobody) + 1
    if (code === 0) continue
    const at = next[code] ?? 0
    people[at] = person
    next[code] = at + 1
  }
  return { starts, people }
}

/** The direct reports of a manager, ascending; themselves too where they are their own manager. */
export function directReports(facts: PeopleFacts, manager: number): Uint32Array {
  return manager === nobody ? new Uint32Array() : peopleOf(facts.reports(), manager + 1)
}

/**
 * All people below a manager, without the manager, down to 50 levels, each once, even if there are cycles. A person
 * has one manager and is therefore visited once; only the manager could be visited again.
 */
export function allReports(facts: PeopleFacts, manager: number): PersonSet {
  const below: number[] = []
  let level = [manager]
  for (let depth = 1; depth <= maxManagementDepth && level.length > 0; depth++) {
    const next: number[] = []
    for (const above of level) {
      for (const person of directReports(facts, above)) {
        if (person !== manager) next.push(person)
      }
    }
    for (const person of next) below.push(person)
    level = next
  }
  return setOfList(Uint32Array.from(below).sort(), facts.size)
}

import { stayKey } from './stays.ts'
import {
  type Cause,
  DAY,
  type Direction,
  type Entry,
  type Movement,
  type Status,
  type World,
} from './world.ts'

function statusOf(world: World, ruleset: string, person: string): Status {
  const stay = world.stays.get(stayKey(ruleset, person))
  return stay === undefined ? null : { role: stay.role, end: stay.endsAt }
}

export function directions(from: Status, to: Status): Direction[] {
  if (from === null) return to === null ? [] : ['gain']
  if (to === null) return ['lose']
  const found: Direction[] = []
  if (to.end !== null && (from.end === null || to.end < from.end)) found.push('lose')
  if (to.role !== from.role) found.push('role')
  return found
}

export function movements(before: World, after: World): Movement[] {
  const found: Movement[] = []
  for (const ruleset of after.rulesets.keys()) {
    for (const person of after.people.keys()) {
      const from = statusOf(before, ruleset, person)
      const to = statusOf(after, ruleset, person)
      if (from?.role !== to?.role || from?.end !== to?.end)
        found.push({ ruleset, person, from, to })
    }
  }
  return found
}

/** Those in rulesets that have limits. */
export function accessMovements(before: World, after: World): Movement[] {
  return movements(before, after).filter(
    ({ ruleset }) => after.rulesets.get(ruleset)?.isAttribute === false,
  )
}

export type Step = Cause & {
  /** Nothing of the step counts: the clock. */
  uncounted?: boolean
  /** People that an action names: not counted, except for exceptions into a sensitive ruleset. */
  named?: string[]
  exceptionInto?: string
  /** The person that the action ends or gives an exception to. */
  actsOn?: string
  /** The ruleset whose own rules the step changes. */
  rulesOf?: string
}

/** Writes the movements between two worlds into the ledger of the second. */
export function record(before: World, after: World, step: Step): void {
  for (const movement of movements(before, after)) {
    const ruleset = after.rulesets.get(movement.ruleset)
    if (ruleset?.isAttribute === true) continue
    const isNew =
      ruleset !== undefined &&
      !ruleset.isSensitive &&
      ruleset.firstEnteredAt !== null &&
      after.now - ruleset.firstEnteredAt < DAY
    const isGain = movement.from === null
    const isNamed =
      step.named?.includes(movement.person) === true &&
      !(ruleset?.isSensitive === true && step.exceptionInto === movement.ruleset)
    const counted =
      step.uncounted !== true &&
      step.approved !== true &&
      !isNamed &&
      !(isNew && (isGain || step.rulesOf === movement.ruleset))
    after.ledger.push({ ...movement, ...step, at: after.now, counted })
  }
}

type Counts = Map<string, Record<Direction, Set<string>>>

/**
 * The distinct people who moved, by ruleset; reverted movements do not count, regardless of who caused them. `of`:
 * only where the last movement is one of these.
 */
export function countMoved(
  world: World,
  entries: readonly Entry[],
  of: (last: Entry) => boolean = () => true,
): Counts {
  const chains = new Map<string, Entry[]>()
  for (const entry of entries) {
    const key = stayKey(entry.ruleset, entry.person)
    chains.set(key, [...(chains.get(key) ?? []), entry])
  }
  const counts: Counts = new Map()
  for (const chain of chains.values()) {
    // An end that is withdrawn moves no one by itself.
    const first = chain.find(({ from, to }) => directions(from, to).length > 0)
    const last = chain.at(-1)
    if (first === undefined || last === undefined || !of(last)) continue
    const current = statusOf(world, first.ruleset, first.person)
    if (directions(first.from, current).length === 0) continue
    const people = counts.get(first.ruleset) ?? {
      lose: new Set<string>(),
      gain: new Set<string>(),
      role: new Set<string>(),
    }
    for (const direction of directions(first.from, last.to)) people[direction].add(first.person)
    counts.set(first.ruleset, people)
  }
  return counts
}

export const DIRECTIONS: readonly Direction[] = ['lose', 'gain', 'role']

export function countedPeople(
  world: World,
  keep: (entry: Entry) => boolean,
  of: (entry: Entry) => boolean,
  direction: Direction,
): Set<string> {
  return peopleMoved(countMoved(world, world.ledger.filter(keep), of), direction)
}

function peopleMoved(counts: Counts, direction: Direction): Set<string> {
  const people = new Set<string>()
  for (const of of counts.values()) for (const person of of[direction]) people.add(person)
  return people
}

/** Those in it who do not count as gained, and those who count as lost and have left: nobody twice. */
export function sizeOf(world: World, ruleset: string, counts: Counts): number {
  const { lose, gain } = counts.get(ruleset) ?? { lose: new Set(), gain: new Set() }
  const isIn = (person: string): boolean => world.stays.has(stayKey(ruleset, person))
  const people = [...world.people.keys()]
  return people.filter((person) => (isIn(person) ? !gain.has(person) : lose.has(person))).length
}

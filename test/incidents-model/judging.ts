import { eligiblePeople } from './evaluation.ts'
import {
  accessMovements,
  countedPeople,
  countMoved,
  directions,
  DIRECTIONS,
  record,
  sizeOf,
  type Step,
} from './movements.ts'
import { heldAccounts, withPending } from './pending-facts.ts'
import {
  copy,
  DAY,
  type Direction,
  type Entry,
  type Excess,
  type Limit,
  type Movement,
  type World,
} from './world.ts'

const SENSITIVE: Limit = { percent: 0, people: 2 }

export const beyond = (count: number, size: number, limit: Limit): boolean =>
  count > limit.people && count * 100 > limit.percent * size

export type Judgement = {
  step: Step
  /** The step ends accounts: what is held does not count, and sensitive rulesets have the usual limits. */
  endsOnly?: boolean
  /** The movements of this source since this instant count too. */
  since?: number
  /** The world whose held facts count as moved, if not the one before. */
  holding?: World
}

/**
 * The limits that a step exceeds, with the people that it moves there. What open incidents hold counts as moved. A
 * step that adds no one to what is counted exceeds nothing.
 */
export function exceeded(
  before: World,
  after: World,
  { step, endsOnly = false, since, holding = before }: Judgement,
): Excess[] {
  const counting = copy(after)
  counting.ledger = [...before.ledger]
  record(before, counting, step)
  const moved = counting.ledger.slice(before.ledger.length).filter(({ counted }) => counted)
  const inWindow = (entry: Entry): boolean => entry.counted && entry.at > before.now - DAY
  const keep = (entry: Entry): boolean => {
    return (
      inWindow(entry) ||
      (since !== undefined &&
        entry.by === step.by &&
        (entry.counted || entry.approved === true) &&
        entry.at > since)
    )
  }
  const held = endsOnly ? [] : heldMovements(before, after, holding)
  const found: Excess[] = []
  const look = (
    scope: string,
    direction: Direction,
    limit: Limit,
    of: (each: Movement & { by: string }) => boolean,
    size: number,
  ): void => {
    const movers = moved
      .filter((entry) => of(entry) && directions(entry.from, entry.to).includes(direction))
      .map(({ person }) => person)
    const waiting = held
      .filter((each) => of(each) && directions(each.from, each.to).includes(direction))
      .map(({ person }) => person)
    const count = countedPeople(counting, keep, of, direction)
    const people = count.union(new Set(waiting)).size
    if (!beyond(people, size, limit)) return
    // A movement that is undone adds nobody, even if something else of that person is held.
    const already = countedPeople(before, keep, of, direction)
    const added = movers.filter((person) => count.has(person) && !already.has(person))
    if (added.length > 0) found.push({ scope, direction, movers: [...new Set(added)], people })
  }
  for (const [name, ruleset] of after.rulesets) {
    const size = sizeOf(counting, name, countMoved(counting, counting.ledger.filter(keep)))
    for (const direction of DIRECTIONS)
      look(
        name,
        direction,
        ruleset.isSensitive && !endsOnly ? SENSITIVE : before.limits[direction],
        (each) => each.ruleset === name,
        size,
      )
  }
  for (const direction of DIRECTIONS)
    look(
      'overall',
      direction,
      before.limits.overall,
      ({ by }) => by === step.by,
      eligiblePeople(after).length,
    )
  return found
}

/** What open incidents hold, beside what the step moves, without ends of accounts. */
function heldMovements(before: World, after: World, holding: World): (Movement & { by: string })[] {
  const moved = new Set(accessMovements(before, after).map(keyOf))
  const sources = [...new Set(heldAccounts(holding).map(({ source }) => source))]
  return sources.flatMap((source) => {
    const accepted = withPending(
      holding,
      (account) => account.source === source && !account.endHeld,
    )
    return accessMovements(before, accepted)
      .filter((each) => !moved.has(keyOf(each)))
      .map((each) => Object.assign({ by: source }, each))
  })
}

const keyOf = ({ ruleset, person }: Movement): string => `${ruleset} ${person}`

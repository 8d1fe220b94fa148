import { managerOf, managersAbove } from './evaluation.ts'
import { directions, movements } from './movements.ts'
import { openIncident } from './pending-facts.ts'
import type { Account, Facts, Movement, World, Excess } from './world.ts'

export type RunOutcome = {
  failed: boolean
  held: string[]
  applied: boolean
  reached: string[]
  before: World
  whole: Movement[]
  wholeWorld: World
}

export function hold(
  world: World,
  account: Account,
  said: Facts,
  isEnd: boolean,
  outcome: RunOutcome,
): void {
  account.pending = structuredClone(said)
  account.endHeld = account.endHeld || isEnd
  outcome.held.push(account.person)
  if (openIncident(world, account.source) === undefined) {
    world.incidents.push({ source: account.source, openedAt: world.now, state: 'open' })
    outcome.reached.push('opened')
  }
}

/**
 * The people whose own facts cause movements: who moves, their parent, and the managers above them who get another
 * manager.
 */
export function causes(before: World, after: World, moves: readonly Movement[]): Set<string> {
  const found = new Set<string>()
  for (const mover of new Set(moves.map(({ person }) => person))) {
    const parent = after.people.get(mover)?.parent
    for (const person of [mover, ...(parent === null || parent === undefined ? [] : [parent])])
      found.add(person)
    const above = [...managersAbove(before, mover), ...managersAbove(after, mover)]
    const led = moves.some(
      ({ person, ruleset }) => person === mover && readsManagers(after, ruleset),
    )
    if (led)
      for (const person of above)
        if (managerOf(before, person) !== managerOf(after, person)) found.add(person)
  }
  return found
}

const readsManagers = (world: World, ruleset: string): boolean =>
  world.rulesets
    .get(ruleset)
    ?.rules.some(({ conditions }) => conditions.some(({ type }) => type === 'reports')) ?? false

export function whoIsHeld(
  before: World,
  after: World,
  excess: readonly Excess[],
  changed: Set<string>,
): Set<string> {
  const moves = movements(before, after).filter((each) =>
    excess.some(
      ({ scope, direction, movers }) =>
        movers.includes(each.person) &&
        (scope === 'overall' || scope === each.ruleset) &&
        directions(each.from, each.to).includes(direction),
    ),
  )
  return causes(before, after, moves).intersection(changed)
}

import { countBits, hasBit, wordsFor, type Bitmap } from '../columns/bitmap.ts'
import { itemAt } from '../columns/item-at.ts'
import { nobody } from '../columns/people-facts.ts'
import type { Condition } from '../model.ts'
import { anyOf, bitsOfList, both, countBoth, listed, without } from './bits.ts'
import { findConjunction, toleratedShare, type Conjunction } from './find-conjunction.ts'
import { fewestPeople, literalsOf, type Literal } from './literals.ts'
import { heldOutOf } from './split.ts'
import type { SuggestWorld } from './suggest-world.ts'

/** A rule that explains members of a group: who meets all its conditions, and how many of them are members. */
export type SuggestedRule = { conditions: Condition[]; people: number; members: number }

/** Rules for a group, and by index whom they would miss and add. Without rules nobody is added and everybody is missed. */
export type SuggestedRules = {
  rules: SuggestedRule[]
  missing: Uint32Array
  extra: Uint32Array
}

export const mostRules = 6
/** A smaller group is explained by naming its people. */
export const fewestMembers = 5
/** Rules that admit a smaller share of the members explain the group to no one. */
const explainedShare = 0.5
/** The chance, in a group that no rule made, to find a rule that looks as good is kept below one in so many. */
const chanceBelow = 100

/** Rules for the members (any indices) of a group. They are found by most people, and hold for the others. */
export function suggestRules(world: SuggestWorld, members: Iterable<number>): SuggestedRules {
  const { size } = world.people
  const all = bitsOfList(members, size)
  const eligible = both(all, world.eligible)
  const found = isLargeEnough(eligible) ? rulesFor(world, eligible) : []
  const admitted = unionOf(found, wordsFor(size))
  return {
    rules: found.map(({ conditions, people }) => ({
      conditions,
      people: countBits(people),
      members: countBoth(people, eligible),
    })),
    missing: listed(without(all, admitted)),
    extra: listed(without(admitted, all)),
  }
}

function isLargeEnough(members: Bitmap): boolean {
  return countBits(members) >= fewestMembers
}

type Found = { conditions: Condition[]; people: Bitmap }

function rulesFor(world: SuggestWorld, members: Bitmap): Found[] {
  const list = listed(members)
  const literals = literalsOf(world, list)
  const heldOut = heldOutOf(world.heldOut, list, world.hashes)
  const seen = without(world.eligible, heldOut)
  const others = without(seen, members)
  const outside = literals.map(({ people }) => both(people, others))
  const outsiders = countBits(others)
  const holds = holding(world, literals, { members, heldOut })
  const found: Conjunction[] = []
  let open = both(seen, members)
  while (found.length < mostRules) {
    const next = findConjunction({ literals, open: listed(open), outside, outsiders, holds })
    if (next === null) break
    found.push(next)
    open = without(open, next.people)
  }
  const rules = withoutIdle(found, members).map(({ places, people }) => ({
    conditions: places.map((place) => itemAt(literals, place).condition),
    people,
  }))
  const admitted = unionOf(rules, members.length)
  if (countBoth(admitted, members) < explainedShare * list.length) return []
  return [...rules, ...managersOf(world, rules, without(members, admitted))].slice(0, mostRules)
}

/** A rule for each manager whose reports a rule admits, and who is a member of the same group. */
function managersOf({ people }: SuggestWorld, rules: readonly Found[], missing: Bitmap): Found[] {
  const ids = rules.flatMap(({ conditions }) =>
    conditions.flatMap(({ type, resourceId }) =>
      (type === 'direct_reports_of' || type === 'all_reports_of') && resourceId !== null
        ? [resourceId]
        : [],
    ),
  )
  return [...new Set(ids)].flatMap((resourceId): Found[] => {
    const at = people.indexOf(resourceId)
    if (at === nobody || !hasBit(missing, at)) return []
    const conditions: Condition[] = [{ type: 'user', resourceId, operator: 'equals' }]
    return [{ conditions, people: bitsOfList([at], people.size) }]
  })
}

function unionOf(rules: readonly { people: Bitmap }[], words: number): Bitmap {
  return anyOf(
    rules.map(({ people }) => people),
    words,
  )
}

/** Says whether a rule admits members among those held out too, and more of all than chance would put together. */
function holding(
  world: SuggestWorld,
  literals: readonly Literal[],
  { members, heldOut }: { members: Bitmap; heldOut: Bitmap },
) {
  const share = countBits(members) / countBits(world.eligible)
  return ({ places, people }: Conjunction): boolean => {
    const among = both(people, heldOut)
    const tested = countBits(among)
    const wrong = tested - countBoth(among, members)
    // One that nobody held out meets was not put to the test.
    if (tested === wrong || wrong > toleratedShare * tested) return false
    const count = countBoth(people, members)
    // Where everybody is a member, a rule that admits them can't be put to a test.
    const surprise = share === 1 ? Infinity : count * -Math.log(share)
    const tries = literals.length ** places.length / factorial(places.length)
    return count >= fewestPeople && surprise >= Math.log(tries * chanceBelow)
  }
}

function factorial(count: number): number {
  return count <= 1 ? 1 : count * factorial(count - 1)
}

/** Without rules whose members the others admit too. */
function withoutIdle(found: readonly Conjunction[], members: Bitmap): Conjunction[] {
  let kept = [...found]
  const admits = (rules: readonly Conjunction[]) =>
    countBoth(unionOf(rules, members.length), members)
  for (const rule of found.toReversed()) {
    const others = kept.filter((other) => other !== rule)
    if (admits(others) === admits(kept)) kept = others
  }
  return kept
}

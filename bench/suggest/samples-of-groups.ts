import { hasBit } from '../../src/engine/columns/bitmap.ts'
import { programOfRule } from '../../src/engine/columns/column-policy.ts'
import { peopleOfRule } from '../../src/engine/columns/evaluate-rule.ts'
import type { Instant } from '../../src/engine/model.ts'
import { hashOf } from '../../src/engine/suggest/split.ts'
import { suggestRules, type SuggestedRule } from '../../src/engine/suggest/suggest-rules.ts'
import type { SuggestSource, SuggestWorld } from '../../src/engine/suggest/suggest-world.ts'

/** A world with what it was made of. */
export type Asked = { world: SuggestWorld; source: SuggestSource; now: Instant }

export type Sample = { name: string; members: Set<number> }

/** The people whom the rules admit, by the evaluator. */
export function admittedBy({ source, world, now }: Asked, rules: readonly SuggestedRule[]) {
  const { policy, rulesetId } = source
  const ruleset = policy.rulesets.find(({ id }) => id === rulesetId)
  const probe = policy.rules.find((each) => each.rulesetId === rulesetId)
  if (ruleset === undefined || probe === undefined) throw new Error('the source has no draft')
  const facts = { facts: world.people, now }
  const found = rules.flatMap(({ conditions }) => [
    ...peopleOfRule(
      programOfRule(policy, { rule: { ...probe, conditions }, ruleset }, 'in_force'),
      facts,
    ),
  ])
  return new Set(found.filter((at) => hasBit(world.eligible, at)))
}

/** Of the people whom the search did not see: how many the rules admit, and how many of these are members. */
export function unseen(asked: Asked, { members }: Sample): { admitted: number; right: number } {
  const { world } = asked
  const isHidden = (at: number) => hashOf(`${world.people.idAt(at)} unseen`) < 0.3 * 2 ** 32
  const eligible = world.eligible.slice()
  for (let at = 0; at < world.people.size; at++)
    if (isHidden(at)) eligible[at >>> 5] = (eligible[at >>> 5] ?? 0) & ~(1 << (at & 31))
  const shown = [...members].filter((at) => !isHidden(at))
  const { rules } = suggestRules({ ...world, eligible }, shown)
  const admitted = [...admittedBy(asked, rules)].filter(isHidden)
  return { admitted: admitted.length, right: admitted.filter((at) => members.has(at)).length }
}

/** How many strangers were put among the members, one for twenty, and how many of them the rules leave outside. */
export function strangers(
  asked: Asked,
  { name, members }: Sample,
): { planted: number; outside: number } {
  const { world } = asked
  const others = eligibleOf(world).filter((at) => !members.has(at))
  const wanted = Math.max(1, Math.round(members.size / 20))
  const planted = drawn(others, wanted, name)
  const { rules } = suggestRules(world, [...members, ...planted])
  // Among nearly everybody else strangers are no strangers.
  if (rules.length === 0 || planted.length > others.length / 10) return { planted: 0, outside: 0 }
  const admitted = admittedBy(asked, rules)
  return { planted: planted.length, outside: planted.filter((at) => !admitted.has(at)).length }
}

export function eligibleOf({ people, eligible }: SuggestWorld): number[] {
  return Array.from({ length: people.size }, (_, at) => at).filter((at) => hasBit(eligible, at))
}

/** So many of the people, the same for the same name. */
export function drawn(from: readonly number[], count: number, name: string): number[] {
  return from
    .map((at) => ({ at, order: hashOf(`${name} ${at}`) }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ at }) => at)
}

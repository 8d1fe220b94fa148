import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { testDatabase } from '../../../test/harness.ts'
import { emptyWorld, makeWorld, storeWorld, worldFacts } from '../../../test/policy-world.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { isInForce } from '../../engine/compile-policy.ts'
import { effectiveState } from '../../engine/effective-state.ts'
import { evaluateWorld, type World } from '../../engine/evaluate-world.ts'
import type { Rule } from '../../engine/model.ts'
import { recalculate } from '../manifests/recalculate.ts'
import { clockActor, settleDue } from '../manifests/settle.ts'
import { planFindings } from './plan-findings.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const kinds = [
  'person_left',
  'referent_gone',
  'matches_nobody',
  'matches_everybody',
  'never_matches',
]
const seen = new Set<string>()
const nothingBefore = {
  inForce: new Set<string>(),
  findings: new Set<string>(),
}

test('what is found of rules among the people is what the plain evaluator says of them', async () => {
  let now = start
  const db = await testDatabase({ clock: () => new Date(now), writesBeside: true })
  await holdsWithMatter(
    fc.asyncProperty(worldFacts, fc.nat(6), async (facts, days) => {
      now = start
      await db.query(emptyWorld)
      const world = makeWorld(facts, start)
      await db.database.transaction(({ tx }) => storeWorld(tx, world))
      now += days * 86_400_000
      await settleDue(db.database)
      for (const rule of world.policy.rules)
        if ((rule.expiresAt !== null && rule.expiresAt <= now) || restedTooLong(rule, world, now))
          rule.state = 'expired'
      const rules = world.policy.rules.map(({ id }) => id)
      const found = await db.database.transaction(async ({ tx, now: instant }) => {
        await recalculate(tx, { now: instant, actor: clockActor, people: 'all' })
        return planFindings(tx, { ...nothingBefore, rules: new Set(rules) }, rules)
      })
      const silent = new Set(
        found.flatMap(({ kind, ruleId }) => (kind === 'never_matches' ? ruleId : [])),
      )
      const told = found.flatMap(({ kind, ruleId, conditions, message }) =>
        ['person_left', 'matches_nobody', 'matches_everybody'].includes(kind) ||
        (kind === 'referent_gone' && message.includes('drusr_'))
          ? `${ruleId} ${kind} ${conditions.join()}`
          : [],
      )
      assert.deepEqual(told.sort(), expected(world, now, silent).sort())
      for (const { kind } of found) seen.add(kind)
    }),
    {
      runs: 60,
      isEnough: () => kinds.every((kind) => seen.has(kind)),
      told: () => `the worlds showed only ${[...seen].join(', ')}`,
    },
  )
})

const restingMilliseconds = 14 * 86_400_000

/** Whether the rule names somebody whose end the world gave, or who was away for as long as a rule may rest. */
function restedTooLong({ conditions, activatedAt }: Rule, { people }: World, now: number): boolean {
  return conditions.some((condition) => {
    if (condition.type !== 'user' || condition.operator === 'not_equals') return false
    const person = people.find(({ id }) => id === condition.resourceId)
    if (person === undefined) return false
    if (['expired', 'deactivated'].includes(effectiveState(person, start)))
      return (activatedAt ?? start) + restingMilliseconds <= now
    return person.expiresAt !== null && person.expiresAt <= now
  })
}

/**
 * As `<rule> <kind> <condition>`. For a rule that can never match (`silent`), nothing is said about who meets it.
 */
function expected(world: World, now: number, silent: ReadonlySet<string | null>): string[] {
  const { people, policy } = world
  const met = [...evaluateWorld(world, now).qualified.values()].flat()
  const present = people.filter(({ deletedAt }) => deletedAt === null).length
  const rulesets = new Map(policy.rulesets.map((ruleset) => [ruleset.id, ruleset]))
  return policy.rules.flatMap((rule) => {
    const ruleset = rulesets.get(rule.rulesetId)
    if (ruleset === undefined || !isInForce(rule, ruleset)) return []
    const said = leavers(rule, world, now)
    const count = met.filter((id) => id === rule.id).length
    if (silent.has(rule.id)) return said
    if (count === 0) said.push(`${rule.id} matches_nobody `)
    else if (count === present) said.push(`${rule.id} matches_everybody `)
    return said
  })
}

function leavers({ id, conditions }: Rule, { people }: World, now: number): string[] {
  const left = people.filter((each) =>
    ['expired', 'deactivated'].includes(effectiveState(each, now)),
  )
  return conditions.flatMap(({ type, resourceId }, condition) => {
    const person = left.find((each) => each.id === resourceId)
    if (type === 'identity' || person === undefined) return []
    const isGone = type !== 'user' || person.deletedAt !== null
    return `${id} ${isGone ? 'referent_gone' : 'person_left'} ${condition}`
  })
}

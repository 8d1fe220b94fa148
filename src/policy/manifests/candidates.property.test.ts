import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { testDatabase } from '../../../test/harness.ts'
import {
  emptyWorld,
  makeWorld,
  storeWorld,
  worldFacts,
  type StoredWorld,
} from '../../../test/policy-world.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { evaluateWorld } from '../../engine/evaluate-world.ts'
import { attributeRulesetType, type Condition, type Rule } from '../../engine/model.ts'
import { loadCompiledPolicy } from '../model/compiled-policy.ts'
import { selectCandidates } from './candidates.ts'
import { recalculate } from './recalculate.ts'
import { scopeOf } from './scope.ts'
import { clockActor, settleDue } from './settle.ts'

const start = Date.parse('2026-01-01T00:00:00Z')

test('everyone who will qualify for a rule is among the candidates of its ruleset', async () => {
  const { database, query } = await testDatabase({ clock: () => new Date(start) })
  let narrowed = 0
  const property = fc.asyncProperty(worldFacts, async (facts) => {
    await query(emptyWorld)
    const world = makeWorld(facts, start)
    askForWhatIsKnown(world)
    await database.transaction(({ tx }) => storeWorld(tx, world))
    await settleDue(database)
    await database.transaction(async ({ tx, now }) => {
      await recalculate(tx, { now, actor: clockActor, people: 'all' })
      const { source } = await loadCompiledPolicy(tx)
      const { qualified } = evaluateWorld({ ...world, policy: source }, start)
      for (const { id } of source.rulesets) {
        await sql`delete from policy_user where ruleset_id = ${id}`.execute(tx)
        await sql`delete from qualification where rule_id in (select id from rule where ruleset_id = ${id})`.execute(
          tx,
        )
        const candidates = await selectCandidates(tx, source, scopeOf(source, [id]))
        const own = new Set(source.rules.flatMap((rule) => (rule.rulesetId === id ? rule.id : [])))
        const met = [...qualified].filter(([, rules]) => rules.some((rule) => own.has(rule)))
        await recalculate(tx, { now, actor: clockActor, people: 'all' })
        if (candidates === null) continue
        narrowed += met.length
        const people = new Set(candidates)
        for (const [person] of met) assert.ok(people.has(person), `${person} meets a rule of ${id}`)
      }
    })
  })
  await holdsWithMatter(property, {
    runs: 20,
    isEnough: () => narrowed >= 10,
    told: () => `${narrowed} people who qualify were looked for`,
  })
})

/** Rules of resources ask for an attribute, or for what an attribute's rule asks for, and for one thing more. */
function askForWhatIsKnown({ policy: { rules, rulesets } }: StoredWorld): void {
  const byId = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  const isOfAttribute = (rule: Rule) => byId.get(rule.rulesetId)?.type === attributeRulesetType
  for (const rule of rules) {
    rule.state = rule.expiresAt === null ? 'active' : 'expiring'
    rule.activatedAt ??= start
    rule.conditions = rule.conditions.filter(({ type }) => type !== 'all_reports_of').slice(0, 1)
  }
  const deciding = rules.filter((rule) => isOfAttribute(rule) && rule.conditions.length > 0)
  for (const [at, rule] of rules.filter((each) => !isOfAttribute(each)).entries()) {
    const known = deciding[at % deciding.length]
    if (known === undefined) continue
    const resourceId = byId.get(known.rulesetId)?.resourceId ?? ''
    const asked: readonly Condition[] =
      at % 2 === 0 ? known.conditions : [{ type: 'attribute', resourceId, operator: null }]
    rule.conditions = at % 3 === 0 ? asked : [...asked, ...rule.conditions]
  }
}

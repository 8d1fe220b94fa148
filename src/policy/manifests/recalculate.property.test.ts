import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { testDatabase } from '../../../test/harness.ts'
import {
  attributeNames,
  emptyWorld,
  makePerson,
  makeWorld,
  managedRulesets,
  personFacts,
  plainPerson,
  plainRule,
  readDerived,
  storePerson,
  storeWorld,
  worldFacts,
  type ConditionFacts,
  type StoredWorld,
  type WorldFacts,
} from '../../../test/policy-world.ts'
import { carriedOut } from '../limits/stopped.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import { RestingRules } from '../../../test/resting-rules.ts'
import type { Database } from '../../database/database.ts'
import { isEligible } from '../../engine/effective-state.ts'
import { evaluateWorld } from '../../engine/evaluate-world.ts'
import type { Rule } from '../../engine/model.ts'
import { PolicyCache } from '../model/compiled-policy.ts'
import { recalculate, type RecalculateOptions } from './recalculate.ts'
import { clockActor, settleDue } from './settle.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const dayMs = 86_400_000

const change = fc.oneof(
  fc.record({ kind: fc.constant('person'), who: fc.nat(1000), facts: personFacts }),
  fc.record({
    kind: fc.constant('rule'),
    which: fc.nat(1000),
    state: fc.constantFrom('active' as const, 'deactivated' as const),
  }),
  fc.record({
    kind: fc.constant('ruleset'),
    which: fc.nat(1000),
    state: fc.constantFrom('managed', 'monitored'),
  }),
  fc.record({ kind: fc.constant('days'), days: fc.integer({ min: 1, max: 5 }) }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

const ended = { ...plainPerson, expiresInDays: 1 }
const naming: ConditionFacts = { type: 'user', target: 0, operator: null }
const ofSales: ConditionFacts = {
  type: 'identity',
  resourceId: null,
  profileKey: 'department',
  test: { operator: 'equals', value: 'sales' },
}

/**
 * Someone who was deleted is back a day later, with an end that has just come: the rule that names them ends for good. It was the
 * last one of an attribute, so a rule for those without that attribute no longer admits them.
 */
const endedException: [WorldFacts, Change[]] = [
  {
    people: [{ ...ended, isDeleted: true }],
    rules: [
      {
        ...plainRule,
        ruleset: 2,
        conditions: [{ type: 'attribute', target: 1, operator: 'not_equals' }],
      },
      { ...plainRule, ruleset: 1, conditions: [naming, ofSales] },
    ],
    ...managedRulesets,
  },
  [
    { kind: 'days', days: 1 },
    { kind: 'person', who: 0, facts: ended },
  ],
]

/** The last rule of a resource ends by the clock: then a rule for those who are not entitled to it admits no one. */
const endedAccess: [WorldFacts, Change[]] = [
  {
    people: [plainPerson, plainPerson],
    rules: [
      {
        ...plainRule,
        ruleset: 5,
        conditions: [{ type: 'entitled_to', target: 0, operator: 'not_equals' }],
      },
      { ...plainRule, ruleset: 4, expiresInDays: 1, conditions: [naming] },
    ],
    ...managedRulesets,
  },
  [{ kind: 'days', days: 2 }],
]

test('after any changes, what is stored is what the evaluator says of the world from scratch', async () => {
  let now = start
  const db = await testDatabase({ clock: () => new Date(now) })
  const { database } = db
  await fc.assert(
    fc.asyncProperty(worldFacts, fc.array(change, { maxLength: 6 }), async (facts, changes) => {
      now = start
      await db.query(emptyWorld)
      const world = makeWorld(facts, start)
      const resting = new RestingRules(world, now)
      const policies = new PolicyCache()
      await database.transaction(({ tx }) => storeWorld(tx, world))
      await settleAndRecalculate(database, policies, { people: 'all' })
      await assertFollows(database, world, now)
      for (const each of changes) {
        const last = now
        if (each.kind === 'days') now += each.days * dayMs
        expireRules(world, now)
        resting.pass(last, now)
        await settleDue(database, { policies })
        await assertFollows(database, world, now)
        const what = await apply(database, { world, resting, now }, each)
        await settleAndRecalculate(database, policies, what)
        expireRules(world, now)
        resting.pass(now, now)
        await assertFollows(database, world, now)
      }
      assert.equal(await written(database, policies), 0, 'a second run writes nothing')
    }),
    { numRuns: propertyRuns(30), examples: [endedException, endedAccess] },
  )
})

type What = Pick<RecalculateOptions, 'people' | 'withReports' | 'rulesets' | 'among'>

async function settleAndRecalculate(database: Database, policies: PolicyCache, what: What) {
  await settleDue(database, { policies })
  return database.transaction(({ tx, now }) =>
    recalculate(tx, { now, actor: clockActor, policies, ...what }),
  )
}

async function written(database: Database, policies: PolicyCache): Promise<number> {
  const done = await settleAndRecalculate(database, policies, { people: 'all' })
  const { people: _people, exceeded: _exceeded, ...rows } = carriedOut(done)
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}

type Model = { world: StoredWorld; resting: RestingRules; now: number }

/** Applies the same change in memory and in the database. @returns the people that it can affect */
async function apply(database: Database, model: Model, each: Change): Promise<What> {
  const { world, resting, now } = model
  const { people, policy } = world
  if (each.kind === 'days') return { people: [] }
  if (each.kind === 'person') {
    const position = each.who % people.length
    const before = people[position]
    const after = makePerson(each.facts, position, people.slice(0, position), start)
    if (people.some(({ parentId }) => parentId === after.id)) after.parentId = null
    people[position] = after
    if (before !== undefined) resting.change(before, after, now)
    await database.transaction(({ tx }) => storePerson(tx, after))
    return { people: [after.id], withReports: before?.managerId !== after.managerId }
  }
  if (each.kind === 'ruleset') {
    const ruleset = policy.rulesets[each.which % policy.rulesets.length]
    assert.ok(ruleset)
    ruleset.state = each.state
    await database.transaction(({ tx }) =>
      tx.updateTable('ruleset').set({ state: each.state }).where('id', '=', ruleset.id).execute(),
    )
    return { people: 'all', rulesets: [ruleset.id], among: 'candidates' }
  }
  const rule = policy.rules[each.which % policy.rules.length]
  assert.ok(rule)
  if (rule.state === 'expired') return { people: [] }
  await changeRule(database, model, rule, each.state)
  return { people: 'all', rulesets: [rule.rulesetId], among: 'candidates' }
}

/** Puts a rule in force, as a draft that is activated, or ends it. */
async function changeRule(
  database: Database,
  { resting, now }: Model,
  rule: Rule,
  state: 'active' | 'deactivated',
): Promise<void> {
  const wasInForce = rule.state === 'active' || rule.state === 'expiring'
  if (wasInForce && state === 'active') return
  rule.state = state === 'active' && rule.expiresAt !== null ? 'expiring' : state
  rule.activatedAt = now
  const { id } = rule
  const update = { state: rule.state, activated_at: new Date(now) }
  await database.transaction(async ({ tx }) => {
    if (!wasInForce)
      await tx.updateTable('rule').set({ state: 'staged' }).where('id', '=', id).execute()
    await tx.updateTable('rule').set(update).where('id', '=', id).execute()
  })
  if (state === 'active') resting.begin(rule, now, now)
  else resting.end(rule)
}

function expireRules(world: StoredWorld, now: number): void {
  for (const rule of world.policy.rules) {
    const hasEnd = rule.expiresAt !== null && rule.expiresAt <= now
    if (hasEnd && rule.state !== 'deactivated') rule.state = 'expired'
  }
}

async function assertFollows(database: Database, world: StoredWorld, now: number): Promise<void> {
  const expected = evaluateWorld(world, now)
  const stored = await database.transaction(({ tx }) => readDerived(tx))
  for (const { id, org, qualified } of stored.people) {
    assert.deepEqual(qualified, (expected.qualified.get(id) ?? []).toSorted(), 'qualified')
    assert.deepEqual(org, orgOf(expected.attributes.get(id) ?? []), 'org')
  }
  const live = stored.stays.filter((stay) => stay.deleted_at === null)
  const byRight = live.filter((stay) => stay.expires_by !== 'grace')
  const manifests = [...expected.manifests].flatMap(([rulesetId, entries]) =>
    entries.map(({ personId, ruleId }) => `${rulesetId} ${personId} ${ruleId}`),
  )
  assert.deepEqual(
    byRight.map((stay) => `${stay.ruleset_id} ${stay.person_id} ${stay.rule_id}`).toSorted(),
    manifests.toSorted(),
    'manifests',
  )
  for (const stay of live) {
    assert.ok(
      stay.expires_at === null || stay.expires_at.getTime() > now,
      'no stay outlasts its end',
    )
    assert.ok(
      isPersonEligible(world, stay.person_id, now),
      'nobody is in a manifest without being eligible',
    )
  }
  for (const stay of stored.stays) {
    assert.equal(
      stay.open_phases,
      stay.deleted_at === null ? 1 : 0,
      'a live stay has one open phase',
    )
    assert.ok(stay.phase_fits, 'the open phase says what the stay says')
  }
}

function isPersonEligible({ people }: StoredWorld, id: string, now: number): boolean {
  const person = people.find((each) => each.id === id)
  assert.ok(person)
  return isEligible(person, people.find((each) => each.id === person.parentId) ?? null, now)
}

function orgOf(attributes: readonly string[]): Record<string, string> {
  const org: Record<string, string> = {}
  for (const id of attributes) {
    const { dimension, name } = attributeNames.get(id) ?? { dimension: '', name: '' }
    org[dimension] ??= name
  }
  return org
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { byAdmission } from './admission-order.ts'
import { mostly, rarely } from './columns/worlds-for-tests.ts'
import { isInForce, compilePolicy } from './compile-policy.ts'
import { directoryOf } from './directory.ts'
import { isEligible } from './effective-state.ts'
import { evaluatePerson } from './evaluate-person.ts'
import { evaluateWorld, type World } from './evaluate-world.ts'
import {
  attributeRuleset,
  now,
  person,
  personWith,
  policyOf,
  profileIs,
  rule,
  ruleset,
} from './facts-for-tests.ts'
import type { Condition, Person, Rule } from './model.ts'

const peopleIds = ['p0', 'p1', 'p2', 'p3', 'p4']
const attributeIds = ['a0', 'a1', 'a2']
/** Each may depend on those before it. */
const decidedIds = ['a0', 'a1', 'resource of g0', 'a2']
const personId = fc.constantFrom(...peopleIds)
const value = fc.constantFrom('x', 'y', 'z')
const membership = fc.constantFrom('equals', 'not_equals', null)

const anyPerson = (id: string): fc.Arbitrary<Person> =>
  fc
    .record({
      baseState: mostly('active', fc.constantFrom('staged', 'suspended', 'deactivated')),
      expiresAt: rarely(fc.constantFrom(now - 1, now, now + 1)),
      deletedAt: rarely(fc.constant(now)),
      managerId: fc.option(personId),
      parentId: rarely(personId),
      profiles: fc.array(fc.record({ k: fc.array(value), j: value }, { requiredKeys: ['j'] }), {
        maxLength: 2,
      }),
    })
    .map(({ profiles, ...facts }) =>
      person(id, {
        ...facts,
        identities: profiles.map((profile) => ({ integrationId: 'idp', profile })),
      }),
    )

const anyProfileCondition: fc.Arbitrary<Condition> = fc
  .tuple(
    fc.constantFrom('k', 'j'),
    fc.constantFrom('equals', 'not_equals', 'exists', 'not_exists'),
    value,
  )
  .map(([key, operator, operand]) =>
    profileIs(key, operator, operator.endsWith('exists') ? null : operand),
  )

const anyPersonCondition: fc.Arbitrary<Condition> = fc.record({
  type: fc.constantFrom('user', 'direct_reports_of', 'all_reports_of'),
  resourceId: personId,
  operator: membership,
})

/** A condition that names only the first `level` of {@link decidedIds}, so that no cycle can arise. */
function anyCondition(level: number): fc.Arbitrary<Condition> {
  const plain = fc.oneof(anyProfileCondition, anyPersonCondition)
  if (level === 0) return plain
  const decided = fc
    .record({ resourceId: fc.constantFrom(...decidedIds.slice(0, level)), operator: membership })
    .map(({ resourceId, operator }): Condition => {
      const type = attributeIds.includes(resourceId) ? 'attribute' : 'entitled_to'
      return { type, resourceId, operator }
    })
  return fc.oneof(plain, decided)
}

function anyRuleOf(rulesetId: string, level: number): fc.Arbitrary<Omit<Rule, 'id'>> {
  return fc
    .record({
      state: mostly('active', fc.constantFrom('staged', 'expiring', 'expired', 'deactivated')),
      priority: fc.integer({ min: 0, max: 2 }),
      activatedAt: fc.option(fc.integer({ min: 0, max: 2 })),
      conditions: fc.oneof(
        { weight: 3, arbitrary: fc.tuple(anyCondition(level)) },
        fc.array(anyCondition(level), { maxLength: 3 }),
      ),
    })
    .map((facts) => rule('', rulesetId, facts))
}

const rulesets = [
  ...attributeIds.map((id) => attributeRuleset(id)),
  ruleset('g0'),
  ruleset('g1'),
  ruleset('monitored', { state: 'monitored' }),
]

const anyRule = fc.oneof(
  ...rulesets.map(({ id, resourceId }) => {
    const level = decidedIds.indexOf(resourceId)
    return anyRuleOf(id, level === -1 ? decidedIds.length : level)
  }),
)

const anyWorld: fc.Arbitrary<World> = fc
  .tuple(fc.tuple(...peopleIds.map(anyPerson)), fc.array(anyRule, { minLength: 1, maxLength: 12 }))
  .map(([people, rules]) => ({
    people,
    policy: policyOf(
      rulesets,
      rules.map((facts, i) => ({ ...facts, id: `r${i}` })),
    ),
  }))

test('in most of these worlds somebody is in a manifest', () => {
  const worlds = fc.sample(anyWorld, { numRuns: 500, seed: 1 })
  const peopled = worlds.filter((world) =>
    [...evaluateWorld(world, now).manifests.values()].some((entries) => entries.length > 0),
  )
  assert.ok(peopled.length > 250, `${peopled.length} of 500`)
})

function turnConditions(of: Rule): Rule {
  return { ...of, conditions: of.conditions.toReversed() }
}

test('the order in which facts are given makes no difference', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      const { primaryIntegrationId, rulesets, rules } = world.policy
      const turned = {
        people: world.people.toReversed(),
        policy: {
          primaryIntegrationId,
          rulesets: rulesets.toReversed(),
          rules: rules.map(turnConditions).toReversed(),
        },
      }
      assert.deepEqual(evaluateWorld(turned, now), evaluateWorld(world, now))
    }),
  )
})

test('adding a condition to a rule that has some adds nobody to its manifest', () => {
  fc.assert(
    fc.property(anyWorld, anyProfileCondition, fc.nat(), (world, added, pick) => {
      const { rules } = world.policy
      const chosen = rules[pick % Math.max(rules.length, 1)]
      fc.pre(chosen !== undefined && chosen.conditions.length > 0)
      const narrowed = { ...chosen, conditions: [...chosen.conditions, added] }
      const policy = {
        ...world.policy,
        rules: rules.map((each) => (each === chosen ? narrowed : each)),
      }
      const before = members(world, chosen.rulesetId)
      const after = members({ ...world, policy }, chosen.rulesetId)
      assert.deepEqual(
        after.filter((id) => !before.includes(id)),
        [],
      )
    }),
  )
})

function members(world: World, rulesetId: string): string[] {
  const manifest = evaluateWorld(world, now).manifests.get(rulesetId) ?? []
  return manifest.map(({ personId }) => personId)
}

test('a manifest holds exactly who is eligible and qualifies, once, under the first such rule', () => {
  fc.assert(
    fc.property(anyWorld, ({ people, policy }) => {
      const { qualified, manifests } = evaluateWorld({ people, policy }, now)
      const managed = policy.rulesets.filter(({ state }) => state === 'managed')
      assert.deepEqual([...manifests.keys()].sort(), managed.map(({ id }) => id).sort())
      for (const ruleset of managed) {
        const inForce = policy.rules.filter(
          (each) => each.rulesetId === ruleset.id && isInForce(each, ruleset),
        )
        const expected = people.flatMap((subject) => {
          const parent = people.find(({ id }) => id === subject.parentId) ?? null
          const [first] = inForce
            .filter(({ id }) => qualified.get(subject.id)?.includes(id))
            .sort(byAdmission)
          if (first === undefined || !isEligible(subject, parent, now)) return []
          return [{ personId: subject.id, ruleId: first.id }]
        })
        assert.deepEqual(manifests.get(ruleset.id), expected)
      }
    }),
  )
})

test('a person qualifies for an attribute exactly where a rule in force says so', () => {
  fc.assert(
    fc.property(anyWorld, ({ people, policy }) => {
      const { qualified, attributes } = evaluateWorld({ people, policy }, now)
      for (const { id } of people) {
        const held = attributeIds.filter((attributeId) =>
          policy.rules.some(
            (each) =>
              each.rulesetId === `${attributeId}.rules` && qualified.get(id)?.includes(each.id),
          ),
        )
        assert.deepEqual((attributes.get(id) ?? []).toSorted(), held)
      }
    }),
  )
})

test('an entitled_to condition holds exactly for who qualifies for a rule in force of the resource', () => {
  fc.assert(
    fc.property(anyWorld, fc.constantFrom('equals', 'not_equals'), (world, operator) => {
      const asks: Condition = { type: 'entitled_to', resourceId: 'resource of g0', operator }
      const added = rule('added', 'g1', { conditions: [asks] })
      const policy = { ...world.policy, rules: [...world.policy.rules, added] }
      const { qualified } = evaluateWorld({ people: world.people, policy }, now)
      const of = rulesets.find(({ id }) => id === 'g0')
      const deciding = policy.rules.filter(
        (each) => each.rulesetId === 'g0' && of !== undefined && isInForce(each, of),
      )
      for (const { id, deletedAt } of world.people) {
        const rules = qualified.get(id) ?? []
        const isEntitled = deciding.some((each) => rules.includes(each.id))
        const expected =
          deletedAt === null && deciding.length > 0 && isEntitled === (operator === 'equals')
        assert.equal(rules.includes('added'), expected)
      }
    }),
  )
})

test('one person evaluated alone, with answers about others, gets the verdict of the whole world', () => {
  fc.assert(
    fc.property(anyWorld, ({ people, policy }) => {
      const world = evaluateWorld({ people, policy }, now)
      const directory = directoryOf(people)
      for (const subject of people) {
        const answers = {
          managersAbove: () => directory.managersAbove(subject),
          parentOf: () => directory.parentOf(subject),
        }
        const setting = { policy: compilePolicy(policy), directory: answers, now }
        const { qualified, admitted, attributes } = evaluatePerson(setting, subject)
        assert.deepEqual(qualified, world.qualified.get(subject.id))
        assert.deepEqual(attributes, world.attributes.get(subject.id))
        for (const [rulesetId, entries] of world.manifests) {
          const entry = entries.find(({ personId }) => personId === subject.id)
          assert.equal(admitted.get(rulesetId), entry?.ruleId)
        }
      }
    }),
  )
})

test('5,000 people and 400 rules take less than two seconds of processor time', () => {
  const people = Array.from({ length: 5000 }, (_, i) => ({
    ...personWith(`p${i}`, {
      department: `D${i % 100}`,
      site: `S${i % 10}`,
      tags: ['a', `t${i % 7}`],
    }),
    managerId: i === 0 ? null : `p${Math.floor((i - 1) / 6)}`,
  }))
  const attributes = Array.from({ length: 300 }, (_, i) => `a${i}`)
  const groups = Array.from({ length: 100 }, (_, i) => ruleset(`g${i}`))
  const rules = [
    ...attributes.map((id, i) =>
      rule(`of ${id}`, `${id}.rules`, { conditions: [profileIs('department', 'equals', `d${i}`)] }),
    ),
    ...groups.map(({ id }, i) =>
      rule(`of ${id}`, id, {
        conditions: [
          { type: 'attribute', resourceId: `a${i}`, operator: 'equals' },
          profileIs('site', 'matches', 's[0-4]'),
          { type: 'all_reports_of', resourceId: 'p0', operator: null },
        ],
      }),
    ),
  ]
  const policy = policyOf([...attributes.map((id) => attributeRuleset(id)), ...groups], rules)
  const started = process.cpuUsage()
  const { manifests } = evaluateWorld({ people: [...people, person('stranger')], policy }, now)
  assert.ok(process.cpuUsage(started).user < 2_000_000)
  assert.equal(manifests.get('g1')?.length, 50)
  assert.equal(manifests.get('g7')?.length, 0)
})

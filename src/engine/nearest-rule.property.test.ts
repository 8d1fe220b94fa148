import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { holdsWithMatter } from '../../test/property-runs.ts'
import { compilePolicy } from './compile-policy.ts'
import { directoryOf } from './directory.ts'
import { evaluatePerson } from './evaluate-person.ts'
import { explainPerson } from './explain.ts'
import {
  attributeRuleset,
  now,
  person,
  policyOf,
  profileIs,
  rule,
  ruleset,
} from './facts-for-tests.ts'
import type { Condition, Person, Policy } from './model.ts'
import { unmetOf } from './rule-finding.ts'

/** All values that one or two tests of `tests` need together. */
const single = ['sales', 'legal', 'salty 2', '7', '12']
const pairs = single.flatMap((one, at) => single.slice(at + 1).map((other) => [one, other]))
const values = [[], ...single.map((one) => [one]), ...pairs]
const bosses = [null, 'top', 'middle']
const others = [person('top'), person('middle', { managerId: 'top' }), person('peer')]

const accounts = values.flatMap((k) =>
  values.map((n) => [{ integrationId: 'idp', profile: { k, n } }]),
)

/** Everything that the subject could be. */
const variants: Person[] = bosses.flatMap((managerId) =>
  [[], ...accounts].map((identities) => person('subject', { managerId, identities })),
)

const tests = [
  ['equals', 'Sales'],
  ['not_equals', 'sales'],
  ['in', '["legal","7"]'],
  ['not_in', '["legal","sales"]'],
  ['contains', 'al'],
  ['not_contains', 'al'],
  ['starts_with', 'sal'],
  ['ends_with', '2'],
  ['matches', '1.'],
  ['exists', null],
  ['not_exists', null],
  ['greater_than', '10'],
  ['less_than', '10'],
] as const
const identityCondition = fc
  .tuple(fc.constantFrom('k', 'n'), fc.constantFrom(...tests))
  .map(([key, [operator, value]]): Condition => profileIs(key, operator, value))

const membership = (
  type: 'user' | 'direct_reports_of' | 'all_reports_of',
  ...ids: string[]
): fc.Arbitrary<Condition> =>
  fc.record({
    type: fc.constant(type),
    resourceId: fc.constantFrom(...ids),
    operator: fc.constantFrom('equals', 'not_equals'),
  })
const ofPeople = fc.oneof(
  { weight: 6, arbitrary: identityCondition },
  membership('user', 'subject', 'peer'),
  membership('direct_reports_of', 'top', 'subject'),
  membership('all_reports_of', 'top', 'subject'),
)
const conditions = fc.array(ofPeople, { minLength: 1, maxLength: 2 })
const ofAttribute = fc
  .constantFrom('a', 'b', 'nobody decides')
  .map((resourceId): Condition[] => [{ type: 'attribute', resourceId, operator: 'equals' }])

/** A ruleset whose rules ask for facts, or for one attribute that rules over facts decide. */
const policies = fc
  .record({
    rules: fc.array(fc.oneof({ weight: 2, arbitrary: conditions }, ofAttribute), {
      minLength: 1,
      maxLength: 4,
    }),
    deciding: fc.array(fc.tuple(fc.constantFrom('a.rules', 'b.rules'), conditions), {
      maxLength: 3,
    }),
  })
  .map(({ rules, deciding }) =>
    policyOf(
      [ruleset('s'), attributeRuleset('a'), attributeRuleset('b')],
      [
        ...rules.map((conditions, index) => rule(`r${index}`, 's', { conditions })),
        ...deciding.map(([of, conditions], index) => rule(`d${index}`, of, { conditions })),
      ],
    ),
  )

test('the nearest rule is one that the person could come to meet, if there is any, and its words are what is missing', async () => {
  let misses = 0
  let found = 0
  await holdsWithMatter(
    fc.property(policies, fc.constantFrom(...variants), (policy, subject) => {
      const { nearest, first, rules } = explain(policy, subject)
      if (first !== null) return
      misses += 1
      const reachable = reachableRules(policy)
      const possible = rules.filter((each) => reachable.has(each.rule.id))
      if (nearest === null) {
        assert.deepEqual(possible, [])
        return
      }
      found += 1
      const asksWhatNoRuleDecides = unmetOf(nearest).some(
        ({ saw }) => saw.kind === 'attribute' && saw.holds === null,
      )
      if (asksWhatNoRuleDecides) {
        assert.deepEqual(possible, [])
        return
      }
      assert.ok(reachable.has(nearest.rule.id), 'nobody like this could meet it')
      for (const each of possible) assert.ok(unmetOf(each).length >= unmetOf(nearest).length)
      assertGetsIn(
        policy,
        nearest.rule.id,
        unmetOf(nearest).map(({ condition }) => condition),
      )
    }),
    {
      runs: 300,
      isEnough: () => found > 100 && misses > found,
      told: () => `only ${found} of ${misses} misses had a nearest rule`,
    },
  )
})

function explain(policy: Policy, subject: Person) {
  const people = [subject, ...others]
  const setting = {
    source: policy,
    compiled: compilePolicy(policy),
    directory: directoryOf(people),
    now,
  }
  return explainPerson(setting, subject, 's')
}

/** The qualifications of each variant. */
function qualifications(policy: Policy): Map<Person, readonly string[]> {
  const compiled = compilePolicy(policy)
  return new Map(
    variants.map((variant) => {
      const setting = { policy: compiled, directory: directoryOf([variant, ...others]), now }
      return [variant, evaluatePerson(setting, variant).qualified]
    }),
  )
}

function reachableRules(policy: Policy): Set<string> {
  return new Set([...qualifications(policy).values()].flat())
}

/** A person who meets the missing conditions and the others is admitted. */
function assertGetsIn(policy: Policy, ruleId: string, missing: readonly Condition[]): void {
  const asked = policy.rules.find(({ id }) => id === ruleId)?.conditions ?? []
  const alone: Policy = {
    ...policy,
    rulesets: [...policy.rulesets, ruleset('missing')],
    rules: [
      ...policy.rules,
      rule('missing', 'missing', { conditions: missing }),
      rule('rest', 'missing', { conditions: asked.filter((each) => !missing.includes(each)) }),
    ],
  }
  const isAll = missing.length === asked.length
  const changed = [...qualifications(alone)].flatMap(([variant, met]) =>
    met.includes('missing') && (isAll || met.includes('rest')) ? [variant] : [],
  )
  assert.ok(changed.length > 0, 'what is missing can’t be changed')
  for (const variant of changed) {
    const { admittingRuleId } = explain(policy, variant)
    assert.notEqual(admittingRuleId, null)
  }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { evaluateWorld } from '../evaluate-world.ts'
import { attributeRuleset, now, policyOf, profileIs, rule, ruleset } from '../facts-for-tests.ts'
import type { Condition, Person, Policy } from '../model.ts'
import { compileColumnPolicy } from './column-policy.ts'
import { contradict } from '../contradictions.ts'
import { findInRules } from './rule-findings.ts'
import { anyChangingWorld, anyCondition, anyPerson } from './worlds-for-tests.ts'

function findings(policy: Policy) {
  return findInRules(compileColumnPolicy(policy).inForce, {
    now,
    primaryIntegrationId: policy.primaryIntegrationId,
  })
}

const is = (type: 'user' | 'direct_reports_of' | 'all_reports_of', resourceId: string) =>
  ({ type, resourceId, operator: 'equals' }) as const

const pairs: [Condition, Condition, boolean][] = [
  [profileIs('k', 'equals', 'a'), profileIs('k', 'equals', 'b'), false],
  [profileIs('k', 'equals', 'A'), profileIs('k', 'not_equals', 'a '), true],
  [profileIs('k', 'in', '["a","b"]'), profileIs('k', 'not_in', '["b","a","c"]'), true],
  [profileIs('k', 'in', '["a","b"]'), profileIs('k', 'not_equals', 'a'), false],
  [profileIs('k', 'equals', 'VP Sales'), profileIs('k', 'not_contains', 'vp'), true],
  [profileIs('k', 'starts_with', 'abc'), profileIs('k', 'not_contains', 'b'), true],
  [profileIs('k', 'contains', 'b'), profileIs('k', 'not_contains', 'abc'), false],
  [profileIs('k', 'not_exists', null), profileIs('k', 'not_equals', 'a'), true],
  [profileIs('k', 'not_exists', null), profileIs('j', 'exists', null), false],
  [profileIs('k', 'greater_than', '9'), profileIs('k', 'less_than', '3'), false],
  [is('user', 'a'), is('user', 'b'), true],
  [is('direct_reports_of', 'a'), is('direct_reports_of', 'b'), true],
  [is('all_reports_of', 'a'), is('all_reports_of', 'b'), false],
  [is('user', 'a'), is('all_reports_of', 'a'), true],
  [is('user', 'a'), is('direct_reports_of', 'a'), true],
  [is('user', 'a'), { ...is('all_reports_of', 'a'), operator: 'not_equals' }, false],
  [is('direct_reports_of', 'a'), is('all_reports_of', 'a'), false],
  [is('direct_reports_of', 'a'), { ...is('all_reports_of', 'a'), operator: 'not_equals' }, true],
  [is('all_reports_of', 'a'), { ...is('direct_reports_of', 'a'), operator: 'not_equals' }, false],
  [is('user', 'a'), { ...is('user', 'a'), operator: 'not_equals' }, true],
]

function name(it: Condition): string {
  return `${it.type} ${it.operator} ${'value' in it ? it.value : it.resourceId}`
}

for (const [a, b, expected] of pairs) {
  test(`${name(a)} and ${name(b)} ${expected ? 'contradict each other' : 'may both hold'}`, () => {
    assert.equal(contradict(a, b, 'idp'), expected)
    assert.equal(contradict(b, a, 'idp'), expected)
  })
}

/** The database accepts no person as their own manager. */
const withoutSelves = (people: readonly Person[]) =>
  people.map((each) => (each.managerId === each.id ? { ...each, managerId: null } : each))

test('nobody meets two conditions that are said to contradict each other', () => {
  const people = fc.tuple(...['p0', 'p1', 'p2', 'p3'].map(anyPerson))
  fc.assert(
    fc.property(people, anyCondition(1), anyCondition(1), (people, a, b) => {
      fc.pre(contradict(a, b, 'idp'))
      const rules = [
        rule('both', 's', { conditions: [a, b] }),
        rule('of a0', 'a0.rules', { conditions: [profileIs('k', 'exists', null)] }),
      ]
      const policy = policyOf([ruleset('s'), attributeRuleset('a0')], rules)
      const { qualified } = evaluateWorld({ people: withoutSelves(people), policy }, now)
      assert.ok([...qualified.values()].every((met) => !met.includes('both')))
    }),
    { numRuns: 500, maxSkipsPerRun: 1000 },
  )
})

test('what is found in rules holds for whoever there is', () => {
  fc.assert(
    fc.property(anyChangingWorld, (world) => {
      const { policy } = world
      const people = withoutSelves(world.people)
      const { qualified } = evaluateWorld({ people, policy }, now)
      const who = (ruleId: string) =>
        people.filter(({ id }) => qualified.get(id)?.includes(ruleId)).map(({ id }) => id)
      for (const finding of findings(policy)) {
        if (finding.kind === 'never_matches') assert.deepEqual(who(finding.ruleId), [])
        if (finding.kind !== 'shadowed') continue
        const earlier = who(finding.byRuleId)
        assert.ok(who(finding.ruleId).every((id) => earlier.includes(id)))
      }
    }),
    { numRuns: 1000 },
  )
})

const team = profileIs('team', 'equals', 'a')
const site = profileIs('site', 'equals', 'x')

test('a rule that needs what nobody can have is found, through attributes too', () => {
  const rules = [
    rule('r1', 'a.rules', { conditions: [team, { ...team, operator: 'not_equals' }] }),
    rule('r2', 's', { conditions: [{ type: 'attribute', resourceId: 'a', operator: null }] }),
    rule('r3', 's', {
      conditions: [{ type: 'attribute', resourceId: 'b', operator: 'not_equals' }],
    }),
    rule('r4', 's'),
    rule('r5', 's', {
      conditions: [{ type: 'attribute', resourceId: 'a', operator: 'not_equals' }],
    }),
  ]
  const policy = policyOf([attributeRuleset('a'), attributeRuleset('b'), ruleset('s')], rules)
  assert.deepEqual(findings(policy), [
    { kind: 'never_matches', ruleId: 'r1', reason: 'contradiction', conditions: [0, 1] },
    { kind: 'never_matches', ruleId: 'r2', reason: 'attribute_never_held', conditions: [0] },
    { kind: 'never_matches', ruleId: 'r3', reason: 'nothing_to_test', conditions: [] },
    { kind: 'never_matches', ruleId: 'r4', reason: 'no_conditions', conditions: [] },
  ])
})

test('a rule that asks for more than an earlier one of its ruleset is shadowed', () => {
  const rules = [
    rule('wide', 's', { conditions: [team], priority: 1 }),
    rule('narrow', 's', { conditions: [site, profileIs('team', 'in', '["A"]')] }),
    rule('other', 'o', { conditions: [site, team] }),
  ]
  const policy = policyOf([ruleset('s'), ruleset('o')], rules)
  assert.deepEqual(findings(policy), [{ kind: 'shadowed', ruleId: 'narrow', byRuleId: 'wide' }])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { evaluateWorld } from '../evaluate-world.ts'
import {
  attributeRuleset,
  now,
  person,
  personWith,
  policyOf,
  profileIs,
  rule,
  ruleset,
} from '../facts-for-tests.ts'
import type { Condition, Person, Policy } from '../model.ts'
import { columnsRead } from './column-keys.ts'
import { compileColumnPolicy } from './column-policy.ts'
import { contradict } from './contradictions.ts'
import { PeopleColumns } from './people-columns.ts'
import { findAmongPeople } from './people-findings.ts'
import { findInRules } from './rule-findings.ts'
import { anyChangingWorld, anyCondition, anyPerson } from './worlds-for-tests.ts'

function findings(policy: Policy) {
  return findInRules(compileColumnPolicy(policy).inForce, {
    primaryIntegrationId: policy.primaryIntegrationId,
    integrationIds: new Set(['idp']),
    attributeIds: new Set(policy.rulesets.map(({ resourceId }) => resourceId)),
  })
}

function findingsAmong(policy: Policy, people: readonly Person[]) {
  const columns = new PeopleColumns(columnsRead(policy), policy.frozenAttributes)
  columns.putAll(people)
  return findAmongPeople(compileColumnPolicy(policy).inForce, columns, now)
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
      const { qualified } = evaluateWorld({ people, policy }, now)
      assert.ok([...qualified.values()].every((met) => !met.includes('both')))
    }),
    { numRuns: 500, maxSkipsPerRun: 1000 },
  )
})

test('what is found in rules holds for whoever there is', () => {
  fc.assert(
    fc.property(anyChangingWorld, ({ people, policy }) => {
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

test('what is found among people is what the plain evaluator says of them', () => {
  fc.assert(
    fc.property(anyChangingWorld, ({ people, policy }) => {
      const { qualified } = evaluateWorld({ people, policy }, now)
      const present = people.filter(({ deletedAt }) => deletedAt === null).length
      const counts = new Map<string, number>()
      for (const id of [...qualified.values()].flat()) counts.set(id, (counts.get(id) ?? 0) + 1)
      for (const finding of findingsAmong(policy, people)) {
        const count = counts.get(finding.ruleId) ?? 0
        if (finding.kind === 'matches_nobody') assert.equal(count, 0)
        if (finding.kind === 'matches_everybody') assert.equal(count, present)
        if (finding.kind === 'shadowed_among_present') assert.equal(count, finding.people)
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

test('a reference to what does not exist is found', () => {
  const rules = [
    rule('r', 's', {
      conditions: [
        { ...team, resourceId: 'old' },
        { type: 'attribute', resourceId: 'lost', operator: null },
      ],
    }),
  ]
  assert.deepEqual(
    findings(policyOf([ruleset('s')], rules)).filter(({ kind }) => kind === 'referent_gone'),
    [
      { kind: 'referent_gone', ruleId: 'r', condition: 0, referent: 'integration' },
      { kind: 'referent_gone', ruleId: 'r', condition: 1, referent: 'attribute' },
    ],
  )
})

test('among the people there are: nobody, everybody, only who is in already, and one who left', () => {
  const people = [
    personWith('p', { team: 'a', site: 'x' }),
    personWith('q', { team: 'a' }),
    person('gone', { deletedAt: now }),
  ]
  const rules = [
    rule('r1', 's', { conditions: [team] }),
    rule('r2', 's', { conditions: [site] }),
    rule('r3', 's', { conditions: [is('direct_reports_of', 'gone')] }),
  ]
  assert.deepEqual(findingsAmong(policyOf([ruleset('s')], rules), people), [
    { kind: 'matches_everybody', ruleId: 'r1', people: 2 },
    { kind: 'shadowed_among_present', ruleId: 'r2', people: 1 },
    { kind: 'matches_nobody', ruleId: 'r3' },
    { kind: 'person_left', ruleId: 'r3', condition: 0, personId: 'gone' },
  ])
})

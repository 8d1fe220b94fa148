import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePolicy } from './compile-policy.ts'
import { directoryOf } from './directory.ts'
import { explainPerson } from './explain.ts'
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
import type { Condition, MembershipCondition, Person, Policy } from './model.ts'
import { unmetOf } from './rule-finding.ts'

function explain(subject: Person, policy: Policy) {
  const setting = {
    source: policy,
    compiled: compilePolicy(policy),
    directory: directoryOf([subject, person('boss')]),
    now,
  }
  return explainPerson(setting, subject, 's')
}

const is = (type: MembershipCondition['type'], resourceId: string): MembershipCondition => ({
  type,
  resourceId,
  operator: null,
})
const isNot = (type: MembershipCondition['type'], resourceId: string): MembershipCondition => ({
  type,
  resourceId,
  operator: 'not_equals',
})
const has = (key: string) => profileIs(key, 'exists', null)
const undecided = is('attribute', 'that nobody decides')

test('the nearest rule lacks the fewest conditions, and of equals is the first to admit', () => {
  const policy = policyOf(
    [ruleset('s')],
    [
      rule('far', 's', { priority: 1, conditions: [has('b'), has('c')] }),
      rule('second', 's', { priority: 3, conditions: [has('a'), has('c')] }),
      rule('first', 's', { priority: 2, conditions: [has('a'), has('b')] }),
      rule('draft', 's', { priority: 0, state: 'staged', conditions: [has('a')] }),
    ],
  )
  const { nearest } = explain(personWith('p', { a: '1' }), policy)
  assert.equal(nearest?.rule.id, 'first')
  assert.deepEqual(nearest && unmetOf(nearest).map(({ condition }) => condition), [has('b')])
})

/** Attributes, each with the conditions of its rules. */
const deciding: Record<string, Condition[][]> = {
  'by profile': [[has('x')]],
  'by name': [[is('user', 'p')]],
  'by name and profile': [[is('user', 'p'), has('held')]],
  'by another name': [[is('user', 'q')]],
  'by another name or by profile': [[is('user', 'q')], [has('x'), has('y')]],
  'by nothing': [[]],
  'by an undecided attribute': [[undecided]],
  deep: [[is('attribute', 'deeper')]],
  deeper: [[is('attribute', 'deepest')]],
  deepest: [[has('x')]],
}

function policyWith(rules: Condition[][], primaryIntegrationId: string | null = 'idp'): Policy {
  const decided = Object.entries(deciding).flatMap(([id, alternatives]) =>
    alternatives.map((conditions, at) => rule(`${id} ${at}`, `${id}.rules`, { conditions })),
  )
  const rulesets = [ruleset('s'), ...Object.keys(deciding).map((id) => attributeRuleset(id))]
  const own = rules.map((conditions, at) => rule(`r${at}`, 's', { conditions }))
  return { ...policyOf(rulesets, [...own, ...decided]), primaryIntegrationId }
}

/**
 * Whether facts about the person can make them meet a rule of these conditions, which then is nearer than one that asks
 * for a change of the policy; or only such a change can; or nothing.
 */
function reachOf(conditions: Condition[], facts: Partial<Person> = {}, primary?: string | null) {
  const subject = { ...personWith('p', { held: '1' }), managerId: 'boss', ...facts }
  const { nearest: alone } = explain(subject, policyWith([conditions], primary))
  const { nearest: beside } = explain(subject, policyWith([[undecided], conditions], primary))
  if (alone === null) return 'never'
  return beside?.rule.id === 'r1' ? 'person' : 'policy'
}

test('values can come to a person in every integration that there is', () => {
  assert.equal(reachOf([has('x')]), 'person')
  assert.equal(reachOf([has('x')], {}, null), 'policy')
  assert.equal(reachOf([{ ...has('x'), resourceId: 'chat' }], {}, null), 'person')
})

test('a person stays who they are, and can come back', () => {
  assert.equal(reachOf([is('user', 'q')]), 'never')
  assert.equal(reachOf([isNot('user', 'p')]), 'never')
  assert.equal(reachOf([is('user', 'p')], { expiresAt: now }), 'person')
  assert.equal(reachOf([is('user', 'q')], { expiresAt: now }), 'never')
})

test('a person can get and lose any manager but themselves', () => {
  for (const type of ['direct_reports_of', 'all_reports_of'] as const) {
    assert.equal(reachOf([is(type, 'lead')]), 'person')
    assert.equal(reachOf([isNot(type, 'boss')]), 'person')
    assert.equal(reachOf([is(type, 'p')]), 'never')
  }
})

test('an attribute can be got as the nearest of its rules can be met', () => {
  const got = (id: string) => reachOf([is('attribute', id)])
  assert.equal(got('by profile'), 'person')
  assert.equal(got('by another name'), 'never')
  assert.equal(got('by another name or by profile'), 'person')
  assert.equal(got('by an undecided attribute'), 'policy')
  assert.equal(got('by nothing'), 'policy')
  assert.equal(got('deep'), 'policy', 'it is not explained so far down')
  assert.equal(got('deeper'), 'person')
  assert.equal(reachOf([isNot('attribute', undecided.resourceId)]), 'policy')
})

test('an attribute that is held by name alone can only be lost in the policy', () => {
  assert.equal(reachOf([isNot('attribute', 'by name')]), 'policy')
  assert.equal(reachOf([isNot('attribute', 'by profile')], personWith('p', { x: '1' })), 'person')
  assert.equal(reachOf([isNot('attribute', 'by name and profile')]), 'person')
})

test('a rule is as far as the farthest of what is missing', () => {
  assert.equal(reachOf([has('x'), has('y'), has('held')]), 'person')
  assert.equal(reachOf([has('x'), undecided]), 'policy')
  assert.equal(reachOf([undecided, is('user', 'q')]), 'never')
  assert.equal(reachOf([undecided, has('held')]), 'policy')
  assert.equal(reachOf([has('held'), profileIs('held', 'not_exists', null)]), 'never')
  assert.equal(
    reachOf([profileIs('unit', 'equals', 'a'), profileIs('unit', 'not_in', '["a"]')]),
    'never',
  )
})

const explained = (id: string) => {
  const saw = explain(personWith('p', {}), policyWith([[is('attribute', id)]])).rules[0]
    ?.conditions[0]?.saw
  return saw?.kind === 'attribute' ? saw.rule?.rule.id : null
}

test('an attribute that can not be got is explained by the rule that is least far', () => {
  assert.equal(explained('by another name'), 'by another name 0')
  assert.equal(explained('by another name or by profile'), 'by another name or by profile 1')
  assert.equal(explained('by nothing'), undefined)
})

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
import type { Condition, Person, Policy } from './model.ts'
import { unmetOf } from './rule-finding.ts'

const explain = (subject: Person, policy: Policy, others: Person[] = []) =>
  explainPerson(
    {
      source: policy,
      compiled: compilePolicy(policy),
      directory: directoryOf([subject, ...others]),
      now,
    },
    subject,
    's',
  )
const holds = (attributeId: string): Condition => ({
  type: 'attribute',
  resourceId: attributeId,
  operator: null,
})

test('the nearest rule lacks the fewest conditions, and of equals is the first to admit', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((key) => profileIs(key, 'exists', null))
  assert.ok(a !== undefined && b !== undefined && c !== undefined)
  const policy = policyOf(
    [ruleset('s')],
    [
      rule('far', 's', { priority: 1, conditions: [b, c] }),
      rule('second', 's', { priority: 3, conditions: [a, c] }),
      rule('first', 's', { priority: 2, conditions: [a, b] }),
      rule('draft', 's', { priority: 0, state: 'staged', conditions: [a] }),
    ],
  )
  const { nearest, rules, admittingRuleId } = explain(personWith('p', { a: '1' }), policy)
  assert.equal(admittingRuleId, null)
  assert.equal(nearest?.rule.id, 'first')
  assert.deepEqual(nearest && unmetOf(nearest).map(({ condition }) => condition), [b])
  assert.deepEqual(
    rules.map(({ rule: { id }, isMet, isInForce }) => [id, isMet, isInForce]),
    [
      ['draft', true, false],
      ['far', false, true],
      ['first', false, true],
      ['second', false, true],
    ],
  )
})

test('values are shown as the profile spells them, identity by identity', () => {
  const subject = person('p', {
    identities: [
      { integrationId: 'chat', profile: { team: 'C' } },
      { integrationId: 'idp', profile: { team: ['Ä ', 'B'] } },
      { integrationId: 'idp', profile: {} },
    ],
  })
  const policy = policyOf(
    [ruleset('s')],
    [rule('r', 's', { conditions: [profileIs('team', 'equals', 'ä')] })],
  )
  const [finding] = explain(subject, policy).rules
  assert.deepEqual(finding?.conditions[0], {
    condition: profileIs('team', 'equals', 'ä'),
    isMet: true,
    saw: {
      kind: 'identities',
      integrationId: 'idp',
      identities: [
        { index: 1, values: ['Ä', 'B'], isIgnored: false },
        { index: 2, values: [], isIgnored: false },
      ],
    },
  })
})

test('an attribute is explained by the rule that gives it, down to a depth', () => {
  const ids = ['a1', 'a2', 'a3', 'a4']
  const chain = ids.map((id, index) =>
    rule(`decides ${id}`, `${id}.rules`, {
      conditions: [
        index === ids.length - 1 ? profileIs('x', 'exists', null) : holds(ids[index + 1] ?? ''),
      ],
    }),
  )
  const policy = policyOf(
    [ruleset('s'), ...ids.map((id) => attributeRuleset(id))],
    [rule('r', 's', { conditions: [holds('a1')] }), ...chain],
  )
  let finding = explain(personWith('p', { x: '1' }), policy).rules[0]
  const met: (string | undefined)[] = []
  let isCut = false
  while (finding !== undefined) {
    met.push(finding.rule.id)
    const saw = finding.conditions[0]?.saw
    assert.ok(saw?.kind === 'attribute' && saw.holds === true)
    isCut = saw.isCut
    finding = saw.rule ?? undefined
  }
  assert.deepEqual(met, ['r', 'decides a1', 'decides a2'])
  assert.equal(isCut, true)
})

test('who holds an attribute by name alone is not told to lose it where another rule is nearer to them', () => {
  const policy = policyOf(
    [ruleset('s'), attributeRuleset('a')],
    [
      rule('without a', 's', {
        priority: 1,
        conditions: [{ ...holds('a'), operator: 'not_equals' }],
      }),
      rule('by profile', 's', { priority: 2, conditions: [profileIs('x', 'exists', null)] }),
      rule('of a', 'a.rules', {
        conditions: [{ type: 'user', resourceId: 'p', operator: null }],
      }),
    ],
  )
  assert.equal(explain(personWith('p', {}), policy).nearest?.rule.id, 'by profile')
})

test('an attribute that no rule decides is neither held nor not held', () => {
  const policy = policyOf([ruleset('s')], [rule('r', 's', { conditions: [holds('none')] })])
  const [finding] = explain(person('p'), policy).rules
  assert.deepEqual(finding?.conditions[0]?.saw, {
    kind: 'attribute',
    holds: null,
    deactivated: [],
    rule: null,
    isCut: false,
  })
})

test('the deactivated accounts that make a negative condition false are named', () => {
  const negative = { ...holds('a'), operator: 'not_equals' as const }
  const policy = {
    ...policyOf([ruleset('s')], [rule('r', 's', { conditions: [negative, holds('a')] })]),
    integrationOfAttribute: { a: 'hr' },
  }
  const subject = person('p', {
    identities: [
      { integrationId: 'idp', profile: {} },
      { integrationId: 'hr', profile: {}, isDeactivated: true },
    ],
  })
  const [finding] = explain(subject, policy).rules
  const named = finding?.conditions.map(({ saw }) => saw.kind === 'attribute' && saw.deactivated)
  assert.deepEqual(named, [[1], []])
})

test('a rule that has ended is not explained', () => {
  const met = { conditions: [profileIs('x', 'exists', null)] }
  const states = ['active', 'expired', 'deactivated', 'expiring'] as const
  const policy = policyOf(
    [ruleset('s')],
    states.map((state) => rule(state, 's', { ...met, state, expiresAt: now + 1 })),
  )
  const { rules } = explain(personWith('p', { x: '1' }), policy)
  assert.deepEqual(rules.map(({ rule: { id } }) => id).toSorted(), ['active', 'expiring'])
})

test('who qualifies but may not be in is not admitted, and no rule is nearest', () => {
  const policy = policyOf(
    [ruleset('s')],
    [rule('r', 's', { conditions: [profileIs('x', 'exists', null)] })],
  )
  const secondary = { ...personWith('p', { x: '1' }), parentId: 'boss' }
  const parent = person('boss', { baseState: 'suspended' })
  const { eligibility, admittingRuleId, nearest } = explain(secondary, policy, [parent])
  assert.deepEqual(eligibility, {
    isEligible: false,
    isDeleted: false,
    state: 'active',
    parentState: 'suspended',
  })
  assert.equal(admittingRuleId, null)
  assert.equal(nearest, null)
})

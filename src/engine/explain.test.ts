import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePolicy } from './compile-policy.ts'
import { directoryOf } from './directory.ts'
import { explainPerson, type Explanation } from './explain.ts'
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
import type { Condition, Identity, Person, Policy } from './model.ts'
import type { SeenAttribute } from './rule-finding.ts'

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

/** What the conditions of the first rule saw of attributes. */
function attributesSeen({ rules }: Explanation): SeenAttribute[] {
  return (rules[0]?.conditions ?? []).flatMap(({ saw }) => (saw.kind === 'attribute' ? [saw] : []))
}

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
  const conditions = [negative, holds('a'), { ...negative, resourceId: 'b' }]
  const policy = {
    ...policyOf([ruleset('s')], [rule('r', 's', { conditions })]),
    integrationOfAttribute: { a: 'hr' },
  }
  const active = { integrationId: 'idp', profile: {} }
  const deactivated = { integrationId: 'hr', profile: {}, isDeactivated: true }
  const named = (...identities: Identity[]) =>
    attributesSeen(explain(person('p', { identities }), policy)).map((saw) => saw.deactivated)
  assert.deepEqual(named(active, deactivated, deactivated), [[1, 2], [], []])
  assert.deepEqual(named(active, deactivated, { ...active, integrationId: 'hr' }), [[], [], []])
  assert.deepEqual(named(active), [[], [], []])
})

const account = (integrationId: string, isDeactivated: boolean) => ({
  integrationId,
  profile: { x: '1' },
  isDeactivated,
})

test('values of deactivated accounts are shown, and ignored outside the primary integration', () => {
  const identities = [account('idp', true), account('chat', true), account('chat', false)]
  const inChat = { ...profileIs('x', 'exists', null), resourceId: 'chat' }
  const conditions = [profileIs('x', 'exists', null), inChat]
  const policy = policyOf([ruleset('s')], [rule('r', 's', { conditions })])
  const [finding] = explain(person('p', { identities }), policy).rules
  assert.deepEqual(
    finding?.conditions.map(({ saw }) => saw.kind === 'identities' && saw.identities),
    [
      [{ index: 0, values: ['1'], isIgnored: false }],
      [
        { index: 1, values: ['1'], isIgnored: true },
        { index: 2, values: ['1'], isIgnored: false },
      ],
    ],
  )
})

test('of managers the direct one or all are shown, of the person whether they are away', () => {
  const conditions = (['direct_reports_of', 'all_reports_of', 'user'] as const).map((type) => ({
    type,
    resourceId: 'boss',
    operator: null,
  }))
  const policy = policyOf([ruleset('s')], [rule('r', 's', { conditions })])
  const others = [person('lead', { managerId: 'boss' }), person('boss')]
  const seen = (facts: Partial<Person>) =>
    explain(person('p', facts), policy, others).rules[0]?.conditions.map(({ saw }) => saw)
  assert.deepEqual(seen({ managerId: 'lead' }), [
    { kind: 'managers', managers: ['lead'] },
    { kind: 'managers', managers: ['lead', 'boss'] },
    { kind: 'self', isAway: false },
  ])
  assert.deepEqual(seen({ expiresAt: now }), [
    { kind: 'managers', managers: [] },
    { kind: 'managers', managers: [] },
    { kind: 'self', isAway: true },
  ])
})

const needs = (key: string) => ({ conditions: [profileIs(key, 'exists', null)] })

test('an attribute is explained by a rule that is met, else by the nearest; rules of groups decide none', () => {
  const twice = { conditions: ['x', 'y'].map((key) => profileIs(key, 'exists', null)) }
  const policy = policyOf(
    [ruleset('s'), attributeRuleset('a'), ruleset('group', { resourceId: 'a' })],
    [
      rule('r', 's', { conditions: [holds('a')] }),
      rule('of a group', 'group', { ...needs('z'), priority: 1 }),
      rule('by both', 'a.rules', { ...twice, priority: 2 }),
      rule('by x', 'a.rules', { ...needs('x'), priority: 3 }),
    ],
  )
  const shown = (profile: Record<string, unknown>) =>
    attributesSeen(explain(personWith('p', profile), policy)).map((saw) => saw.rule?.rule.id)
  assert.deepEqual(shown({ x: '1', z: '1' }), ['by x'])
  assert.deepEqual(shown({ x: '1', y: '1' }), ['by both'])
  assert.deepEqual(shown({ z: '1' }), ['by x'])
})

test('a staged rule is explained with staged rules of attributes, and a rule in force without them', () => {
  const policy = policyOf(
    [ruleset('s'), attributeRuleset('a')],
    [
      rule('live', 's', { conditions: [holds('a')] }),
      rule('next', 's', { state: 'staged', conditions: [holds('a')] }),
      rule('of a', 'a.rules', needs('x')),
      rule('next of a', 'a.rules', { ...needs('y'), state: 'staged' }),
    ],
  )
  const { rules } = explain(personWith('p', { y: '1' }), policy)
  assert.deepEqual(
    rules.map(({ rule: { id }, isMet, conditions }) => {
      const saw = conditions[0]?.saw
      assert.ok(saw?.kind === 'attribute')
      return [id, isMet, saw.holds, saw.rule?.rule.id]
    }),
    [
      ['live', false, false, 'of a'],
      ['next', true, true, 'next of a'],
    ],
  )
})

const many = (count: number) => Array.from({ length: count }, () => profileIs('x', 'exists', null))

const cut = (...sizes: number[]) => {
  const ids = sizes.map((_, index) => `a${index}`)
  const policy = policyOf(
    [ruleset('s'), ...ids.map((id) => attributeRuleset(id))],
    [
      rule('r', 's', { conditions: ids.map(holds) }),
      ...ids.map((id, index) =>
        rule(`of ${id}`, `${id}.rules`, { conditions: many(sizes[index] ?? 0) }),
      ),
    ],
  )
  return attributesSeen(explain(person('p'), policy)).map((saw) => saw.isCut)
}

test('nested rules are explained up to a thousand conditions in all', () => {
  assert.deepEqual(cut(1000), [false])
  assert.deepEqual(cut(1001), [true])
  assert.deepEqual(cut(400, 601, 600, 1), [false, true, false, true])
})

test('a rule without conditions admits nobody, and is nearest to nobody', () => {
  const policy = policyOf([ruleset('s')], [rule('r', 's')])
  const { first, nearest, admittingRuleId, rules } = explain(person('p'), policy)
  assert.deepEqual([first, nearest, admittingRuleId, rules[0]?.isMet], [null, null, null, false])
})

test('a deleted person meets no rule, and the first whose conditions hold is shown', () => {
  const conditions = [profileIs('x', 'exists', null)]
  const policy = policyOf([ruleset('s')], [rule('r', 's', { conditions })])
  const deleted = { ...personWith('p', { x: '1' }), deletedAt: now }
  const { eligibility, rules, first, nearest, admittingRuleId } = explain(deleted, policy)
  assert.deepEqual(eligibility, {
    isEligible: false,
    isDeleted: true,
    state: 'deactivated',
    parentState: null,
  })
  const found = [rules[0]?.isMet, first?.rule.id, nearest, admittingRuleId]
  assert.deepEqual(found, [false, 'r', null, null])
})

test('of the rules of a ruleset that have not ended the first that is in force admits', () => {
  const conditions = [profileIs('x', 'exists', null)]
  const policy = policyOf(
    [ruleset('s'), ruleset('other')],
    [
      rule('draft', 's', { conditions, state: 'staged', priority: 1 }),
      rule('elsewhere', 'other', { conditions, priority: 2 }),
      rule('of no ruleset', 'gone', { conditions, priority: 2 }),
      rule('far', 's', { conditions: [profileIs('y', 'exists', null)], priority: 3 }),
      rule('first', 's', { conditions, priority: 4 }),
      rule('second', 's', { conditions, priority: 5, state: 'expiring', expiresAt: now + 1 }),
      rule('expired', 's', { conditions, priority: 2, state: 'expired' }),
      rule('deactivated', 's', { conditions, priority: 2, state: 'deactivated' }),
    ],
  )
  const { rules, first, nearest, admittingRuleId } = explain(personWith('p', { x: '1' }), policy)
  assert.deepEqual(
    rules.map(({ rule: { id }, isMet, isInForce }) => [id, isMet, isInForce]),
    [
      ['draft', true, false],
      ['far', false, true],
      ['first', true, true],
      ['second', true, true],
    ],
  )
  assert.deepEqual([first?.rule.id, nearest, admittingRuleId], ['first', null, 'first'])
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

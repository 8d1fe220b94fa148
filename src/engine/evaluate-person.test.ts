import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  attributeRuleset,
  now,
  person,
  personWith,
  policyOf,
  profileIs,
  rule,
  ruleset,
  stagedFor,
  verdictOn,
} from './facts-for-tests.ts'
import type { Condition, Person, Rule } from './model.ts'

/** Whether a person meets an active rule of these conditions, among the people given. */
function meets(subject: Person, conditions: Condition[], others: Person[] = []): boolean {
  const policy = policyOf([ruleset('s')], [rule('r', 's', { conditions })])
  return verdictOn(subject, policy, others).qualified.length > 0
}

test('an identity condition reads the integration it names, else the primary', () => {
  const subject = person('p', {
    identities: [
      { integrationId: 'idp', profile: { team: 'a' } },
      { integrationId: 'chat', profile: { team: 'b' } },
    ],
  })
  const inChat = { ...profileIs('team', 'equals', 'b'), resourceId: 'chat' }
  assert.equal(meets(subject, [profileIs('team', 'equals', 'a')]), true)
  assert.equal(meets(subject, [profileIs('team', 'equals', 'b')]), false)
  assert.equal(meets(subject, [inChat]), true)
  assert.equal(meets(subject, [{ ...inChat, operator: 'not_exists', value: null }]), false)
})

test('several identities in one integration are one list of values', () => {
  const subject = person('p', {
    identities: [
      { integrationId: 'idp', profile: { team: 'a' } },
      { integrationId: 'idp', profile: { team: 'b' } },
    ],
  })
  assert.equal(meets(subject, [profileIs('team', 'equals', 'b')]), true)
  assert.equal(meets(subject, [profileIs('team', 'not_equals', 'b')]), false)
})

test('without a primary integration a condition on it is false', () => {
  const rules = [rule('r', 's', { conditions: [profileIs('team', 'not_exists', null)] })]
  const policy = { ...policyOf([ruleset('s')], rules), primaryIntegrationId: null }
  assert.deepEqual(verdictOn(personWith('p', {}), policy).qualified, [])
})

test('not_exists needs an identity there', () => {
  assert.equal(meets(personWith('p', {}), [profileIs('team', 'not_exists', null)]), true)
  assert.equal(meets(person('p'), [profileIs('team', 'not_exists', null)]), false)
})

test('a user condition is about that user', () => {
  const isAnn = { type: 'user', resourceId: 'ann', operator: null } as const
  assert.equal(meets(person('ann'), [isAnn]), true)
  assert.equal(meets(person('bob'), [isAnn]), false)
  assert.equal(meets(person('bob'), [{ ...isAnn, operator: 'not_equals' }]), true)
})

test('a positive user condition rests while the person is expired, deactivated or deleted', () => {
  const isAnn = { type: 'user', resourceId: 'ann', operator: null } as const
  const isNotBob = { type: 'user', resourceId: 'bob', operator: 'not_equals' } as const
  const states: [string, Partial<Person>, boolean][] = [
    ['active', {}, true],
    ['staged', { baseState: 'staged' }, true],
    ['suspended', { baseState: 'suspended' }, true],
    ['expiring', { expiresAt: now + 1 }, true],
    ['expired', { expiresAt: now }, false],
    ['deactivated', { baseState: 'deactivated' }, false],
  ]
  for (const [state, facts, holds] of states) {
    assert.equal(meets(person('ann', facts), [isAnn]), holds, state)
    assert.equal(meets(person('ann', facts), [isNotBob]), true, state)
  }
})

test('direct reports are one step below a manager, all reports any step, the manager neither', () => {
  const boss = person('boss')
  const lead = person('lead', { managerId: 'boss' })
  const dev = person('dev', { managerId: 'lead' })
  const everyone = [boss, lead, dev]
  const below = (who: Person, type: 'direct_reports_of' | 'all_reports_of') =>
    meets(who, [{ type, resourceId: 'boss', operator: 'equals' }], everyone)
  assert.deepEqual(
    everyone.map((who) => below(who, 'direct_reports_of')),
    [false, true, false],
  )
  assert.deepEqual(
    everyone.map((who) => below(who, 'all_reports_of')),
    [false, true, true],
  )
  const notBelow: Condition = { type: 'all_reports_of', resourceId: 'boss', operator: 'not_equals' }
  assert.deepEqual(
    everyone.map((who) => meets(who, [notBelow], everyone)),
    [true, false, false],
  )
})

function below(resourceId: string): Condition {
  return { type: 'all_reports_of', resourceId, operator: null }
}

test('a loop of managers does not hang and puts nobody below themselves', () => {
  const a = person('a', { managerId: 'b' })
  const b = person('b', { managerId: 'a' })
  assert.equal(meets(a, [below('b')], [b]), true)
  assert.equal(meets(a, [below('a')], [b]), false)
})

test('all conditions of a rule must hold, and a rule without any admits nobody', () => {
  const subject = personWith('p', { team: 'a', site: 'x' })
  const team = profileIs('team', 'equals', 'a')
  assert.equal(meets(subject, [team, profileIs('site', 'equals', 'x')]), true)
  assert.equal(meets(subject, [team, profileIs('site', 'equals', 'y')]), false)
  assert.equal(meets(subject, []), false)
})

const holds = (attributeId: string, operator: 'equals' | 'not_equals' = 'equals'): Condition => ({
  type: 'attribute',
  resourceId: attributeId,
  operator,
})

/** sales ← department, emea ← region, emeaSales ← both, and a group for emeaSales. */
const composed = policyOf(
  [...['sales', 'emea', 'emeaSales'].map((id) => attributeRuleset(id)), ruleset('group')],
  [
    rule('r1', 'group', { conditions: [holds('emeaSales')] }),
    rule('r2', 'emeaSales.rules', { conditions: [holds('sales'), holds('emea')] }),
    rule('r3', 'sales.rules', { conditions: [profileIs('department', 'equals', 'Sales')] }),
    rule('r4', 'emea.rules', { conditions: [profileIs('region', 'in', '["EU","ME"]')] }),
  ],
)

test('attributes are composed of attributes', () => {
  const inBoth = verdictOn(personWith('p', { department: 'sales', region: 'me' }), composed)
  assert.deepEqual(inBoth.qualified, ['r1', 'r2', 'r3', 'r4'])
  assert.deepEqual(inBoth.attributes, ['emeaSales', 'sales', 'emea'])
  assert.equal(inBoth.admitted.get('group'), 'r1')
  const inOne = verdictOn(personWith('p', { department: 'sales', region: 'us' }), composed)
  assert.deepEqual(inOne.qualified, ['r3'])
})

test('not holding an attribute is true without a value, but false where no rule decides the attribute', () => {
  const rulesets = [attributeRuleset('sales'), attributeRuleset('bare'), ruleset('group')]
  const without = (attributeId: string) =>
    policyOf(rulesets, [
      rule('other', 'group', { conditions: [holds(attributeId, 'not_equals')] }),
      rule('decides', 'sales.rules', { conditions: [profileIs('department', 'equals', 'Sales')] }),
    ])
  assert.deepEqual(verdictOn(person('p'), without('sales')).qualified, ['other'])
  assert.deepEqual(verdictOn(person('p'), without('bare')).qualified, [])
  assert.deepEqual(verdictOn(person('p'), without('unknown')).qualified, [])
})

test('only active and expiring rules of managed rulesets are in force', () => {
  const conditions = [profileIs('team', 'exists', null)]
  const states = ['staged', 'active', 'expiring', 'expired', 'deactivated'] as const
  const rules = states.map((state) => rule(state, 's', { state, conditions }))
  const subject = personWith('p', { team: 'a' })
  const qualified = (state: 'unmanaged' | 'monitored' | 'managed') =>
    verdictOn(subject, policyOf([ruleset('s', { state })], rules)).qualified
  assert.deepEqual(qualified('managed'), ['active', 'expiring'])
  assert.deepEqual(qualified('monitored'), [])
  assert.deepEqual(qualified('unmanaged'), [])
})

test('the first rule by priority, then activation, then id admits', () => {
  const conditions = [profileIs('team', 'exists', null)]
  const subject = personWith('p', { team: 'a' })
  const first = (rules: Rule[]) => verdictOn(subject, policyOf([ruleset('s')], rules))
  const late = rule('a', 's', { conditions, activatedAt: 2 })
  const early = rule('c', 's', { conditions, activatedAt: 1 })
  const twin = rule('b', 's', { conditions, activatedAt: 1 })
  const urgent = rule('d', 's', { conditions, activatedAt: 9, priority: 1 })
  assert.deepEqual(first([late, early, twin, urgent]).qualified, ['d', 'b', 'c', 'a'])
  assert.equal(first([late, early, twin]).admitted.get('s'), 'b')
  const undated = rule('0', 's', { conditions, activatedAt: null })
  assert.equal(first([undated, late]).admitted.get('s'), 'a')
})

test('who is not eligible still qualifies but is not admitted; a deleted person does neither', () => {
  const policy = policyOf(
    [ruleset('s')],
    [rule('r', 's', { conditions: [profileIs('team', 'exists', null)] })],
  )
  const subject = personWith('p', { team: 'a' })
  const verdict = (facts: Partial<Person>) => verdictOn({ ...subject, ...facts }, policy)
  for (const baseState of ['staged', 'suspended', 'deactivated'] as const) {
    assert.deepEqual(verdict({ baseState }).qualified, ['r'])
    assert.equal(verdict({ baseState }).admitted.size, 0)
  }
  assert.deepEqual(verdict({ deletedAt: now }).qualified, [])
})

test('a secondary user is judged by its own identities and admitted while its parent is present', () => {
  const policy = policyOf(
    [ruleset('s')],
    [rule('r', 's', { conditions: [profileIs('team', 'equals', 'ops')] })],
  )
  const secondary = { ...personWith('s', { team: 'ops' }), parentId: 'p' }
  assert.equal(verdictOn(secondary, policy, [person('p')]).admitted.get('s'), 'r')
  const away = person('p', { baseState: 'suspended' })
  assert.deepEqual(verdictOn(secondary, policy, [away]).qualified, ['r'])
  assert.equal(verdictOn(secondary, policy, [away]).admitted.size, 0)
  assert.deepEqual(verdictOn(person('p'), policy, [secondary]).qualified, [])
})

test('staged rules count staged attribute rules as in force, and rules in force do not', () => {
  const policy = policyOf(
    [attributeRuleset('new'), ruleset('s'), ruleset('draft', { state: 'monitored' })],
    [
      rule('attr', 'new.rules', {
        state: 'staged',
        conditions: [profileIs('team', 'equals', 'a')],
      }),
      rule('live', 's', { conditions: [holds('new')] }),
      rule('next', 's', { state: 'staged', conditions: [holds('new')] }),
      rule('plan', 'draft', { state: 'staged', conditions: [holds('new')], priority: 1 }),
      rule('other', 's', { state: 'staged', conditions: [profileIs('team', 'equals', 'b')] }),
    ],
  )
  assert.deepEqual(stagedFor(personWith('p', { team: 'a' }), policy), ['plan', 'attr', 'next'])
  assert.deepEqual(verdictOn(personWith('p', { team: 'a' }), policy).qualified, [])
})

test('a staged person also sees the rules in force that would admit them', () => {
  const conditions = [profileIs('team', 'exists', null)]
  const policy = policyOf(
    [ruleset('s')],
    [
      rule('live', 's', { conditions }),
      rule('next', 's', { state: 'staged', conditions, priority: 1 }),
    ],
  )
  const joiner = { ...personWith('p', { team: 'a' }), baseState: 'staged' } as const
  assert.deepEqual(stagedFor(joiner, policy), ['next', 'live'])
  assert.deepEqual(stagedFor({ ...joiner, baseState: 'active' }, policy), ['next'])
  assert.deepEqual(stagedFor({ ...joiner, expiresAt: now }, policy), ['next'])
  assert.deepEqual(stagedFor({ ...joiner, deletedAt: now }, policy), [])
})

test('a policy whose attributes form a cycle is not evaluated', () => {
  const rules = [rule('r', 'a.rules', { conditions: [holds('a')] })]
  assert.throws(
    () => verdictOn(person('p'), policyOf([attributeRuleset('a')], rules)),
    /depend on one another: a/,
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountsIn, hasOnlyDeactivated, integrationsOfNegatedAttributes } from './accounts.ts'
import { compileCondition } from './compile-condition.ts'
import { policyOf, profileIs, rule, ruleset } from './facts-for-tests.ts'
import type { Condition } from './model.ts'

const account = (integrationId: string, isDeactivated?: boolean) => ({
  integrationId,
  profile: {},
  ...(isDeactivated === undefined ? {} : { isDeactivated }),
})

test('a deactivated account provides values in the primary integration only', () => {
  const identities = [
    account('idp'),
    account('idp', true),
    account('hr', true),
    account('hr', false),
    account('chat'),
  ]
  assert.deepEqual(accountsIn({ identities }, 'idp', true), identities.slice(0, 2))
  assert.deepEqual(accountsIn({ identities }, 'hr', false), [account('hr', false)])
  assert.deepEqual(accountsIn({ identities }, 'chat', false), [account('chat')])
  assert.deepEqual(accountsIn({ identities }, 'gone', true), [])
})

test('only who has accounts in an integration, and none that is active, has only deactivated ones there', () => {
  const identities = [account('idp'), account('hr', true), account('chat', true), account('chat')]
  const has = (integrationId: string) => hasOnlyDeactivated({ identities }, integrationId)
  assert.deepEqual(['hr', 'idp', 'chat', 'gone'].map(has), [true, false, false, false])
})

const holds = (id: string, operator: 'equals' | 'not_equals' | null): Condition => ({
  type: 'attribute',
  resourceId: id,
  operator,
})
const integrationOfAttribute = { a: 'hr', b: 'hr', c: 'chat', d: 'idp' }

test('only negative conditions on attributes name an integration whose values may be unknown', () => {
  const conditions: Condition[] = [
    holds('a', 'not_equals'),
    holds('b', 'not_equals'),
    holds('c', 'equals'),
    holds('d', null),
    holds('elsewhere', 'not_equals'),
    { type: 'user', resourceId: 'c', operator: 'not_equals' },
    profileIs('team', 'not_equals', 'x'),
  ]
  const policy = policyOf([ruleset('s')], [rule('r', 's', { conditions })])
  assert.deepEqual(integrationsOfNegatedAttributes({ ...policy, integrationOfAttribute }), ['hr'])
  assert.deepEqual(integrationsOfNegatedAttributes(policy), [])
})

/** Whether a condition is met by a person whose accounts at every integration are deactivated. */
function meets(condition: Condition): boolean {
  const check = compileCondition(condition, { primaryIntegrationId: 'idp', integrationOfAttribute })
  return check({
    personId: 'p',
    managerId: null,
    isAway: false,
    find: () => ({ hasIdentity: false, values: [] }),
    holds: (id) => id === 'b',
    managersAbove: () => [],
    hasOnlyDeactivated: () => true,
  })
}

test('a negative condition on an attribute is not met by deactivated accounts, and others are', () => {
  assert.equal(meets(holds('a', 'not_equals')), false)
  assert.equal(meets(holds('b', 'equals')), true)
  assert.equal(meets(holds('elsewhere', 'not_equals')), true)
  assert.equal(meets({ type: 'user', resourceId: 'a', operator: 'not_equals' }), true)
})

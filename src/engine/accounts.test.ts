import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integrationsOfNegatedAttributes } from './accounts.ts'
import { compileCondition } from './compile-condition.ts'
import { policyOf, profileIs, rule, ruleset } from './facts-for-tests.ts'
import type { Condition } from './model.ts'

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

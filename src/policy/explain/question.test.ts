import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributeRuleset, policyOf, rule, ruleset } from '../../engine/facts-for-tests.ts'
import type { Condition } from '../../engine/model.ts'
import { conditionsExplained } from './question.ts'

const attribute = (resourceId: string): Condition => ({
  type: 'attribute',
  resourceId,
  operator: null,
})

test('explaining a ruleset looks at its conditions, and at those behind each attribute that they ask for', () => {
  const rulesets = [ruleset('group'), attributeRuleset('sales'), attributeRuleset('europe')]
  const rules = [
    rule('first', 'group', { conditions: [attribute('sales'), attribute('europe')] }),
    rule('second', 'group', { state: 'staged', conditions: [attribute('sales')] }),
    rule('of sales', 'sales.rules', { conditions: [attribute('europe'), attribute('unknown')] }),
    rule('of europe', 'europe.rules', { conditions: [attribute('unknown')] }),
    rule('also', 'europe.rules', { state: 'staged', conditions: [attribute('unknown')] }),
  ]
  const policy = policyOf(rulesets, rules)
  const europe = 2
  const sales = 2 + europe
  assert.equal(conditionsExplained(policy, 'europe.rules'), europe)
  assert.equal(conditionsExplained(policy, 'sales.rules'), sales)
  assert.equal(conditionsExplained(policy, 'group'), 3 + 2 * sales + europe)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributeRuleset, rule, ruleset } from './facts-for-tests.ts'
import { graceOfRule, type GraceDefaults } from './grace.ts'
import type { Condition } from './model.ts'

const attribute = (resourceId: string): Condition => ({
  type: 'attribute',
  resourceId,
  operator: null,
})

const defaults: GraceDefaults = {
  dimensionDays: (attributeId) => ({ sales: 7, paris: 30 })[attributeId] ?? null,
  workspaceDays: 3,
}

test('grace is taken from the rule, its ruleset, the longest dimension, the workspace, in this order', () => {
  const conditions = ['sales', 'paris', 'boss'].map(attribute)
  const own = rule('r', 's', { expiresAfterDays: 0, conditions })
  const silent = rule('r', 's', { conditions })
  const generous = ruleset('s', { expiresAfterDays: 14 })
  const quiet = ruleset('s')
  assert.deepEqual(graceOfRule(own, generous, defaults), { days: 0, inherited: false })
  assert.deepEqual(graceOfRule(silent, generous, defaults), { days: 14, inherited: true })
  assert.deepEqual(graceOfRule(silent, quiet, defaults), { days: 30, inherited: true })
  for (const conditions of [[], [attribute('boss')]]) {
    const plain = rule('r', 's', { conditions })
    assert.deepEqual(graceOfRule(plain, quiet, defaults), { days: 3, inherited: true })
  }
})

test('attribute rulesets give no grace, whatever they and their rules say', () => {
  const ofAttribute = attributeRuleset('sales', { expiresAfterDays: 14 })
  const own = rule('r', ofAttribute.id, { expiresAfterDays: 9 })
  assert.deepEqual(graceOfRule(own, ofAttribute, defaults), { days: 0, inherited: true })
})

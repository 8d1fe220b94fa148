import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAttributeCycle } from './attribute-graph.ts'
import { attributeRuleset, policyOf, rule } from './facts-for-tests.ts'
import type { Condition, RuleState } from './model.ts'

function needs(attributeId: string, needed: string, state: RuleState = 'active') {
  const condition: Condition = { type: 'attribute', resourceId: needed, operator: null }
  const id = `${attributeId} needs ${needed}`
  return rule(id, `${attributeId}.rules`, { state, conditions: [condition] })
}

const rulesets = ['a', 'b', 'c', 'd'].map((id) => attributeRuleset(id))

test('attributes that build on one another without a cycle are fine', () => {
  const rules = [
    needs('a', 'b'),
    needs('a', 'c'),
    needs('b', 'd'),
    needs('c', 'd'),
    needs('d', 'unknown'),
  ]
  assert.equal(findAttributeCycle(policyOf(rulesets, rules)), null)
})

test('a cycle names its members and nobody else', () => {
  const rules = [needs('a', 'b'), needs('b', 'c'), needs('c', 'd'), needs('d', 'b')]
  assert.deepEqual(findAttributeCycle(policyOf(rulesets, rules)), ['b', 'c', 'd'])
  assert.deepEqual(findAttributeCycle(policyOf(rulesets, [needs('a', 'a')])), ['a'])
})

function cycle(state: RuleState) {
  return policyOf(rulesets, [needs('a', 'b'), needs('b', 'a', state)])
}

test('a staged rule counts, an ended one does not', () => {
  assert.deepEqual(findAttributeCycle(cycle('staged')), ['a', 'b'])
  assert.deepEqual(findAttributeCycle(cycle('expiring')), ['a', 'b'])
  assert.equal(findAttributeCycle(cycle('expired')), null)
  assert.equal(findAttributeCycle(cycle('deactivated')), null)
})

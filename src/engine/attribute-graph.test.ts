import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCycle } from './attribute-graph.ts'
import { attributeRuleset, policyOf, rule, ruleset } from './facts-for-tests.ts'
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
  assert.equal(findCycle(policyOf(rulesets, rules)), null)
})

test('a cycle names its members and nobody else', () => {
  const rules = [needs('a', 'b'), needs('b', 'c'), needs('c', 'd'), needs('d', 'b')]
  assert.deepEqual(findCycle(policyOf(rulesets, rules)), ['b', 'c', 'd'])
  assert.deepEqual(findCycle(policyOf(rulesets, [needs('a', 'a')])), ['a'])
})

const asks = (type: 'attribute' | 'entitled_to', resourceId: string, rulesetId: string) =>
  rule(`${rulesetId} asks for ${resourceId}`, rulesetId, {
    conditions: [{ type, resourceId, operator: 'not_equals' }],
  })

test('resources and attributes are in one graph', () => {
  const group = ruleset('g', { resourceId: 'group' })
  const other = ruleset('h', { resourceId: 'other' })
  const all = [...rulesets, group, other]
  const rules = [
    asks('entitled_to', 'group', 'a.rules'),
    asks('entitled_to', 'other', 'g'),
    asks('attribute', 'b', 'h'),
  ]
  assert.equal(findCycle(policyOf(all, rules)), null)
  const closing = asks('attribute', 'a', 'b.rules')
  assert.deepEqual(findCycle(policyOf(all, [...rules, closing])), ['a', 'group', 'other', 'b'])
  assert.deepEqual(findCycle(policyOf(all, [asks('entitled_to', 'group', 'g')])), ['group'])
})

function cycle(state: RuleState) {
  return policyOf(rulesets, [needs('a', 'b'), needs('b', 'a', state)])
}

test('a staged rule counts, an ended one does not', () => {
  assert.deepEqual(findCycle(cycle('staged')), ['a', 'b'])
  assert.deepEqual(findCycle(cycle('expiring')), ['a', 'b'])
  assert.equal(findCycle(cycle('expired')), null)
  assert.equal(findCycle(cycle('deactivated')), null)
})

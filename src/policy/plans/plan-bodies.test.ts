import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onProfile, policyServer } from '../rules/policy-for-tests.ts'

const server = await policyServer([{ email: 'ada@x.example', profile: { department: 'Sales' } }])
const { expect } = server
const ruleset_id = await server.rulesetId('12')
const sales = onProfile('department', 'Sales')
const draft = { op: 'create_rule', ruleset_id, role: 'member', conditions: [sales] }
const unknownRule = 'porul_01kaf7m2t4e8j9p3q5r7s9v1wx'

/** What is said of a plan's operations, by field. */
const faults = async (...operations: object[]): Promise<Record<string, string[]>> =>
  (await expect(422, 'POST', '/policy/plans', { operations })).body.errors

test('an operation is told what is wrong with it, not what others take', async () => {
  assert.deepEqual(await faults({ ...draft, role: undefined, prority: 5 }), {
    'operations.0.role': ['is required'],
    'operations.0.prority': ['is not a known key'],
  })
  const change = { op: 'change_rule', rule_id: unknownRule, priority: '5' }
  assert.deepEqual(await faults(draft, change), { 'operations.1.priority': ['must be integer'] })
  const nested = { ...draft, conditions: [sales, { type: 'magic' }] }
  const { 'operations.0.conditions.1.type': messages, ...others } = await faults(nested)
  assert.match(String(messages), /must be one of attribute, identity/)
  assert.deepEqual(others, {})
})

test('an operation that is none is told which there are', async () => {
  for (const operation of [{ op: 'grant_everything' }, { ...draft, op: 7 }]) {
    const { 'operations.0.op': messages, ...others } = await faults(operation)
    assert.match(String(messages), /must be one of create_rule, change_rule, /)
    assert.deepEqual(others, {})
  }
  assert.deepEqual(await faults({ ...draft, op: undefined }), {
    'operations.0.op': ['is required'],
  })
})

test('a description and a reason may have lines in a plan as they may by themselves', async () => {
  const words = { description: 'Everybody\n\tin Sales', reason: 'For\nthe audit' }
  await expect(201, 'POST', `/policy/rulesets/${ruleset_id}/rules`, { role: 'member', ...words })
  const operations = [{ ...draft, ...words, ref: 'new' }]
  await expect(201, 'POST', '/policy/plans', { operations, description: words.description })
  assert.deepEqual(await faults({ ...draft, description: 'a\u0007b' }), {
    'operations.0.description': ['must not contain the character U+0007'],
  })
})

test('a list of values holds no character that a text may not hold', async () => {
  for (const [escaped, character] of [
    [String.raw`["a\u0000b"]`, 'U+0000'],
    [String.raw`["Sales", "\ud800"]`, 'U+D800'],
    [String.raw`["\u202elaw"]`, 'U+202E'],
  ] as const) {
    const condition = onProfile('department', escaped, 'in')
    const message = [`must not contain the character ${character}`]
    assert.deepEqual(await faults({ ...draft, conditions: [condition] }), {
      'operations.0.conditions.0.profile_value': message,
    })
    const path = `/policy/rulesets/${ruleset_id}/rules`
    const answer = await expect(422, 'POST', path, { role: 'member', conditions: [condition] })
    assert.deepEqual(answer.body.errors, { 'conditions.0.profile_value': message })
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionOperators } from '../contract/states.ts'
import { profileIs } from './facts-for-tests.ts'
import { membershipTypes } from './model.ts'
import { readCondition, type ConditionDraft, type Fault } from './validate-condition.ts'
import { isNegativeCondition, validateActivation } from './validate-rule.ts'

function draft(type: string, fields: Partial<ConditionDraft> = {}): ConditionDraft {
  const nothing = { resourceId: null, profileKey: null, profileOperator: null, profileValue: null }
  return { type, ...nothing, ...fields }
}

function faults(of: ConditionDraft): Fault[] {
  const reading = readCondition(of)
  return reading.ok ? [] : reading.faults
}

function faultyFields(of: ConditionDraft): string[] {
  return faults(of).map(({ field }) => field)
}

test('a sound identity condition is read as it stands', () => {
  const fields = { profileKey: 'department', profileOperator: 'equals', profileValue: 'Sales' }
  const reading = readCondition(draft('identity', fields))
  assert.deepEqual(reading, { ok: true, condition: profileIs('department', 'equals', 'Sales') })
})

test('one fault is enough to refuse a condition', () => {
  const without = { profileKey: 'department', profileOperator: 'equals', profileValue: null }
  assert.deepEqual(faults(draft('identity', without)), [
    { field: 'profile_value', message: 'is needed by equals' },
  ])
})

test('an identity condition says everything that is wrong with it', () => {
  assert.deepEqual(faultyFields(draft('identity')), ['profile_key', 'profile_operator'])
  assert.deepEqual(faults(draft('identity', { profileOperator: 'exists' })), [
    { field: 'profile_key', message: 'is needed by a condition of type identity' },
  ])
  const odd = { profileKey: ' ', profileOperator: 'in', profileValue: 'HR' }
  assert.deepEqual(faultyFields(draft('identity', odd)), ['profile_key', 'profile_value'])
})

test('an unknown type or operator is answered with those that are known', () => {
  const [type] = faults(draft('group'))
  assert.match(type?.message ?? '', /"group" is unknown; allowed: identity, attribute, user/)
  const like = { profileKey: 'title', profileOperator: 'like', profileValue: 'x' }
  const [operator] = faults(draft('identity', like))
  assert.match(operator?.message ?? '', /"like" is unknown; allowed: equals, not_equals, in/)
  assert.deepEqual(faults(draft('identity', { ...like, profileOperator: null })), [
    {
      field: 'profile_operator',
      message: `is missing; allowed: ${conditionOperators.join(', ')}`,
    },
  ])
  assert.deepEqual(faults(draft('user', { resourceId: 'u', profileOperator: 'in' })), [
    { field: 'profile_operator', message: '"in" is unknown; allowed: equals, not_equals' },
  ])
})

for (const type of membershipTypes) {
  test(`a condition of type ${type} takes a resource and no profile key or value`, () => {
    const reading = readCondition(draft(type, { resourceId: 'x', profileOperator: 'not_equals' }))
    assert.deepEqual(reading, {
      ok: true,
      condition: { type, resourceId: 'x', operator: 'not_equals' },
    })
    assert.deepEqual(faultyFields(draft(type, { resourceId: 'x' })), [])
    const odd = { profileKey: 'k', profileOperator: 'matches', profileValue: 'v' }
    assert.deepEqual(faultyFields(draft(type, odd)), [
      'resource_id',
      'profile_key',
      'profile_operator',
      'profile_value',
    ])
    assert.deepEqual(faults(draft(type)), [
      { field: 'resource_id', message: `is needed by a condition of type ${type}` },
    ])
    assert.deepEqual(faults(draft(type, { resourceId: 'x', profileValue: '' })), [
      { field: 'profile_value', message: `is not taken by a condition of type ${type}` },
    ])
    assert.deepEqual(faults(draft(type, { resourceId: 'x', profileKey: 'k' })), [
      { field: 'profile_key', message: `is not taken by a condition of type ${type}` },
    ])
  })
}

test('or_absent is read with a negative test of a value, and refused with any other', () => {
  const unit = { profileKey: 'unit', profileValue: 'Sales', orAbsent: true }
  const reading = readCondition(draft('identity', { ...unit, profileOperator: 'not_contains' }))
  const read = { ...profileIs('unit', 'not_contains', 'Sales'), orAbsent: true }
  assert.deepEqual(reading, { ok: true, condition: read })
  assert.deepEqual(faults(draft('identity', { ...unit, profileOperator: 'equals' })), [
    { field: 'or_absent', message: 'is not taken by equals' },
  ])
  const absent = { profileKey: 'unit', profileOperator: 'not_exists', orAbsent: true }
  assert.deepEqual(faultyFields(draft('identity', absent)), ['or_absent'])
  const user = { resourceId: 'u', profileOperator: 'not_equals', orAbsent: true }
  assert.deepEqual(faults(draft('user', user)), [
    { field: 'or_absent', message: 'is not taken by a condition of type user' },
  ])
})

test('a rule without conditions can not be activated', () => {
  assert.deepEqual(validateActivation({ conditions: [], everyoneElse: true }), [
    {
      field: 'conditions',
      message: 'must not be empty: a rule needs at least one condition to be activated',
    },
  ])
})

test('a rule whose conditions are all negative needs everyone_else', () => {
  const isNot = profileIs('type', 'not_equals', 'contractor')
  const notHere = { type: 'attribute', resourceId: 'a', operator: 'not_equals' } as const
  const conditions = [isNot, notHere]
  assert.deepEqual(validateActivation({ conditions, everyoneElse: false }), [
    {
      field: 'conditions',
      message:
        'are all negative: such a rule admits everyone else, and must say so with everyone_else',
    },
  ])
  assert.deepEqual(validateActivation({ conditions, everyoneElse: true }), [])
  const mixed = [...conditions, profileIs('type', 'exists', null)]
  assert.deepEqual(validateActivation({ conditions: mixed, everyoneElse: false }), [])
})

test('membership without an operator is positive', () => {
  assert.equal(isNegativeCondition({ type: 'user', resourceId: 'u', operator: null }), false)
})

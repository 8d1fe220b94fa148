import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  conditionOf,
  isForEveryoneElse,
  isHidden,
  isWhole,
  newClause,
  valuesOf,
  type Clause,
  type Condition,
} from '../../console/src/pages/policy/draft.ts'

const onKey = (rest: Partial<Clause>): Clause => ({
  ...newClause(),
  subject: { type: 'identity', key: 'department', integration: null },
  ...rest,
})

const stored: Condition = {
  id: 'pocon_1',
  type: 'identity',
  resource_id: null,
  profile_key: 'department',
  profile_operator: 'in',
  profile_value: '["Sales","Legal"]',
  description: 'department is one of Sales, Legal',
}

test('a clause becomes the condition that it says, and a stored condition its values', () => {
  const one = conditionOf(onKey({ operator: 'equals', values: ['Sales'] }))
  assert.deepEqual(one, {
    type: 'identity',
    resource_id: null,
    profile_key: 'department',
    profile_operator: 'equals',
    profile_value: 'Sales',
  })
  assert.equal(
    conditionOf(onKey({ operator: 'in', values: ['Sales', 'Legal'] })).profile_value,
    stored.profile_value,
  )
  assert.deepEqual(valuesOf(stored), ['Sales', 'Legal'])
  assert.equal(conditionOf(onKey({ operator: 'exists', values: ['x'] })).profile_value, null)
  const person = { id: 'drusr_1', name: 'Ada' }
  const below = { ...newClause(), subject: { type: 'all_reports_of' as const }, target: person }
  assert.deepEqual(conditionOf(below), {
    type: 'all_reports_of',
    resource_id: 'drusr_1',
    profile_operator: 'equals',
  })
})

test('a negative test says that it also holds without a value, and no other test does', () => {
  const orAbsent = { values: ['Sales'], orAbsent: true }
  assert.equal(conditionOf(onKey({ ...orAbsent, operator: 'not_equals' })).or_absent, true)
  for (const operator of ['equals', 'not_exists'] as const)
    assert.equal('or_absent' in conditionOf(onKey({ ...orAbsent, operator })), false)
})

test('only whole clauses are asked about', () => {
  assert.equal(isWhole(newClause()), false)
  assert.equal(isWhole(onKey({})), false)
  assert.equal(isWhole(onKey({ values: ['Sales'] })), true)
  assert.equal(isWhole(onKey({ operator: 'not_exists' })), true)
  assert.equal(isWhole({ ...newClause(), subject: { type: 'user' } }), false)
})

test('a condition whose values may not be seen is kept as it is', () => {
  const withheld = { ...stored, profile_value: null, description: 'department is one of …' }
  const clause = onKey({ stored: withheld, operator: 'in', values: valuesOf(withheld) })
  assert.equal(isHidden(clause), true)
  assert.equal(isWhole(clause), true)
  assert.equal(isHidden(onKey({ stored, operator: 'in', values: valuesOf(stored) })), false)
})

test('a rule of negative conditions alone is for everyone else', () => {
  assert.equal(isForEveryoneElse([]), false)
  assert.equal(isForEveryoneElse([onKey({ operator: 'not_in', values: ['Sales'] })]), true)
  const both = [onKey({ operator: 'not_exists' }), onKey({ operator: 'equals', values: ['x'] })]
  assert.equal(isForEveryoneElse(both), false)
})

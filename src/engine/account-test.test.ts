import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileAccountTest } from './account-test.ts'
import { profileIs } from './facts-for-tests.ts'
import type { Operator } from './model.ts'

const verdicts = (operator: Operator, value: string | null) => {
  const verdictOf = compileAccountTest(profileIs('unit', operator, value))
  return [{ unit: 'Sales' }, { unit: ['Legal', 'Sales'] }, { unit: 'Legal' }, {}].map(verdictOf)
}

test('a positive condition is met by an account, or by no value of it', () => {
  assert.deepEqual(verdicts('equals', 'sales'), ['meets', 'meets', 'neither', 'neither'])
  assert.deepEqual(verdicts('exists', null), ['meets', 'meets', 'meets', 'neither'])
})

test('with or_absent an account without a value meets it too, and another account can still deny it', () => {
  const verdictOf = compileAccountTest({
    ...profileIs('unit', 'not_equals', 'sales'),
    orAbsent: true,
  })
  assert.deepEqual([{ unit: 'Sales' }, { unit: 'Legal' }, {}].map(verdictOf), [
    'denies',
    'meets',
    'meets',
  ])
})

test('a negative condition is denied by an account with the value, and met by one with other values', () => {
  assert.deepEqual(verdicts('not_equals', 'sales'), ['denies', 'denies', 'meets', 'neither'])
  assert.deepEqual(verdicts('not_exists', null), ['denies', 'denies', 'denies', 'meets'])
})

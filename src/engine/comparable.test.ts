import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, readComparable } from './comparable.ts'

test('an ISO date is midnight UTC, whatever zone the server is in', () => {
  const value = Date.UTC(2024, 1, 29)
  for (const text of [
    '2024-02-29',
    '2024-02-29T00:00',
    '2024-02-29t00:00:00.000z',
    '2024-02-29 00:00:00',
    '2024-02-29T02:00:00+02:00',
    '2024-02-28T19:00:00-0500',
  ]) {
    assert.deepEqual(readComparable(text), { kind: 'date', value, micros: 0 }, text)
  }
})

test('what is neither a number nor a day of the calendar compares with nothing', () => {
  for (const text of [
    '',
    'x',
    '0x10',
    'Infinity',
    '1,5',
    '2023-02-29',
    '2024-13-01',
    '2024-1-1',
    '2024-01-01T25:00',
    '2024-01-01T24:00:00',
    '2024-01-01T23:59:60Z',
    '01.02.2024',
  ]) {
    assert.equal(readComparable(text), null, text)
  }
})

function sign(one: string, other: string): number | null {
  const [a, b] = [one, other].map((each) => readComparable(`2024-02-29T10:00:00${each}`))
  return a && b ? Math.sign(compare(a, b) ?? NaN) : null
}

test('dates are compared to the microsecond', () => {
  assert.equal(sign('.123456Z', '.123455Z'), 1)
  assert.equal(sign('.0001Z', 'Z'), 1)
  assert.equal(sign('.5Z', '.500000Z'), 0)
  assert.equal(sign('.1234569Z', '.1234561Z'), 0)
  assert.equal(sign('.999999Z', '.999999+01:00'), 1)
})

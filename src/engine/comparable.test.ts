import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, readComparable } from './comparable.ts'
import { readDecimal } from './decimal.ts'

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

test('only times of the day on days of the calendar are dates', () => {
  for (const [text, value] of [
    ['2024-12-31T23:59:59Z', Date.UTC(2024, 11, 31, 23, 59, 59)],
    ['2024-12-31T23:59-01:30', Date.UTC(2025, 0, 1, 1, 29)],
    ['0099-01-01', Date.parse('0099-01-01T00:00Z')],
  ] as const) {
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

/** Whether the first comes before the second; null where they can't be compared. */
function isLess(one: string, other: string): boolean | null {
  const [a, b] = [readComparable(one), readComparable(other)]
  assert.ok(a !== null && b !== null)
  const order = compare(a, b)
  return order === null ? null : order < 0
}

test('numbers compare with numbers, dates with dates, and neither with the other', () => {
  assert.deepEqual(readComparable('2024'), { kind: 'number', value: readDecimal('2024') })
  assert.equal(isLess('9', '10'), true)
  assert.equal(isLess('10', '9'), false)
  assert.equal(isLess('2024-01-31', '2024-02-01'), true)
  assert.equal(isLess('2024-02-01', '2024-01-31'), false)
  assert.equal(isLess('2024', '2025-01-01'), null)
  assert.equal(isLess('2024-01-01', '2025'), null)
})

test('dates are compared to the microsecond', () => {
  assert.equal(sign('.123456Z', '.123455Z'), 1)
  assert.equal(sign('.0001Z', 'Z'), 1)
  assert.equal(sign('.5Z', '.500000Z'), 0)
  assert.equal(sign('.1234569Z', '.1234561Z'), 0)
  assert.equal(sign('.999999Z', '.999999+01:00'), 1)
  const millisecond = Date.UTC(2024, 1, 29, 10, 0, 0, 123)
  for (const [fraction, micros] of [
    ['.123', 0],
    ['.1234', 400],
    ['.12345', 450],
    ['.1234567', 456],
  ] as const) {
    const read = readComparable(`2024-02-29T10:00:00${fraction}`)
    assert.deepEqual(read, { kind: 'date', value: millisecond, micros }, fraction)
  }
})

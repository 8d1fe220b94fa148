import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compareDecimals, readDecimal } from './decimal.ts'

function order(a: string, b: string): number {
  const [left, right] = [readDecimal(a), readDecimal(b)]
  assert.ok(left !== null && right !== null, `${a} ${b}`)
  return Math.sign(compareDecimals(left, right))
}

test('a number is its sign, its digits without zeros around them, and its exponent', () => {
  assert.deepEqual(readDecimal('+120.50'), { sign: 1, digits: '1205', exponent: 3 })
  assert.deepEqual(readDecimal('-0.012e2'), { sign: -1, digits: '12', exponent: 1 })
  assert.deepEqual(readDecimal('-00.0e5'), { sign: 0, digits: '', exponent: 0 })
})

test('numbers are the same however they are spelled', () => {
  for (const [a, b] of [
    ['12', '+012.00'],
    ['.5', '0.5'],
    ['1e3', '1000'],
    ['1E-7', '0.0000001'],
    ['-0', '0.0'],
    ['0e999999999', '0'],
  ] as const)
    assert.equal(order(a, b), 0, `${a} ${b}`)
})

test('numbers that are equal as floating point are told apart', () => {
  assert.equal(order('9007199254740993', '9007199254740992'), 1)
  assert.equal(order('0.1', '0.10000000000000000001'), -1)
  assert.equal(order('-1e999999999', '-1e999999998'), -1)
})

test('text that is not a decimal number is not read as one', () => {
  for (const text of [
    '',
    '+',
    '.',
    '1.',
    'e3',
    '1e',
    '1,5',
    '0x10',
    '1_000',
    'Infinity',
    ' 1',
    '１',
  ])
    assert.equal(readDecimal(text), null, text)
})

test('decimals are ordered as whole numbers of the same scale', () => {
  const scaled = fc.record({ units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }) })
  fc.assert(
    fc.property(scaled, scaled, fc.nat(25), (a, b, scale) => {
      const expected = a.units < b.units ? -1 : a.units > b.units ? 1 : 0
      assert.equal(order(write(a.units, scale), write(b.units, scale)), expected)
    }),
  )
})

function write(units: bigint, scale: number): string {
  const [sign, digits] = units < 0n ? ['-', `${-units}`] : ['', `${units}`]
  const padded = digits.padStart(scale + 1, '0')
  const whole = padded.slice(0, padded.length - scale)
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${padded.slice(-scale)}`
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { propertyRuns } from '../../test/property-runs.ts'
import { parseExactJson } from './exact-json.ts'

test('a number keeps the digits that were written, wherever it stands', () => {
  for (const written of [
    '9007199254740993',
    '399621000000223456',
    '-9223372036854775808',
    '1.0',
    '1.10',
    '-0',
    '0.1e1',
    '1e3',
    '1E3',
    '1e-7',
    '1e400',
    '0.10000000000000000555',
  ]) {
    assert.equal(parseExactJson(written), written)
    assert.deepEqual(parseExactJson(`{"a":[${written}]}`), { a: [written] })
    assert.deepEqual(parseExactJson(`[ 1,\n${written} ]`), [1, written])
  }
  for (const same of [
    '0',
    '7',
    '-12',
    '9007199254740991',
    '1556699400123',
    '9007199254740991000',
    '0.5',
    '-1.25',
  ])
    assert.equal(parseExactJson(same), Number(same))
})

test('whatever is written is read back, digit by digit', () => {
  const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/)
  const { tie } = fc.letrec((self) => ({
    tie: fc.oneof(
      { maxDepth: 4 },
      digits.map((number) => ({ number })),
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.array(self('tie'), { maxLength: 4 }),
      fc.dictionary(
        fc.string().filter((key) => key !== 'number'),
        self('tie'),
        { maxKeys: 4 },
      ),
    ),
  }))
  fc.assert(
    fc.property(tie, (value) => {
      assert.deepEqual(textsOf(parseExactJson(writtenAs(value))), textsOf(value))
    }),
    { numRuns: propertyRuns(500) },
  )
})

function writtenAs(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writtenAs).join(' ,')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if ('number' in value) return String(value.number)
  const entries = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${writtenAs(each)}`,
  )
  return `{${entries.join(',\t')}}`
}

/** With each number as its text. */
function textsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsOf)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if ('number' in value) return value.number
  return Object.entries(value).map(([key, each]) => [key, textsOf(each)])
}

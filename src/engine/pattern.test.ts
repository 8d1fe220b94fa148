import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePattern } from './pattern.ts'

test('a pattern matches whole texts, blind to case, composed or not', () => {
  for (const [pattern, text, isMatch] of [
    ['cc-[0-9]{3}', 'CC-123', true],
    ['cc-[0-9]{3}', 'cc-1234', false],
    ['a|ab', 'ab', true],
    ['ab', 'xaby', false],
    ['caf\u0065\u0301', 'CAF\u00c9', true],
  ] as const) {
    assert.equal(compilePattern(pattern)(text), isMatch, `${pattern} ${text}`)
  }
})

/** Each pattern at the limit of 1,000 characters, written out, and one beyond. */
const largest: [at: string, beyond: string][] = [
  ['a{1000}', 'a{1000}b'],
  ['a{999,}', 'a{1000,}'],
  ['a{1000,1000}', 'a{1000,1000}b'],
  ['a{0,1000}', 'a{0,1000}?b'],
  ['ba{0}c{998}', 'ba{0}c{999}'],
  ['a{400}b{600}', 'a{401}b{600}'],
  ['(a{32}){30}', '(a{33}){30}'],
  ['a{499}(b{500})', 'a{499}(b{501})'],
  ['(?:(?:a{9}){9}){10}', '(?:(?:a{9}){9}){12}'],
  ['(?i)a{999}', '(?i)a{1000}'],
  ['(?P<one>a{99}){10}', '(?P<one>a{100}){10}'],
  ['[[:alpha:]]{500}[]a]{500}', '[[:alpha:]]{500}[]a]{500}b'],
  [String.raw`\pL{500}\p{Greek}{500}`, String.raw`\pL{500}\p{Greek}{501}`],
  [String.raw`\x{e9}{1000}`, String.raw`\x{e9}{1000}|a`],
  [String.raw`(\Q${'a'.repeat(30)}\E){30}`, String.raw`(\Q${'a'.repeat(31)}\E){30}`],
  [String.raw`\{1000}\Q){1000}\E[\]]{900}`, String.raw`(a{30}\Q)\E b{30}){30}`],
]

test('a pattern is bounded with its repetitions written out, before it is compiled', () => {
  for (const [at, beyond] of largest) {
    assert.doesNotThrow(() => compilePattern(at), at)
    assert.throws(() => compilePattern(beyond), /comes to more than 1000 /, beyond)
  }
  assert.doesNotThrow(() => compilePattern('a'.repeat(256)))
  assert.throws(
    () => compilePattern('a'.repeat(257)),
    /^Error: has 257 characters; .* at most 256$/,
  )
})

test('groups that are not closed or not opened are counted too', () => {
  assert.throws(() => compilePattern('a{500}(b{500}'), /missing closing \)/)
  assert.throws(() => compilePattern('a{500}(b{501}'), /comes to more than 1000 /)
  assert.throws(() => compilePattern('a{499})b{500}'), /unexpected \)/)
  assert.throws(() => compilePattern('a{499})b{501}'), /comes to more than 1000 /)
})

test('a pattern that can not be read is refused as it was written', () => {
  assert.throws(() => compilePattern('(a'), {
    message: 'is not a pattern in RE2 syntax: error parsing regexp: missing closing ): `(a`',
  })
})

test('a pattern that makes backtracking engines explode finishes', { timeout: 60_000 }, () => {
  assert.equal(compilePattern('(a+)+b')('a'.repeat(50_000)), false)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { comparedText, fold } from './fold.ts'

/** The definition, as it is written in docs/policy.md. */
function foldByDefinition(text: string): string {
  const upper = changeEach(text.normalize('NFC'), (point) => point.toUpperCase())
  return changeEach(upper, (point) => point.toLowerCase()).normalize('NFC')
}

function changeEach(text: string, change: (point: string) => string): string {
  return Array.from(text, change).join('')
}

test('every code point is folded on its own, to upper and then to lower case, in NFC', () => {
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const point = String.fromCodePoint(code)
    assert.equal(fold(point), foldByDefinition(point), `U+${code.toString(16)}`)
  }
})

const letters = fc.constantFrom(...Array.from('AaΣσςßẞİıiﬁŉǰŁéÉ́̇ͅ 1'), 'e\u0301', '\u1fb3')

test('the neighbours of a letter make no difference, and composed equals decomposed', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(letters, fc.string({ unit: 'grapheme' }))), (parts) => {
      const text = parts.join('')
      assert.equal(fold(text), foldByDefinition(text))
      assert.equal(fold(text.normalize('NFD')), fold(text))
      assert.equal(fold(text), fold(text).normalize('NFC'))
    }),
    { numRuns: 1000 },
  )
})

test('a value is compared as it is composed, and as it is folded', () => {
  assert.deepEqual(comparedText('Ze\u0301'), { text: 'Z\u00e9', folded: 'z\u00e9' })
  assert.deepEqual(comparedText('abc'), { text: 'abc', folded: 'abc' })
})

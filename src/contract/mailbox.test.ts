import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { testDatabase } from '../../test/harness.ts'
import { propertyRuns } from '../../test/property-runs.ts'
import { emailKey, mailbox } from './mailbox.ts'

const { query } = await testDatabase()

async function keysInSql(texts: readonly string[]): Promise<(string | null)[]> {
  const rows = await query<{ key: string | null }>(
    'select email_key(t) as key from unnest($1::text[]) with ordinality as u (t, n) order by n',
    [texts],
  )
  return rows.map(({ key }) => key)
}

test('an address counts where a text is one mailbox and nothing else', () => {
  assert.equal(mailbox(' Ada.Moreau+x@Acme-Group.example\n'), 'Ada.Moreau+x@Acme-Group.example')
  assert.equal(emailKey('Ada@ACME.Example'), 'ada@acme.example')
  assert.equal(emailKey('ÄDA@straße.example'), 'Äda@straße.example')
  for (const text of [
    '',
    'ada',
    '@acme.example',
    'ada@',
    'ada@acme.example.',
    'ada@.acme.example',
    'ada@acme..example',
    'ada@-acme.example',
    'ada@acme_.example',
    'a@b@acme.example',
    'mailto:ada@acme.example',
    'SMTP:ada@acme.example',
    'Ada <ada@acme.example>',
    '<ada@acme.example>',
    'ada@acme.example, li@acme.example',
    'ada@acme.example;li@acme.example',
    'ada@acme.example li@acme.example',
    'ada@acme.example (old)',
    'ada(x)@acme.example',
    '"ada"@acme.example',
    'ada@[192.0.2.1]',
    `${'a'.repeat(65)}@acme.example`,
  ])
    assert.equal(mailbox(text), null, text)
})

test('a character that nobody sees is no part of an address, wherever it stands', () => {
  const unseen = /[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Noncharacter_Code_Point}\u2800\ufffd]/u
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    const point = String.fromCodePoint(code)
    if (!unseen.test(point)) continue
    const isBlank = /^[ \t\n\r]$/.test(point)
    assert.equal(mailbox(`a${point}a@acme.example`), null, `U+${code.toString(16)}`)
    if (!isBlank) assert.equal(mailbox(`a@acme.example${point}`), null, `U+${code.toString(16)}`)
  }
})

test('SQL finds the same key for each character, and for texts of what stands around addresses', async () => {
  const points = Array.from({ length: 0x10_ffff }, (_, code) => code + 1).filter(
    (code) => (code < 0xd800 || code > 0xdfff) && (code < 0x2_0000 || code % 997 === 0),
  )
  const texts = points.flatMap((code) => {
    const point = String.fromCodePoint(code)
    return [`a${point}@acme.example`, `a@x${point}y`]
  })
  for (let from = 0; from < texts.length; from += 50_000) {
    const some = texts.slice(from, from + 50_000)
    const keys = await keysInSql(some)
    for (const [at, text] of some.entries())
      if (keys[at] !== emailKey(text)) assert.fail(`${JSON.stringify(text)}: ${keys[at]}`)
  }
  const parts = [
    'a',
    'Ada',
    'K',
    'İ',
    'é',
    '-',
    '.',
    '@',
    '@acme',
    ' ',
    '\t',
    '\u00a0',
    '<',
    '>',
    ',',
    '_',
    '+',
  ]
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((some) => some.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 200 }), async (some) => {
      assert.deepEqual(await keysInSql(some), some.map(emailKey))
    }),
    { numRuns: propertyRuns(40) },
  )
})

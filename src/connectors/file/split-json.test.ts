import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseExactJson } from '../../contract/exact-json.ts'
import { isObject, type JsonValue } from '../../contract/json.ts'
import { JsonSplitter } from './split-json.ts'
import type { RawRow } from './raw-row.ts'

function split(text: string, cuts: readonly number[] = []): RawRow[] {
  const splitter = new JsonSplitter()
  const rows: RawRow[] = []
  let start = 0
  for (const cut of [...cuts, text.length]
    .map((at) => Math.min(at, text.length))
    .sort((a, b) => a - b)) {
    rows.push(...splitter.push(text.slice(start, cut)))
    start = cut
  }
  return [...rows, ...splitter.end()]
}

function values(rows: readonly RawRow[]): unknown[] {
  return rows.map((row) => (row.kind === 'raw' ? row.value : row.reason))
}

const element: fc.Arbitrary<JsonValue> = fc.jsonValue({ maxDepth: 3 }).map(asRead)
const cuts = fc.array(fc.nat(400), { maxLength: 8 })

/** Numbers that a float would change are texts. */
function asRead(value: unknown): JsonValue {
  return parseExactJson(JSON.stringify(value))
}

/** A list of objects in the list is a page of it. */
function isPage(each: JsonValue): each is JsonValue[] {
  return Array.isArray(each) && each.length > 0 && each.every(isObject)
}

test('a list gives what JSON.parse gives, wherever the chunks are cut', () => {
  fc.assert(
    fc.property(fc.array(element), cuts, fc.constantFrom(0, 2), (list, at, indent) => {
      const text = JSON.stringify(list, null, indent)
      const parsed: JsonValue[] = list.map(asRead)
      assert.deepEqual(
        values(split(text, at)),
        parsed.flatMap((each) => (isPage(each) ? each : [each])),
      )
    }),
  )
})

test('the list inside an envelope is found behind and before any other keys', () => {
  fc.assert(
    fc.property(fc.array(element), element, cuts, (list, other, at) => {
      // What has an address may be a person who must not vanish.
      fc.pre(!JSON.stringify(other).includes('@'))
      const text = JSON.stringify({
        ok: true,
        'next "page"': other,
        users: list,
        etag: other,
        last: { id: 1 },
      })
      const users = list.map(asRead)
      assert.deepEqual(values(split(text + text, at)), [...users, ...users])
    }),
  )
})

test('an object with an id or a name is a record, even if it holds a list of members', () => {
  const rows = [
    { id: 'S1', users: ['U1'] },
    { name: 'x', deep: { users: [1] } },
    { name: 'groups/1', memberships: [{ role: 'OWNER' }] },
  ]
  assert.deepEqual(values(split(rows.map((row) => JSON.stringify(row)).join('\n'))), rows)
})

test('no text of brackets, quotes and commas ends the reading with an error', () => {
  const letters = fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ':', ' ', '1', 'users', 'id')
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 60 }), (parts) => {
      assert.ok(Array.isArray(split(parts.join(''), [5, 9, 30])))
    }),
    { numRuns: 2000 },
  )
})

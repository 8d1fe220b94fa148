import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { jsonBeginning } from '../../console/src/pages/mapping/json-beginning.ts'
import { readJson } from '../../src/connectors/file/read-json.ts'
import { propertyRuns } from '../property-runs.ts'

/** The records of a text, as an import reads them. */
async function recordsOf(text: string): Promise<unknown[]> {
  const rows = []
  for await (const batch of readJson(chunksOf(text), () => {})) rows.push(...batch)
  return rows.map((row) => {
    assert.equal(row.kind, 'raw', text)
    return row.kind === 'raw' ? row.value : null
  })
}

async function* chunksOf(text: string): AsyncGenerator<string> {
  yield text
}

function beginningOf(text: string, length: number): string | null {
  const cut = jsonBeginning(Buffer.from(text).subarray(0, length))
  return cut === null ? null : Buffer.from(cut).toString()
}

const people = Array.from({ length: 40 }, (_, at) => ({
  id: `u${at}`,
  name: `Ada "${at}" \\ {Moreau}, [é]`,
  roles: [{ name: 'a', of: { id: 1 } }, { name: 'b' }],
  tags: ['x', 'y'],
  active: at % 2 === 0,
}))

const shapes: Readonly<Record<string, string>> = {
  'a list': JSON.stringify(people),
  'a list with line breaks': JSON.stringify(people, null, 2),
  'a list in an object': JSON.stringify({ kind: 'users', etag: 'e', users: people, total: 40 }),
  'a list deep in objects': JSON.stringify({ d: { meta: { a: 1 }, results: people } }),
  'records by their ids': JSON.stringify(Object.fromEntries(people.map((each) => [each.id, each]))),
  'pages in a row': [people.slice(0, 20), people.slice(20)]
    .map((users) => JSON.stringify({ users, next: null }))
    .join('\n'),
  'records in a row': people.map((each) => JSON.stringify(each)).join('\n'),
}

for (const [name, text] of Object.entries(shapes)) {
  test(`the beginning of ${name} has whole records, wherever it ends`, async () => {
    const whole = await recordsOf(text)
    const bytes = Buffer.byteLength(text)
    // From the third part on there are records enough to tell a list of them from what is around it.
    const lengths = fc.integer({ min: Math.floor(bytes / 3), max: bytes - 1 })
    await fc.assert(
      fc.asyncProperty(lengths, async (length) => {
        const cut = beginningOf(text, length)
        assert.ok(cut !== null)
        const records = await recordsOf(cut)
        assert.deepEqual(records, whole.slice(0, records.length))
        assert.ok(records.length >= (whole.length * length) / bytes - 3, `${records.length}`)
      }),
      { numRuns: propertyRuns(100) },
    )
  })
}

test('a beginning without a complete record is none', () => {
  assert.equal(beginningOf('[{"id":1,"name":"A', 100), null)
  assert.equal(beginningOf('{"users":[', 100), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readPageEnd, unfinishedBecause } from './pages.ts'
import { createJsonSplitter } from './split-json.ts'

const next = {
  google: { nextPageToken: 'abc' },
  graph: { '@odata.nextLink': 'https://idp.example/users?$skiptoken=1' },
  slack: { ok: true, response_metadata: { next_cursor: 'dXNlcg==' } },
  hal: { _links: { next: { href: 'https://codehost.example/groups?page=2' } } },
  numbered: { page: 1, next_page: 2 },
}
const last = {
  google: { kind: 'users', etag: 'x' },
  empty: { nextPageToken: '' },
  slack: { response_metadata: { next_cursor: '' } },
  none: { next: null, _links: { self: { href: 'x' }, next: null } },
}

test('a page that leads to another one is told from the last one', () => {
  for (const [name, page] of Object.entries(next))
    assert.notEqual(readPageEnd(page).next, null, name)
  for (const [name, page] of Object.entries(last)) assert.equal(readPageEnd(page).next, null, name)
  assert.deepEqual(readPageEnd({ totalResults: 3 }), { next: null, total: 3 })
})

test('the last page of a file decides, wherever its keys stand and the chunks are cut', () => {
  const page = fc
    .record({
      before: fc.dictionary(fc.constantFrom('kind', 'etag'), fc.string()),
      rows: fc.array(fc.record({ id: fc.string(), nextPageToken: fc.string() }), { maxLength: 3 }),
      token: fc.constantFrom('', 'abc'),
      isBehind: fc.boolean(),
    })
    .map(({ before, rows, token, isBehind }) => {
      const key = { nextPageToken: token }
      const page = isBehind
        ? { ...before, users: rows, ...key, other: [{ id: ']' }] }
        : { ...key, ...before, users: rows }
      return { text: JSON.stringify(page), token }
    })
  const cuts = fc.array(fc.nat(400), { maxLength: 8 })
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 3 }), cuts, (pages, at) => {
      const text = pages.map((each) => each.text).join('\n')
      const splitter = createJsonSplitter()
      const ends = [...at.filter((cut) => cut < text.length), text.length].sort((a, b) => a - b)
      let start = 0
      for (const end of ends) {
        splitter.push(text.slice(start, end))
        start = end
      }
      splitter.end()
      const expected = pages.at(-1)?.token === 'abc' ? 'nextPageToken' : null
      assert.equal(splitter.pageEnd().next, expected)
    }),
  )
})

test('fewer records than the pages announce are not all of them', () => {
  assert.match(unfinishedBecause({ next: null, total: 5 }, 4) ?? '', /has 4 .* announce 5/)
  assert.equal(unfinishedBecause({ next: null, total: 5 }, 5), null)
  assert.equal(unfinishedBecause({ next: null, total: null }, 0), null)
})

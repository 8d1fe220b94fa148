import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { JsonValue } from '../../contract/json.ts'
import { ofKind, read } from '../../../test/read-export-text.ts'
import { JsonSplitter } from './split-json.ts'

type Page = { readonly [key: string]: JsonValue }

/** Why a file of these pages can't be all of them, or null. The text is cut where a chunk may end. */
function unfinished(pages: readonly Page[], cuts: readonly number[] = []): string | null {
  const text = pages.map((page) => JSON.stringify(page)).join('\n')
  const splitter = new JsonSplitter()
  const ends = [...cuts.filter((cut) => cut < text.length), text.length].toSorted((a, b) => a - b)
  let start = 0
  for (const end of ends) {
    splitter.push(text.slice(start, end))
    start = end
  }
  splitter.end()
  return splitter.unfinished()
}

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `u${at}` }))
const href = 'https://vendor.example/users?page=2'

/** Two pages as each vendor documents them: the first one, and the last one. */
const vendors: Record<string, { list: string; first: Page; last: Page }> = {
  'Google Directory': {
    list: 'users',
    first: { kind: 'admin#directory#users', nextPageToken: 'abc' },
    last: { kind: 'admin#directory#users', etag: 'x' },
  },
  'Microsoft Graph': {
    list: 'value',
    // Only the first page has the count.
    first: { '@odata.count': 4, '@odata.nextLink': `${href}&$skiptoken=1` },
    last: { '@odata.context': 'x' },
  },
  'Slack members': {
    list: 'members',
    first: { ok: true, response_metadata: { next_cursor: 'dXNlcg==' } },
    last: { ok: true, response_metadata: { next_cursor: '' } },
  },
  SCIM: {
    list: 'Resources',
    first: { totalResults: 4, startIndex: 1, itemsPerPage: 2 },
    last: { totalResults: 4, startIndex: 3, itemsPerPage: 2 },
  },
  Atlassian: {
    list: 'values',
    first: { startAt: 0, maxResults: 2, total: 4, isLast: false, nextPage: href },
    last: { startAt: 2, maxResults: 2, total: 4, isLast: true },
  },
  'AWS IAM': {
    list: 'users',
    first: { IsTruncated: true, Marker: 'AAA' },
    last: { IsTruncated: false },
  },
  'AWS Identity Store': { list: 'users', first: { NextToken: 'AAA' }, last: { NextToken: null } },
  GraphQL: {
    list: 'items',
    first: { pageInfo: { hasNextPage: true, endCursor: 'a' }, totalCount: 4 },
    last: { pageInfo: { hasNextPage: false, endCursor: 'b' }, totalCount: 4 },
  },
  has_more: {
    list: 'data',
    first: { object: 'list', has_more: true },
    last: { object: 'list', has_more: false },
  },
  'hasMore, with a cursor for later changes': {
    list: 'results',
    first: { hasMore: true, next_cursor: 'a' },
    last: { hasMore: false, next_cursor: 'b' },
  },
  HAL: {
    list: 'items',
    first: { _links: { self: { href }, next: { href } } },
    last: { _links: { self: { href }, next: null } },
  },
  'a list of links': {
    list: 'items',
    first: {
      links: [
        { rel: 'self', href },
        { rel: 'next', href },
      ],
    },
    last: { links: [{ rel: 'self', href }] },
  },
  'links and a total in meta': {
    list: 'data',
    first: { links: { next: href }, meta: { current_page: 1, total: 4 } },
    last: { links: { next: null }, meta: { current_page: 2, total: 4 } },
  },
  'numbered pages': {
    list: 'users',
    first: { page: 1, next_page: 2, total_count: 4 },
    last: { page: 2, next_page: 0, total_count: 4 },
  },
}

for (const [name, { list, first, last }] of Object.entries(vendors)) {
  const [one, two] = [
    { ...first, [list]: rows(2) },
    { ...last, [list]: rows(2) },
  ]
  test(`${name}: both pages are all, in either order; the first one alone is not`, () => {
    assert.equal(unfinished([one, two]), null)
    assert.equal(unfinished([two, one]), null)
    assert.equal(unfinished([two, one, one]), null)
    assert.match(unfinished([one]) ?? '', new RegExp(`"${list}".*\\(.+\\)`))
    assert.match(unfinished([one, one]) ?? '', new RegExp(`"${list}".*\\(.+\\)`))
  })
}

test('the last page alone is not all where pages announce a total', () => {
  const announcing = Object.values(vendors).filter(({ last }) =>
    /"(total|totalResults|total_count|totalCount)":/.test(JSON.stringify(last)),
  )
  assert.equal(announcing.length, 5)
  for (const { list, last } of announcing)
    assert.match(unfinished([{ ...last, [list]: rows(2) }]) ?? '', /announce 4 of .* it has 2/)
})

test('the reason names the list, the field, and how many records there are', () => {
  const page = { Resources: rows(4), totalResults: 5 }
  assert.equal(
    unfinished([page]),
    'its pages announce 5 of "Resources" (totalResults), and it has 4',
  )
  assert.equal(
    unfinished([{ users: [], nextPageToken: 'abc' }]),
    'every page of "users" leads to another one (nextPageToken)',
  )
  const asText = { value: rows(1), '@odata.count': '2' }
  assert.match(unfinished([asText]) ?? '', /announce 2 of "value" \(@odata\.count\)/)
})

test('the same page twice does not stand for the missing one', () => {
  const [one, two] = [1, 3].map((startIndex) => ({
    totalResults: 4,
    startIndex,
    Resources: rows(2),
  }))
  assert.ok(one && two)
  assert.match(unfinished([one, one]) ?? '', /announce 4 .* it has 2/)
  assert.equal(unfinished([one, two, one]), null)
})

test('each list is compared with its own total', () => {
  const complete = { users: rows(3), total: 3 }
  assert.match(unfinished([complete, { users: rows(1), total: 2 }]) ?? '', /announce 2 .* it has 1/)
  assert.match(unfinished([{ members: rows(1), total: 2 }, complete]) ?? '', /announce 2 .* has 1/)
  assert.equal(unfinished([complete, { users: rows(2), total: 2 }]), null)
  const first = { value: rows(2), '@odata.count': 3 }
  const whole = { value: rows(1), '@odata.count': 1 }
  assert.equal(unfinished([first, { value: rows(1) }, whole]), null)
  assert.match(unfinished([first, whole]) ?? '', /announce 3 .* it has 2/)
})

test('someone who is hired while the pages are read does not make them incomplete', () => {
  assert.equal(
    unfinished([
      { total: 4, users: rows(2) },
      { total: 5, users: rows(3) },
    ]),
    null,
  )
  // A person who leaves moves those behind them up by one: one of them may be on no page.
  assert.match(
    unfinished([
      { total: 5, users: rows(2) },
      { total: 4, users: rows(2) },
    ]) ?? '',
    /announce 5 .* it has 4/,
  )
})

test('what looks alike and announces nothing is no reason', () => {
  for (const page of [
    { users: rows(1), next: null, total: null },
    { users: rows(1), next: {}, has_more: 'unknown' },
    { users: rows(1), links: [], total: { people: 7 } },
    { users: rows(2), total: 1, page: 1, total_pages: 9 },
    { users: rows(1), '@odata.deltaLink': href },
  ])
    assert.equal(unfinished([page]), null, JSON.stringify(page))
})

test('pages are read wherever their keys stand and the chunks are cut', () => {
  const page = fc
    .record({
      before: fc.dictionary(fc.constantFrom('kind', 'etag'), fc.string()),
      rows: fc.array(fc.record({ id: fc.string(), nextPageToken: fc.string() }), { maxLength: 3 }),
      token: fc.constantFrom('', 'abc'),
      isBehind: fc.boolean(),
    })
    .map(({ before, rows: users, token: nextPageToken, isBehind }) => {
      const page: Page = isBehind
        ? { ...before, users, nextPageToken, other: [{ id: ']' }] }
        : { nextPageToken, ...before, users }
      return { page, leadsOn: nextPageToken !== '' }
    })
  const cuts = fc.array(fc.nat(400), { maxLength: 8 })
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 3 }), cuts, (pages, at) => {
      const why = unfinished(
        pages.map((each) => each.page),
        at,
      )
      assert.equal(
        why !== null,
        pages.every(({ leadsOn }) => leadsOn),
      )
    }),
  )
})

function slackPage(id: string, next: string): JsonValue {
  return {
    ok: true,
    members: [{ id, name: `Name ${id}` }],
    response_metadata: { next_cursor: next },
  }
}

test('the pages of a list are one list', async () => {
  const lists = [
    [slackPage('1', 'x'), slackPage('2', '')],
    [[{ id: '1', name: 'Name 1' }], [{ id: '2', name: 'Name 2' }]],
  ]
  for (const list of lists)
    assert.deepEqual(
      ofKind(await read('file', JSON.stringify(list)), 'account').map(({ fullName }) => fullName),
      ['Name 1', 'Name 2'],
    )
  const groups = [{ team: 'Eng', members: [{ id: '1', name: 'Ada Moreau' }] }]
  assert.deepEqual(ofKind(await read('file', JSON.stringify(groups)), 'account'), [])
})

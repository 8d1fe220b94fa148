import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { makeOwner, testServer } from '../../../test/harness.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeResource,
} from '../../../test/people.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const integration = await makeIntegration(server)
const primary = await makeIntegration(server, {
  is_primary: true,
  badge_id_profile_key: 'badge',
  employee_id_profile_key: 'employee',
  employee_alt_id_profile_key: 'former',
})

const parts = ['Ann', 'Änna', 'Anna-Maria', 'De Mar', 'Mar', 'Xanna', '李小龙', '']
for (const [at, first] of parts.entries())
  for (const [and, last] of parts.entries()) {
    const email =
      and % 3 === 0 ? null : `${['anna', 'mar.li', 'x'][(at + and) % 3]}${at}.${and}@maria.example`
    const person = await makeDirectoryUser(server, {
      first_name: first,
      last_name: last,
      ...(email !== null && { email }),
      ...(and % 4 === 1 && { username: `Anna.${at}-${and}` }),
    })
    // Numbers and ids at vendors that people share, that begin as others do, and that are names and addresses too.
    if (and % 2 === 0)
      await makeIdentity(server, primary, person, {
        primary: true,
        vendor_id: `Mar-${at}.${and}`,
        profile: JSON.stringify({ badge: `E-${at}`, employee: `E-${at}${and}`, former: 'Anna' }),
      })
    if ((at + and) % 2 === 0)
      await makeIdentity(server, integration, person, {
        full_name: `${first} ${last}`.trim(),
        vendor_id: `Li-${at}.${and}`,
        handle: and % 4 === 0 ? null : `${last}${at}`,
        ...(email !== null && { email }),
      })
    if (first !== '')
      await makeResource(server, integration, {
        name: `${first} ${last}`.trim(),
        handle: `${last}/${at}.${and}`,
      })
  }

type Row = Record<string, string | null>
type Place = (row: Row) => string | null

/** Each list with its searches: where one looks, and what begins with the text in the order of which texts. */
const fullName: Place = (row) => row['full_name'] ?? ''
const lastFirst: Place = (row) => `${row['last_name']} ${row['first_name']}`
const field =
  (name: string): Place =>
  (row) =>
    row[name] ?? null
const joined =
  (...names: string[]): Place =>
  (row) =>
    names.map((name) => row[name] ?? '').join(' ')

/** Other usernames are the beginnings of addresses. */
const ownUsername: Place = ({ username, email }) =>
  username == null || email?.startsWith(`${username}@`) === true ? null : username

type Search = {
  list: string
  filter: string
  sort: string
  within: Place
  begins: readonly (readonly [is: Place, order: Place])[]
}
const people = { list: 'directory/users', sort: 'full_name' }
const accounts = { list: 'directory/identities', sort: 'full_name' }
const searches: readonly Search[] = [
  {
    ...people,
    filter: 'search',
    within: joined('full_name', 'email', 'username'),
    begins: [
      [fullName, fullName],
      [lastFirst, lastFirst],
    ],
  },
  { ...people, filter: 'full_name_search', within: fullName, begins: [[fullName, fullName]] },
  {
    ...people,
    filter: 'first_name_search',
    within: field('first_name'),
    begins: [[field('first_name'), fullName]],
  },
  {
    ...people,
    filter: 'last_name_search',
    within: field('last_name'),
    begins: [[field('last_name'), lastFirst]],
  },
  {
    ...people,
    filter: 'email_search',
    within: field('email'),
    begins: [[field('email'), field('email')]],
  },
  {
    ...people,
    filter: 'username_search',
    within: field('username'),
    begins: [
      [ownUsername, ownUsername],
      [field('username'), field('email')],
    ],
  },
  {
    ...accounts,
    filter: 'search',
    within: joined('full_name', 'email', 'handle'),
    begins: [[fullName, fullName]],
  },
  { ...accounts, filter: 'full_name_search', within: fullName, begins: [[fullName, fullName]] },
  { ...accounts, filter: 'email_search', within: field('email'), begins: [] },
  {
    ...accounts,
    filter: 'handle_search',
    within: field('handle'),
    begins: [[field('handle'), field('handle')]],
  },
  {
    list: 'directory/resources',
    sort: 'name',
    filter: 'search',
    within: joined('name', 'handle'),
    begins: [[field('name'), field('name')]],
  },
]

/** What each search finds exactly, besides what it looks in as a whole. */
const exactPlaces: Readonly<Record<string, readonly Place[]>> = {
  'directory/users search': [fullName, lastFirst, field('email'), field('username')],
  'directory/identities search': [fullName, field('email'), field('handle')],
  'directory/resources search': [field('name'), field('handle')],
}

/** What a search finds to the letter, besides what contains the text. */
function isKnown({ list, filter }: Search, row: Row, text: string): boolean {
  if (list !== 'directory/users' || filter !== 'search') return false
  const numbers = [row['badge_id'], row['employee_id'], row['employee_alt_id']]
  const accounts = rows.get('directory/identities') ?? []
  return (
    numbers.includes(text) ||
    accounts.some((each) => each['directory_user_id'] === row['id'] && each['vendor_id'] === text)
  )
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
const bytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

async function walk(
  list: string,
  query: string,
  link: 'next' | 'prev',
): Promise<{ ids: string[]; last: string; total: number | undefined }> {
  const ids: string[] = []
  let total: number | undefined
  let at: string | null = `/${list}?${query}`
  let last = at
  while (at !== null) {
    last = at
    const answer: Awaited<ReturnType<typeof server.get>> = await server.get(at, token)
    assert.equal(answer.status, 200, answer.text)
    total ??= answer.body.meta.total
    const page: string[] = answer.body.data.map(({ id }: Row) => id)
    if (link === 'next') ids.push(...page)
    else ids.unshift(...page)
    const next: string | null = answer.body.links[link]
    at = next === null ? null : next.slice(next.indexOf('/api/v1') + '/api/v1'.length)
  }
  return { ids, last, total }
}

const rows = new Map<string, Row[]>()
for (const { list, sort } of [people, accounts, { list: 'directory/resources', sort: 'name' }]) {
  const answer = await server.get(`/${list}?sort=${sort}&page[size]=500`, token)
  assert.equal(answer.body.links.next, null)
  rows.set(list, answer.body.data)
}

/** All rows that contain the text, as the list sorts them by default. */
function expected(search: Search, sent: string): string[] {
  const { list, filter, within, begins } = search
  const text = fold(sent.trim())
  const exact = exactPlaces[`${list} ${filter}`] ?? [within]
  const isOneOf = (row: Row) => isKnown(search, row, sent.trim())
  const found = (rows.get(list) ?? []).filter(
    (row) => fold(within(row) ?? '').includes(text) || isOneOf(row),
  )
  const rankOf = (row: Row) => {
    if (isOneOf(row) || exact.some((place) => fold(place(row) ?? '') === text)) return 0
    const at = begins.findIndex(([is]) => fold(is(row) ?? '').startsWith(text))
    return at === -1 ? begins.length + 1 : at + 1
  }
  const isOrdered = filter !== 'search' && begins.length === 1
  const compare = (one: Row, other: Row) => {
    const rank = rankOf(one) - rankOf(other)
    if (rank !== 0) return rank
    const order = begins[isOrdered && rankOf(one) === 0 ? 0 : rankOf(one) - 1]?.[1]
    if (order === undefined) return 0
    return (
      bytes(fold(order(one) ?? ''), fold(order(other) ?? '')) ||
      bytes(one['id'] ?? '', other['id'] ?? '')
    )
  }
  return found.sort(compare).map((row) => row['id'] ?? '')
}

const text = fc.oneof(
  fc.constantFrom(
    'ann',
    'anna',
    'ANNÄ',
    'maria',
    'mar',
    'anna mar',
    ' anna ',
    'na-ma',
    'example',
    "o'a",
    '小龙李',
    'E-1',
    'E-34',
    'e-34',
    'Anna',
    'Mar-1.2',
    'Li-3.3',
    'Li-3',
  ),
  fc.tuple(fc.constantFrom(...parts), fc.nat(3)).map(([part, from]) => part.slice(from)),
)

test('a search finds what contains the text: first what is exactly so, then what begins so, page by page there and back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...searches),
      text,
      fc.constantFrom(2, 10, 50, 200),
      async (search, sent, size) => {
        fc.pre(sent.trim().length >= 3)
        const query = `filter[${search.filter}]=${encodeURIComponent(sent)}&page[total]=true&page[size]=${size}`
        const wanted = expected(search, sent)
        const forward = await walk(search.list, query, 'next')
        assert.deepEqual(forward.ids, wanted)
        assert.equal(forward.total, wanted.length)
        const [path = '', end = ''] = forward.last.split('?')
        assert.equal(path, `/${search.list}`)
        const back = await walk(search.list, end, 'prev')
        assert.deepEqual(back.ids, wanted)
      },
    ),
    { numRuns: 120 },
  )
})

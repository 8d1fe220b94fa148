import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { makeIntegration } from '../../../test/people.ts'
import { searchedPersons } from '../../policy/shapes/person-summary.ts'
import { containsText } from './filters.ts'
import { scatteredRows } from './scattered-rows.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const integration = await makeIntegration(server)
const people = 6000

// Every second name has `aria` within it, every fourth first name, and one in a thousand begins so; some are too long for an index.
await server.database.transaction(async ({ tx }) => {
  await sql`
    insert into directory_user (base_state, first_name, last_name, email)
    select case when n % 3 = 0 then 'staged' else 'active' end,
      case when n % 1000 = 0 then 'Aria' when n % 4 = 0 then 'Maria' else 'Ute' end,
      n || case when n % 600 = 2 then repeat('각', 180) else '' end || case when n % 4 = 2 then ' Mariani' else ' Kern' end,
      'p' || n || '@acme.example'
    from generate_series(1, ${people}::int) n`.execute(tx)
  await sql`
    insert into identity (integration_id, directory_user_id, vendor_id, vendor_state, state, linked_by, full_name, email)
    select ${integration.uuid}::uuid, id, id::text, 'active', 'active', 'administrator', full_name, email from directory_user`.execute(
    tx,
  )
})

type Row = { id: string; first_name: string; full_name: string; state: string }

const local = (link: string | null) =>
  link && link.slice(link.indexOf('/api/v1') + '/api/v1'.length)

async function read(
  path: string,
): Promise<{ data: Row[]; next: string | null; prev: string | null }> {
  const answer = await server.get(path, token)
  assert.equal(answer.status, 200, answer.text)
  const { next, prev } = answer.body.links
  return { data: answer.body.data, next: local(next), prev: local(prev) }
}

const namesOf = (rows: Row[]) => rows.map(({ full_name }) => full_name)

/** All pages, there and back, which have to have the same rows. */
async function walk(path: string): Promise<Row[]> {
  const there: Row[][] = []
  let last = path
  for (let at: string | null = path; at !== null;) {
    const page = await read((last = at))
    there.push(page.data)
    at = page.next
  }
  const back: Row[][] = []
  for (let at: string | null = last; at !== null;) {
    const page = await read(at)
    back.unshift(page.data)
    at = page.prev
  }
  const ids = (pages: Row[][]) => pages.flat().map(({ id }) => id)
  assert.deepEqual(ids(back), ids(there))
  return there.flat()
}

const everyone = await walk('/directory/users?sort=full_name&page[size]=500')
assert.equal(everyone.length, people)

for (const [list, filter, isFound] of [
  ['users', 'filter[search]=ARIA', (row) => /aria/i.test(row.full_name)],
  [
    'users',
    'filter[search]=aria&filter[state]=staged',
    (row) => /aria/i.test(row.full_name) && row.state === 'staged',
  ],
  ['users', 'filter[first_name_search]=aria', (row) => /aria/i.test(row.first_name)],
  ['users', 'filter[first_name_search]=aria&filter[state]=suspended', () => false],
  ['users', 'filter[email_search]=acme', () => true],
  ['identities', 'filter[search]=aria', (row) => /aria/i.test(row.full_name)],
  ['identities', 'filter[full_name_search]=mariani', (row) => row.full_name.includes('Mariani')],
] as const satisfies [string, string, (row: Row) => boolean][])
  test(`very many ${list} that ${filter} finds are each on one page, there and back`, async () => {
    const found = await walk(`/directory/${list}?${filter}&page[size]=500`)
    assert.deepEqual(namesOf(found).sort(), namesOf(everyone.filter(isFound)).sort())
  })

test('people whose name begins with the text come first, and then the others as they come', async () => {
  const { data } = await read('/directory/users?filter[search]=aria')
  const firstNames = data.slice(0, 6).map(({ first_name }) => first_name)
  assert.deepEqual(
    firstNames,
    Array.from({ length: 6 }, () => 'Aria'),
  )
  const others = namesOf(data.slice(6))
  assert.notDeepEqual(others, others.toSorted())
})

test('fewer are in the order of the list', async () => {
  const { data } = await read('/directory/users?filter[search]=00%20kern&page[size]=500')
  const wanted = everyone.filter(({ full_name }) => full_name.includes('00 Kern'))
  assert.ok(wanted.length > 10)
  assert.deepEqual(namesOf(data), namesOf(wanted).sort())
})

// As among a million people: none of the samples is dense enough, and a thousandth of them are many.
for (const { size, state, hasOnePlan } of [
  { size: 500, state: null, hasOnePlan: true },
  { size: 20, state: null, hasOnePlan: true },
  { size: 100, state: 'staged', hasOnePlan: false },
])
  test(`a page of ${size} ${state ?? 'people'} is found part by part in the same order`, async () => {
    await server.database.transaction(async ({ tx }) => {
      const isFound = containsText(searchedPersons.contains, 'mariani')
      const wanted = { text: 'mariani', contain: isFound, isOne: isFound }
      const rows = scatteredRows(tx, searchedPersons, wanted, {
        many: 100,
        enough: 4,
        fewRows: 1000,
        dense: 401,
      })
      const everyRow = tx.selectFrom('directory_user as p').select('p.id')
      const query = state === null ? everyRow : everyRow.where('p.state', '=', 'staged')
      const inOrder = await query
        .where(isFound)
        .orderBy(sql`uuid_hash(p.id)`)
        .orderBy('p.id')
        .limit(size + 1)
        .execute()
      const first = await rows.first(query, { size, hasOnePlan })
      assert.equal(inOrder.length, size + 1)
      assert.deepEqual(
        first?.map(({ id }) => id),
        inOrder.map(({ id }) => id),
      )
    })
  })

test('of a text that few have nothing is found part by part', async () => {
  await server.database.transaction(async ({ tx }) => {
    const isFound = containsText(searchedPersons.contains, '00 kern')
    const wanted = { text: '00 kern', contain: isFound, isOne: isFound }
    const sizes = { many: 200, enough: 4, fewRows: 1000, dense: 401 }
    const query = tx.selectFrom('directory_user as p').select('p.id')
    const page = { size: 20, hasOnePlan: true }
    assert.equal(await scatteredRows(tx, searchedPersons, wanted, sizes).first(query, page), null)
  })
})

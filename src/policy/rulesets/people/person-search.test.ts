import assert from 'node:assert/strict'
import { type RawBuilder, sql } from 'kysely'
import { test } from 'node:test'
import { testDatabase } from '../../../../test/harness.ts'
import { containsText, hasTrigram } from '../../../http/lists/filters.ts'
import { foundOfSome } from './person-search.ts'
import { personSearchText } from '../../shapes/person-summary.ts'

const { database, query } = await testDatabase()
const { read } = database

test('few people are found by an index, however the page is ordered', async () => {
  // One in 500, the last ones in the order of names: PostgreSQL expects to meet them evenly spread.
  await query(`
    insert into directory_user (first_name, last_name, email)
    select case when n % 500 = 0 then 'Zoë' else 'Ada' end, n::text, n || '@walk.example' from generate_series(1, 20000) n`)
  await query('vacuum analyze directory_user')
  for (const text of ['zoe', 'zo', 'z']) {
    const wanted = await isFound(text)
    assert.ok(wanted !== undefined)
    const plan = await planOf(sql`select p.id from directory_user p where ${wanted}`)
    assert.match(plan, /Index Scan using directory_user_pkey/, plan)
    assert.doesNotMatch(plan, /directory_user_by_name|Seq Scan/, plan)
    const { rows } = await sql`select from directory_user p where ${wanted}`.execute(read)
    assert.equal(rows.length, 40, text)
  }
})

test('only a text with a trigram is looked for anywhere, because others would read everybody', async () => {
  for (const text of [
    'zoe',
    'oe ',
    '00%',
    '-x-',
    "o'b",
    '---',
    '...',
    ' ~ ',
    'o~',
    'q\u0301\u0301',
  ]) {
    const found = containsText(personSearchText, text)
    const plan = await planOf(sql`select p.full_name, p.id from directory_user p where ${found}`)
    assert.equal(
      /Index Scan on directory_user_search/.test(plan),
      hasTrigram(text),
      `${text}\n${plan}`,
    )
  }
})

test('many people are not looked up one by one', async () => {
  for (const text of ['ada', 'a']) {
    const wanted = await isFound(text)
    assert.ok(wanted !== undefined)
    assert.match(
      await planOf(sql`select p.id from directory_user p where ${wanted}`),
      /directory_user_by_name/,
    )
  }
})

/** The condition on everyone that the search finds. */
async function isFound(text: string) {
  const found = await foundOfSome(read, { 'filter[search]': text })
  return found?.all?.()
}

/** The plan of the first page, by name. */
async function planOf(people: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (costs off) ${people} order by p.full_name, p.id limit 51`.execute(read)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

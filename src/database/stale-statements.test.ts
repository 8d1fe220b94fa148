import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../test/harness.ts'

const { database, query } = await testDatabase({ poolSize: 3 })
await query('create table thing (name text)')
await query('grant select on thing to muster_server')
await query(`insert into thing values ('one')`)

const things = sql`select * from thing`

/** On every connection of the pool. */
const readAll = () =>
  Promise.all([1, 2, 3].map(async () => (await things.execute(database.read)).rows))

test('a statement whose table another process altered is prepared again on every connection', async () => {
  await readAll()
  await query('alter table thing add column size integer')
  const row = { name: 'one', size: null }
  assert.deepEqual(await readAll(), [[row], [row], [row]])
})

test('a transaction that meets such a statement runs again', async () => {
  await readAll()
  await query('alter table thing add column colour text')
  let runs = 0
  const rows = await database.transaction(async ({ tx }) => {
    runs += 1
    return (await things.execute(tx)).rows
  })
  assert.deepEqual(rows, [{ name: 'one', size: null, colour: null }])
  assert.equal(runs, 2)
})

/** How often it is prepared on each connection. */
const prepared = () =>
  Promise.all([1, 2, 3].map(async () => (await countOfThings.execute(database.read)).rows))
const countOfThings = sql`
  select count(*)::int as count from pg_prepared_statements where statement = 'select * from thing'`

test('what was prepared before such a change is forgotten', async () => {
  for (const column of ['weight', 'price']) {
    await query(`alter table thing add column ${column} integer`)
    await readAll()
  }
  await readAll()
  assert.deepEqual(await prepared(), [[{ count: 1 }], [{ count: 1 }], [{ count: 1 }]])
})

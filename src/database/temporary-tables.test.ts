import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../test/harness.ts'
import { temporaryTables } from './temporary-tables.ts'

const { database } = await testDatabase()

const [one, other] = [
  temporaryTables({ kept_rows: 'n integer', kept_more: 'a text' }),
  temporaryTables({ kept_others: 'n integer', kept_more: 'b text' }),
]

test('tables that another version made on the same connection are replaced, each time', async () => {
  await database.transaction(async ({ tx }) => {
    for (const [prepare, column] of [
      [one, 'a'],
      [other, 'b'],
      [one, 'a'],
      [one, 'a'],
    ] as const) {
      await prepare(tx)
      const { rows } = await sql`
        select attname from pg_attribute where attrelid = to_regclass('pg_temp.kept_more') and attnum > 0`.execute(
        tx,
      )
      assert.deepEqual(rows, [{ attname: column }])
    }
  })
})

test('tables that are there keep their identity, and no rows after a transaction', async () => {
  await database.transaction(async ({ tx }) => {
    await one(tx)
    const identity = sql`select to_regclass('pg_temp.kept_rows')::oid as oid`
    const before = (await identity.execute(tx)).rows
    await sql`insert into kept_rows values (1)`.execute(tx)
    await one(tx)
    assert.deepEqual((await identity.execute(tx)).rows, before)
  })
  await database.transaction(async ({ tx }) => {
    await one(tx)
    assert.deepEqual((await sql`select from kept_rows`.execute(tx)).rows, [])
  })
})

test('tables whose oid begins that of tables which a connection remembers are not taken for them', async () => {
  await database.transaction(async ({ tx }) => {
    await one(tx)
    const remembered = sql`regexp_replace(current_setting('muster.temporary_tables'), ':(\\d+)', ':\\19', 'g')`
    await sql`select set_config('muster.temporary_tables', ${remembered}, false)`.execute(tx)
    await sql`drop table kept_more`.execute(tx)
    await one(tx)
    assert.deepEqual((await sql`select from kept_more`.execute(tx)).rows, [])
  })
})

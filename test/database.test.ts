import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../src/database/migrate.ts'
import { testDatabase } from './harness.ts'

const { database, query, url } = await testDatabase()

test('every foreign key has an index that begins with its columns', async () => {
  const missing = await query(`
    select c.conrelid::regclass::text as on_table, c.conname
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = c.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] = c.conkey)`)
  assert.deepEqual(missing, [])
})

test('a schema that is up to date runs no migration', async () => {
  assert.deepEqual(await migrate({ url }), [])
})

test('a write outside a transaction is refused by PostgreSQL', async () => {
  await assert.rejects(
    database.read.insertInto('role').values({ name: 'x', permissions: [] }).execute(),
    /read-only transaction/,
  )
})

test('the server works as a role that owns nothing', async () => {
  const { rows } = await database.pool.query('select current_user as name')
  assert.deepEqual(rows, [{ name: 'muster_server' }])
  const owned = await query(
    `select relname from pg_class where relowner = 'muster_server'::regrole`,
  )
  assert.deepEqual(owned, [])
})

test('at most one integration is primary', async () => {
  const insert = `insert into integration (vendor, type, handle, name, is_primary) values ('idp', 'okta', $1, 'x', true)`
  await query(insert, ['one'])
  await assert.rejects(query(insert, ['two']), /integration_one_primary/)
})

test('a parent has no parent', async () => {
  const [parent] = await query<{ id: string }>(
    'insert into directory_user default values returning id',
  )
  const [child] = await query<{ id: string }>(
    'insert into directory_user (parent_user_id) values ($1) returning id',
    [parent?.id],
  )
  await assert.rejects(
    query('insert into directory_user (parent_user_id) values ($1)', [child?.id]),
    /must have no parent/,
  )
  await assert.rejects(
    query('update directory_user set parent_user_id = $1 where id = $2', [child?.id, parent?.id]),
    /must have no parent/,
  )
})

test('a row version moves when something in the row does, and only then', async () => {
  const [made] = await query<{ id: string }>(
    'insert into directory_user default values returning id',
  )
  const version = async (change: string) =>
    (
      await query<{ version: number }>(
        `update directory_user set ${change} where id = $1 returning version`,
        [made?.id],
      )
    )[0]?.version
  assert.equal(await version(`first_name = 'A'`), 2)
  assert.equal(await version(`first_name = 'A'`), 2)
  assert.equal(
    await version(`org = '{"department": "Sales"}'`),
    2,
    'what follows from other rows is no change of this one',
  )
  assert.equal(await version(`last_name = 'B'`), 3)
})

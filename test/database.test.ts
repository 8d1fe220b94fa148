import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../src/database/migrate.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeId } from '../src/contract/ids.ts'
import { connectDatabase } from '../src/database/connect-database.ts'
import { joinLease } from '../src/database/lease.ts'
import { testDatabase, testServer } from './harness.ts'

const { database, query, url } = await testDatabase({ writesBeside: true })

// An index that leaves out nulls alone finds every row that refers to something.
test('every foreign key has an index that begins with its columns', async () => {
  const missing = await query(`
    select c.conrelid::regclass::text as on_table, c.conname
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = c.conrelid
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = (
          select format('(%I IS NOT NULL)', a.attname) from pg_attribute a
          where a.attrelid = c.conrelid and a.attnum = c.conkey[1] and cardinality(c.conkey) = 1))
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

test('an audit row finds the one before it by index, also for a caller that turned nested loops off', async () => {
  const [row] = await query<{ settings: string[] }>(
    `select proconfig as settings from pg_proc where proname = 'write_audit_entries'`,
  )
  assert.ok(row?.settings.includes('enable_nestloop=on'), String(row?.settings))
})

test('the server’s role has no table of its own call a trigger of the schema’s owner', async () => {
  const open = await query(`
    select proname from pg_proc
    where prosecdef and prorettype = 'trigger'::regtype and pronamespace = 'public'::regnamespace
      and has_function_privilege('muster_server', oid, 'execute')`)
  assert.deepEqual(open, [])
})

test('the ids of audit rows that SQL writes are those of the API', async () => {
  const rows = await query<{ id: string; shown: string }>(`
    select id, encode_id('drusr', id) as shown from (
      select gen_random_uuid() as id from generate_series(1, 500)
      union values ('00000000-0000-0000-0000-000000000000'::uuid), ('ffffffff-ffff-ffff-ffff-ffffffffffff')) i`)
  assert.deepEqual(
    rows.map(({ shown }) => shown),
    rows.map(({ id }) => encodeId('directoryUser', id)),
  )
})

test('what is referred to is not deleted, and what is gone is not referred to', async () => {
  const missing = '00000000-0000-7000-8000-000000000000'
  const refused = { code: '23503' }
  await query(`insert into directory_user (id, first_name) values (new_id(), 'Ada')`)
  await query(`insert into directory_user (manager_id) select id from directory_user`)
  await assert.rejects(
    query(`insert into directory_user (manager_id) values ('${missing}')`),
    refused,
  )
  await assert.rejects(query(`update directory_user set parent_user_id = '${missing}'`), refused)
  await assert.rejects(query(`delete from directory_user where first_name = 'Ada'`), refused)
  await assert.rejects(
    query(`insert into qualification (directory_user_id, rule_id)
      select id, '${missing}' from directory_user limit 1`),
    refused,
  )
  await query('delete from directory_user')
  const left = await query('select from directory_user_version')
  assert.deepEqual(left, [])
})

test('what runs as the schema’s owner resolves no name in a temporary schema', async () => {
  const open = await query(`
    select proname from pg_proc
    where prosecdef and pronamespace = 'public'::regnamespace
      and not coalesce('search_path=public, pg_temp' = any (proconfig), false)`)
  assert.deepEqual(open, [])
})

test('a URL’s own options leave the server’s role and its read-only connections as they are', async () => {
  const withOptions = new URL(url)
  withOptions.searchParams.set('options', '-c statement_timeout=60000')
  const other = await connectDatabase({ connection: { url: withOptions.href }, poolSize: 1 })
  try {
    const { rows } = await other.pool.query(
      `select current_user as name, current_setting('default_transaction_read_only') as read_only, current_setting('statement_timeout') as timeout`,
    )
    assert.deepEqual(rows, [{ name: 'muster_server', read_only: 'on', timeout: '1min' }])
  } finally {
    await other.close()
  }
})

test('a database that is closed before it was used keeps no connection, so that a command can end', async () => {
  const other = await connectDatabase({ connection: { url } })
  await other.close()
  assert.equal(other.pool.totalCount, 0)
})

test('who is not part of the lease can not write beside one that answers from memory', async () => {
  const { database: alone, url: shared } = await testServer()
  await alone.transaction(async ({ tx }) => tx.selectFrom('role').select('id').execute())
  const stranger = await connectDatabase({ connection: { url: shared }, poolSize: 1 })
  let isDone = false
  const write = stranger.transaction(async () => (isDone = true))
  await sleep(600)
  assert.equal(isDone, false, 'it waits while the other is alone')
  const lease = await joinLease(stranger, () => undefined)
  await write
  assert.equal(isDone, true, 'once it takes part, it may')
  await lease.close()
  await stranger.close()
})

test('ids are made by PostgreSQL itself where it can', async (t) => {
  const [server] = await query<{ version: number }>(
    `select current_setting('server_version_num')::integer as version`,
  )
  if ((server?.version ?? 0) < 180_000) return t.skip('this one is too old')
  const plan = await query('explain (verbose) select new_id()')
  assert.match(JSON.stringify(plan), /Output: uuidv7\(\)/)
})

const auditRow = (event: string, types: { record?: string; parent?: string; related?: string }) =>
  query(
    `insert into audit_log (event, actor_type, via, record_type, record_id, parent_type, parent_id, related_type, related_id)
     values ($1, 'system', 'cli', $2, new_id(), $3, new_id(), $4, new_id())`,
    [event, types.record ?? 'pousr', types.parent ?? 'poset', types.related ?? 'porul'],
  )

test('an audit row names its event and its records in one form only', async () => {
  await auditRow('policy.user.create', {})
  await auditRow('area.resource.part.action_2', {
    record: 'abcde',
    parent: 'abcde',
    related: 'abcde',
  })
  for (const event of ['', 'a.b', 'a.b.c.d.e', 'a..b.c', 'Policy.user.create', 'policy.user.end '])
    await assert.rejects(auditRow(event, {}), /audit_log_event_check/, event)
  for (const position of ['record', 'parent', 'related'])
    for (const type of ['', 'abcd', 'abcdef', 'abcdE', 'abcd1', 'pousr '])
      await assert.rejects(
        auditRow('policy.user.create', { [position]: type }),
        new RegExp(`audit_log_${position}_type_check`),
        type,
      )
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

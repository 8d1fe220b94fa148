import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testDatabase, testServer } from '../../test/harness.ts'
import { makeDirectoryUser } from '../../test/people.ts'
import { transactionPoolerTo } from '../../test/transaction-pooler.ts'
import { connectDatabase } from './connect-database.ts'
import { joinLease } from './lease.ts'
import { migrate } from './migrate.ts'
import { connectClient, TransactionPooler } from './session.ts'

const own = await testDatabase()
const { url, query } = own
const [named] = await query<{ name: string }>('select current_database() as name')
const name = named?.name ?? ''

const hostile = {
  DateStyle: `'SQL, DMY'`,
  IntervalStyle: 'iso_8601',
  TimeZone: `'Pacific/Auckland'`,
  extra_float_digits: '-15',
  bytea_output: 'escape',
  client_encoding: 'latin1',
  standard_conforming_strings: 'off',
  search_path: 'nowhere',
  session_replication_role: 'replica',
  default_transaction_read_only: 'on',
  synchronous_commit: 'off',
  statement_timeout: `'1h'`,
  lock_timeout: `'1h'`,
  idle_session_timeout: `'1h'`,
  idle_in_transaction_session_timeout: `'1h'`,
  transaction_timeout: `'1h'`,
}

test('settings of the database do not change what the code relies on in its sessions', async () => {
  const plain = await testServer({ over: own })
  const { token } = await makeOwner(plain)
  const person = await makeDirectoryUser(plain, { first_name: 'Łukasz' })
  const paths = [`/directory/users/${person.id}`, '/audit/logs', '/auth/test']
  const before = await Promise.all(paths.map((path) => plain.get(path, token)))
  await plain.app.close()
  for (const [setting, value] of Object.entries(hostile))
    await query(`alter database ${name} set ${setting} = ${value}`)
  try {
    const server = await testServer({ over: own })
    const after = await Promise.all(paths.map((path) => server.get(path, token)))
    assert.deepEqual(
      after.map(({ status, text }) => [status, text]),
      before.map(({ text }) => [200, text]),
    )
    const body = { name: 'Made', handle: 'made' }
    assert.equal((await server.call('POST', '/workspace/services', { token, body })).status, 201)
    assert.deepEqual(await migrate({ url }), [])
    await server.app.close()
  } finally {
    await query(`alter database ${name} reset all`)
  }
})

const limits = [
  'statement_timeout',
  'lock_timeout',
  'idle_session_timeout',
  'idle_in_transaction_session_timeout',
  'transaction_timeout',
]

test('limits that an administrator set on the database end none of our sessions, and each keeps its own', async () => {
  const read = `select jsonb_object_agg(name, current_setting(name)) as found from unnest($1::text[]) as name`
  const none = Object.fromEntries(limits.map((limit) => [limit, '0']))
  for (const limit of limits) await query(`alter database ${name} set ${limit} = '5s'`)
  const opened = await connectDatabase({ connection: { url }, poolSize: 2 })
  const lockSession = await connectClient({ url }, 'limits', {
    isReadOnly: true,
    settings: { lock_timeout: '250ms' },
  })
  try {
    const [pooled] = (await opened.pool.query(read, [limits])).rows
    assert.deepEqual(pooled.found, { ...none, lock_timeout: '10s' })
    const [own] = (await lockSession.query(read, [limits])).rows
    assert.deepEqual(own.found, { ...none, lock_timeout: '250ms' })
  } finally {
    await lockSession.end()
    await opened.close()
    await query(`alter database ${name} reset all`)
  }
})

test('a commit waits for the disk where the database says off, and for a replica where it says so', async () => {
  const expected = { off: 'on', local: 'local', on: 'on', remote_apply: 'remote_apply' }
  for (const [value, found] of Object.entries(expected)) {
    await query(`alter database ${name} set synchronous_commit = '${value}'`)
    const opened = await connectDatabase({ connection: { url }, poolSize: 1 })
    try {
      const { rows } = await opened.pool.query('show synchronous_commit')
      assert.deepEqual(rows, [{ synchronous_commit: found }])
    } finally {
      await opened.close()
      await query(`alter database ${name} reset all`)
    }
  }
})

test('a pooler that gives each transaction another session is refused by name, with what to do', async () => {
  const pooled = await transactionPoolerTo(url)
  await assert.rejects(connectDatabase({ connection: { url: pooled } }), isRefused)
  await assert.rejects(migrate({ url: pooled }), isRefused)
  const other = { ...own.database, connection: { url: pooled } }
  await assert.rejects(
    joinLease(other, () => undefined),
    isRefused,
  )
})

function isRefused(error: unknown): true {
  assert.ok(error instanceof TransactionPooler)
  assert.match(error.message, /PgBouncer .*pool_mode = session/)
  return true
}

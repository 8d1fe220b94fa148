import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testDatabase, testServer } from '../../test/harness.ts'
import { makeDirectoryUser } from '../../test/people.ts'
import { transactionPoolerTo } from '../../test/transaction-pooler.ts'
import { connectDatabase } from './database.ts'
import { joinLease } from './lease.ts'
import { migrate } from './migrate.ts'
import { TransactionPooler } from './session.ts'

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

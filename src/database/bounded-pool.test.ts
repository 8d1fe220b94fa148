import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { testDatabase } from '../../test/harness.ts'
import { connectDatabase } from './connect-database.ts'
import { forRequests } from './database.ts'
import { failureOf } from './failure.ts'

const { url, query } = await testDatabase({ poolSize: 1 })

/** The connections of one database, as a server with too few of them has it. */
async function withConnections(free: number, work: () => Promise<void>): Promise<void> {
  const [row] = await query<{ used: number; name: string }>(
    `select count(*)::int as used, current_database() as name from pg_stat_activity where datname = current_database()`,
  )
  await query('create role few login in role muster_server')
  await query(`grant all on database ${row?.name} to few`)
  await query(`alter role few connection limit ${free}`)
  try {
    await work()
  } finally {
    await query(`revoke all on database ${row?.name} from few`)
    await query('drop role few')
  }
}

const asFew = () => {
  const few = new URL(url)
  few.username = 'few'
  return few.href
}

test('with fewer connections than it wants, a server works with those that it got and says so', async () => {
  await withConnections(3, async () => {
    const database = await connectDatabase({ connection: { url: asFew() }, poolSize: 10 })
    try {
      const read = () => sql`select pg_sleep(0.05)`.execute(database.read)
      await Promise.all(Array.from({ length: 30 }, read))
      const write = (name: string) =>
        database.transaction(({ tx }) =>
          tx.insertInto('role').values({ name, permissions: [] }).execute(),
        )
      await Promise.all([1, 2, 3, 4, 5].map((n) => write(`few-${n}`)))
      const { wanted, has, refusal } = database.pool.limit ?? {}
      assert.deepEqual([wanted, has], [10, 3])
      assert.match(refusal ?? '', /too many connections for role "few"/)
      const due = await database.unsettledSnapshot(new Date(), (tx) =>
        sql<{ id: string }>`select id from directory_user limit 1`.execute(tx),
      )
      assert.deepEqual(due.rows, [])
    } finally {
      await database.close()
    }
  })
})

test('without any connection it says that PostgreSQL accepts no more', async () => {
  await withConnections(0, async () => {
    await assert.rejects(
      connectDatabase({ connection: { url: asFew() }, poolSize: 2 }),
      (error) => failureOf(error) === 'too many connections',
    )
  })
})

test('a transaction that waits for one lock after the other waits no longer than for one', async () => {
  const database = await connectDatabase({ connection: { url }, poolSize: 3 })
  const holders = await Promise.all(
    ['service', 'role', 'token'].map(async (table) => {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query(`begin; lock table ${table} in access exclusive mode`)
      return client
    }),
  )
  // Each lock is released before the wait for it is too long, and the next one is still held.
  const releasing = (async () => {
    for (const holder of holders) {
      await sleep(1200)
      await holder.end()
    }
  })()
  const startedAt = performance.now()
  const waiting = forRequests(database, 2000).transaction(async ({ tx }) => {
    for (const table of ['service', 'role', 'token'])
      await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
  })
  await assert.rejects(waiting, (error) => failureOf(error) === 'busy')
  assert.ok(performance.now() - startedAt < 3500, 'it waited beyond its limit')
  await releasing
  await database.close()
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { testDatabase } from '../../test/harness.ts'
import { proxyTo, type AtCommit } from '../../test/proxy.ts'
import { commitOutcome, receiptMinutes } from './commit-outcome.ts'
import { connectDatabase } from './connect-database.ts'
import { type Database } from './database.ts'
import { failureOf } from './failure.ts'

const { url, query, database } = await testDatabase()
const proxy = await proxyTo(url)

/** A new pool for each, so that the COMMIT goes out with its text. */
async function write(name: string, atCommit: AtCommit, watch?: (database: Database) => void) {
  proxy.atCommit = 'pass'
  const database = await connectDatabase({ connection: { url: proxy.url }, poolSize: 1 })
  watch?.(database)
  try {
    return await database.transaction(async ({ tx }) => {
      await tx.insertInto('role').values({ name, permissions: [] }).execute()
      proxy.atCommit = atCommit
      return 'written'
    })
  } finally {
    proxy.atCommit = 'pass'
    proxy.refuses = false
    await database.close()
  }
}

const isThere = async (name: string) =>
  (await query('select from role where name = $1', [name])).length === 1

test('a commit that happened though its answer was lost is a success', async () => {
  assert.equal(await write('answer-lost', 'cut after'), 'written')
  assert.ok(await isThere('answer-lost'))
})

test('a commit that never arrived is a failure, and worth another try', async () => {
  await assert.rejects(
    write('never-sent', 'cut before'),
    (error) => failureOf(error) === 'unreachable',
  )
  assert.equal(await isThere('never-sent'), false)
})

test('where nobody can be asked it says so, and what was touched stays out of memory until it is known', async () => {
  const told: string[] = []
  const failed = write('unknown', 'cut after', (database) =>
    database.watch({
      hold: () => {
        told.push('hold')
        proxy.refuses = true
      },
      release: () => void told.push('release'),
    }),
  )
  await assert.rejects(failed, (error) => {
    assert.deepEqual(told, ['hold'])
    return failureOf(error) === 'outcome unknown'
  })
  assert.ok(await isThere('unknown'))
})

test('a COMMIT that PostgreSQL refuses is a failure, and nobody has to be asked', async () => {
  await query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'as the test wants'; end $$;
    create constraint trigger refuse after insert on role deferrable initially deferred
      for each row execute function refuse()`)
  const released: string[] = []
  const refused = write('refused', 'pass', (database) =>
    database.watch({
      // From then on the pool answers no question any more.
      hold: () => void database.close(),
      release: () => void released.push('release'),
    }),
  )
  await assert.rejects(refused, /as the test wants/)
  assert.deepEqual(released, ['release'])
  await query('drop function refuse() cascade')
})

const xidOf = async () =>
  (await query<{ xid: string }>('select pg_current_xact_id()::text as xid'))[0]?.xid ?? ''
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('a commit of another transaction under the same id does not count as this one', async () => {
  const receipt = { id: randomUUID(), xid: await xidOf(), leftAt: minutesAgo(0) }
  assert.equal(await commitOutcome(database.pool, receipt), 'aborted')
})

test('a transaction whose id the server has never assigned was lost', async () => {
  const xid = String(BigInt(await xidOf()) + 1_000_000n)
  const receipt = { id: randomUUID(), xid, leftAt: minutesAgo(0) }
  assert.equal(await commitOutcome(database.pool, receipt), 'aborted')
})

test('the outcome of a COMMIT that is under way is waited for', async () => {
  const id = randomUUID()
  const begun = Promise.withResolvers<string>()
  const released = Promise.withResolvers<void>()
  const committing = database.transaction(async ({ tx }) => {
    await tx.insertInto('commit_receipt').values({ id, left_at: new Date() }).execute()
    const { rows } = await sql<{ xid: string }>`
      select pg_current_xact_id()::text as xid`.execute(tx)
    begun.resolve(rows[0]?.xid ?? '')
    await released.promise
  })
  let isKnown = false
  const outcome = commitOutcome(database.pool, {
    id,
    xid: await begun.promise,
    leftAt: minutesAgo(0),
  }).finally(() => {
    isKnown = true
  })
  await sleep(600)
  assert.equal(isKnown, false)
  released.resolve()
  await committing
  assert.equal(await outcome, 'committed')
})

test('the outcome is unknown once the receipt may have been pruned', async () => {
  const receipt = { id: randomUUID(), xid: await xidOf(), leftAt: minutesAgo(receiptMinutes) }
  await assert.rejects(commitOutcome(database.pool, receipt), /pruned/)
})

test('a receipt that is there is believed after the next commit that succeeds, however many fail before', async () => {
  const proxied = await connectDatabase({ connection: { url: proxy.url } })
  const id = randomUUID()
  await query('insert into commit_receipt (id, left_at) values ($1, clock_timestamp())', [id])
  proxy.atCommit = 'cut before'
  const receipt = { id, xid: await xidOf(), leftAt: minutesAgo(0) }
  const outcome = await commitOutcome(proxied.pool, receipt)
  await proxied.close()
  assert.equal(proxy.atCommit, 'pass', 'the first commit was cut')
  assert.equal(outcome, 'committed')
})

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { LeaseLost, underLease, type WorkLease } from './work-lease.ts'

const { database, query, url } = await testDatabase()
afterEach(() => query('delete from work_lease'))

const validUntil = async () =>
  (await query<{ valid_until: Date }>('select valid_until from work_lease'))[0]?.valid_until
const isRenewalWaiting = async () =>
  (
    await query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length > 0
/** A lease that lapses long after a machine that pauses goes on. */
const often = { renewMilliseconds: 100 }
const lapse = () => query(`update work_lease set valid_until = now() - interval '1 second'`)

test('one holder at a time has a lease, without a transaction, and leaves it when it is done', async () => {
  const found = await underLease(database, 'work', async () => {
    assert.equal(await underLease(database, 'work', async () => 'second'), undefined)
    assert.deepEqual(await underLease(database, 'other', async () => 'beside'), {
      result: 'beside',
    })
    return query(`select from pg_stat_activity where datname = current_database() and xact_start is not null
      and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  })
  assert.deepEqual(found, { result: [] })
  assert.equal(await validUntil(), undefined)
})

test('of many that ask at once, one gets it', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const all = Array.from({ length: 5 }, () => underLease(database, 'work', () => asked))
  const others = Promise.all(all.map((each) => each.then((found) => found === undefined)))
  // The work of the one ends only after the others have been refused.
  let refused = 0
  for (const each of all) void each.then((found) => found ?? (++refused === 4 && resolve()))
  assert.equal((await others).filter(Boolean).length, 4)
})

async function untilRenewed() {
  const first = await validUntil()
  while (String(await validUntil()) === String(first)) await sleep(20)
  return 'renewed'
}

test('a lease is renewed while its work runs', async () => {
  const renewed = await underLease(database, 'work', untilRenewed, often)
  assert.deepEqual(renewed, { result: 'renewed' })
})

test('a lease is renewed while every write of its process waits', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const work = async () => {
    const writes = Array.from({ length: 20 }, () => database.transaction(() => over))
    for (const _ of [1, 2, 3, 4]) await untilRenewed()
    end()
    await Promise.all(writes)
  }
  assert.ok(await underLease(database, 'work', work, often))
})

test('a renewal that a write of the work delays is tried again', async () => {
  const work = async (lease: WorkLease) => {
    await database.transaction(async ({ tx }) => {
      await lease.requireHeld(tx)
      await until(isRenewalWaiting)
      await until(async () => !(await isRenewalWaiting()), 'the end of the first try')
    })
    await untilRenewed()
  }
  assert.ok(await underLease(database, 'work', work, often))
})

const takenOver = async () => 'taken over'

test('a killed holder is followed once its lease has lapsed, and not before', async () => {
  const program = join(import.meta.dirname, 'work-lease.crash.ts')
  const printed = await new Promise((resolve) => {
    execFile(process.execPath, [program, url], { timeout: 900_000 }, (_error, out) => resolve(out))
  })
  assert.equal(printed, 'began')
  assert.equal(await underLease(database, 'work', takenOver), undefined)
  await lapse()
  assert.deepEqual(await underLease(database, 'work', takenOver), { result: 'taken over' })
})

test('work whose lease was taken over is told, and writes nothing more', async () => {
  let former: WorkLease | undefined
  const lost = underLease(
    database,
    'work',
    async (lease) => {
      former = lease
      await lapse()
      await underLease(database, 'work', async () => {
        const writing = database.transaction(({ tx }) => lease.requireHeld(tx))
        await assert.rejects(writing, LeaseLost)
        while (!lease.signal.aborted) await sleep(5)
      })
    },
    often,
  )
  await assert.rejects(lost, LeaseLost)
  assert.equal(former?.signal.aborted, true)
})

test('the end of the process is told to the work', async () => {
  const process = new AbortController()
  const work = async ({ signal }: WorkLease) => {
    process.abort()
    return signal.aborted
  }
  const found = await underLease(database, 'work', work, { signal: process.signal })
  assert.deepEqual(found, { result: true })
})

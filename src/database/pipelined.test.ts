import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { testDatabase } from '../../test/harness.ts'
import type { Transaction } from './database.ts'

const { database, query } = await testDatabase()
await query('create table thing (id integer primary key)')
await query('grant select, insert, delete on thing to muster_server')

const add = (tx: Transaction, id: number) => sql`insert into thing values (${id})`.execute(tx)
const remove = (tx: Transaction) => sql`delete from thing`.execute(tx)
async function count(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ many: number }>`select count(*) as many from thing`.execute(tx)
  return rows[0]?.many ?? Number.NaN
}

test('what is asked for in one go runs in that order, and each sees what was written before it', async () => {
  const seen = await database.transaction(({ tx }) =>
    Promise.all([count(tx), add(tx, 1), count(tx), add(tx, 2), count(tx), remove(tx), count(tx)]),
  )
  assert.deepEqual(
    seen.filter((each) => typeof each === 'number'),
    [0, 1, 2, 0],
  )
})

test('whoever stands behind a statement that fails is told why that one failed', async () => {
  const told: unknown[] = []
  const failed = database.transaction(async ({ tx }) => {
    const all = await Promise.allSettled([add(tx, 1), add(tx, 1), count(tx), add(tx, 2)])
    told.push(...all.map((each) => (each.status === 'rejected' ? each.reason.code : 'done')))
    await count(tx)
  })
  await assert.rejects(failed, { code: '23505' })
  assert.deepEqual(told, ['done', '23505', '23505', '23505'])
  assert.deepEqual(await query('select from thing'), [])
})

test('what fails after a savepoint was gone back to is told of as itself', async () => {
  const failed = database.transaction(async ({ tx }) => {
    await Promise.allSettled([sql`savepoint here`.execute(tx), add(tx, 1), add(tx, 1)])
    const [, many] = await Promise.all([sql`rollback to here`.execute(tx), count(tx)])
    assert.equal(many, 0)
    await Promise.all([sql`select 1 / 0`.execute(tx), count(tx)])
  })
  await assert.rejects(failed, { code: '22012' })
})

test('a transaction that is over takes no statement', async () => {
  let left: Transaction | undefined
  await database.transaction(async ({ tx }) => {
    left = tx
  })
  assert.ok(left !== undefined)
  await assert.rejects(count(left), /already committed/)
})

test('what is asked for while a transaction is taken back is never sent behind its end', async () => {
  const late: Promise<unknown>[] = []
  const over = new AbortController()
  const failed = database.transaction(async ({ tx }) => {
    const fault = sql`select 1 / 0`.execute(tx)
    const goOn = async () => {
      for (let id = 0; !over.signal.aborted; id += 1) {
        late.push(add(tx, id).catch((error: unknown) => error))
        await setImmediate()
      }
    }
    fault.catch(() => void goOn())
    await fault
  })
  await assert.rejects(failed, { code: '22012' })
  over.abort()
  for (const end of await Promise.all(late))
    assert.match(String(end), /division by zero|is over|rolled back/)
  assert.deepEqual(await query('select from thing'), [])
})

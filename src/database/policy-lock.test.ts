import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { testDatabase } from '../../test/harness.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { connectDatabase } from './connect-database.ts'
import { lockPolicy } from './policy-lock.ts'

const own = await testDatabase()
const { database, url } = own

test('who waited for the policy lock goes by the instant at which they got it', async () => {
  const second = await connectDatabase({ connection: { url }, poolSize: 1 })
  let waiter: Promise<{ begun: Date; held: Date; instant: Date; again: Date }> | undefined
  const written = await database.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    waiter = second.transaction(async ({ tx: other, now: begun }) => {
      const held = await lockPolicy(other, 'exclusive')
      const { rows } = await sql<{ instant: Date }>`select current_instant() as instant`.execute(
        other,
      )
      await sleep(5)
      const again = await lockPolicy(other, 'exclusive')
      return { begun, held, instant: rows[0]?.instant ?? begun, again }
    })
    await untilWaiting(own)
    await sleep(50)
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
    return rows[0]?.at
  })
  const seen = await waiter
  await second.close()
  assert.ok(seen !== undefined && written !== undefined)
  assert.ok(seen.begun < written)
  assert.ok(seen.held >= written)
  assert.deepEqual(seen.instant, seen.held, 'the database goes by it too')
  assert.deepEqual(seen.again, seen.held, 'a transaction has one such instant')
})

test('an injected instant stays', async () => {
  const now = new Date('2026-05-01T10:00:00.123Z')
  const { database: clocked } = await testDatabase({ clock: () => now })
  assert.deepEqual(await clocked.transaction(({ tx }) => lockPolicy(tx, 'shared')), now)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { testServer } from '../../test/harness.ts'
import { startLoops } from './loops.ts'
import { until } from '../../test/until.ts'

const day = 86_400_000

test('what falls due is settled though nobody asks', async () => {
  let now = Date.parse('2026-05-01T00:00:00Z')
  const { database, query } = await testServer({ clock: () => new Date(now) })
  await database.transaction(({ tx }) =>
    tx
      .insertInto('directory_user')
      .values({ base_state: 'active', expires_at: new Date(now + day) })
      .execute(),
  )
  const state = async () => (await query('select state from directory_user'))[0]
  assert.deepEqual(await state(), { state: 'expiring' })
  now += day
  await until(async () => (await state())?.['state'] === 'expired')
})

test('a loop repeats its work, at once if there is more, also after a failure, and ends with what it does', async () => {
  const log = pino({ level: 'silent' })
  // The pauses of a loop don't keep a process alive.
  const awake = setInterval(() => undefined, 1000)
  let begun = 0
  let done = 0
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const { promise: fourth, resolve: reachFourth } = Promise.withResolvers<void>()
  const run = async () => {
    begun++
    if (begun === 2) throw new Error('the second fails')
    if (begun === 4) {
      reachFourth()
      await finished
    }
    done++
    return begun === 3
  }
  const loops = startLoops([{ failure: 'it failed', pauseMilliseconds: 1, run }], log)
  await fourth
  const closed = loops.close()
  finish()
  await closed
  assert.deepEqual({ begun, done }, { begun: 4, done: 3 })
  await sleep(20)
  assert.equal(begun, 4)
  clearInterval(awake)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testServer } from '../../test/harness.ts'

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
  const patience = Date.now() + 5000
  while ((await state())?.['state'] !== 'expired' && Date.now() < patience) await sleep(50)
  assert.deepEqual(await state(), { state: 'expired' })
})

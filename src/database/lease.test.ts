import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../../test/harness.ts'
import { connectDatabase } from './connect-database.ts'
import { joinLease, type Lease } from './lease.ts'

const { database, query, url } = await testDatabase()

/** A process whose lease runs out in the middle of a long write of its own, while `meanwhile` happens. */
async function lapseWhileWriting(meanwhile: (lease: Lease) => Promise<void>): Promise<Lease> {
  const lease = await joinLease(database, () => undefined)
  await database.transaction(async () => {
    await query(`update cache_lease set valid_until = '-infinity'`)
    while (lease.isAlone()) await sleep(20)
    await meanwhile(lease)
  })
  return lease
}

/** Whether it finishes: what it waits for otherwise ends only with the write. */
const isSoon = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), sleep(20_000, false, { ref: false })])

test('a lease that has run out is taken anew once what is being written is over', async () => {
  const lease = await lapseWhileWriting(async (running) => {
    await sleep(1000)
    assert.equal(running.isAlone(), false)
  })
  const isBack = async () => {
    while (!lease.isAlone()) await sleep(20)
  }
  assert.ok(await isSoon(isBack()))
  await lease.close()
})

test('who would take a lease anew lets others in, and is shut down, while something is being written', async () => {
  const stranger = await connectDatabase({ connection: { url }, poolSize: 1 })
  let joining: Promise<Lease> | undefined
  try {
    const lease = await lapseWhileWriting(async (running) => {
      joining = joinLease(stranger, () => undefined)
      assert.ok(await isSoon(joining), 'another process takes part')
      assert.ok(await isSoon(running.close()), 'the lease is closed')
    })
    assert.equal(lease.isAlone(), false)
  } finally {
    await (await joining)?.close()
    await stranger.close()
  }
})

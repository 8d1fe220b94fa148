import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../../../test/harness.ts'
import { connectDatabase } from '../../database/connect-database.ts'
import { PolicyCache } from './compiled-policy.ts'

const { url } = await testDatabase()

test('a transaction waits for no reader, who may have to wait for its connection', async () => {
  const database = await connectDatabase({ connection: { url }, poolSize: 1 })
  const policies = new PolicyCache()
  let reading: Promise<unknown> = Promise.resolve()
  const isLoaded = await database.transaction(async ({ tx }) => {
    reading = policies.compiledPolicy(database.read, 1)
    const loading = policies.inTransaction(tx).then(() => true)
    return Promise.race([loading, sleep(30_000, false, { ref: false })])
  })
  await reading
  await database.close()
  assert.equal(isLoaded, true)
})

test('who waited for a load that failed loads for themselves', async () => {
  const database = await connectDatabase({ connection: { url }, poolSize: 2 })
  const policies = new PolicyCache()
  let read: Promise<unknown> = Promise.resolve()
  const failed = database.transaction(async ({ tx }) => {
    const broken = tx.withPlugin({
      transformQuery: () => {
        throw new Error('the process ends')
      },
      transformResult: async ({ result }) => result,
    })
    const load = policies.compiledPolicy(broken, 1)
    read = policies.compiledPolicy(tx, 1)
    await load
  })
  await assert.rejects(failed, /the process ends/)
  await read
  await database.close()
})

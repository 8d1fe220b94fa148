import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId } from '../src/contract/ids.ts'
import { auditRows } from '../src/workspace/services/service-for-tests.ts'
import { makeCaller, testServer, type Person } from './harness.ts'

let offset = 0
// The middle of a minute, so that no test begins at the end of one.
const start = Math.floor(Date.now() / 60_000) * 60_000 + 30_000
const server = await testServer({ clock: () => new Date(start + offset) })

const refuse = async ({ token }: Person, requestId: string, path = '/workspace/services') => {
  const headers = { 'x-request-id': requestId }
  const answer = await server.call('POST', path, { token, body: {}, headers })
  assert.equal(answer.status, 403, answer.text)
}
const rowsOf = async ({ tokenId }: Person) =>
  (await auditRows(server, 'access.write.refuse'))
    .filter(({ record_id }) => record_id === tokenId)
    .map(({ details }) => details ?? {})

test('refused writes of one caller in one minute are two audit rows: the first at once, the others counted', async () => {
  const [noisy, other] = [await makeCaller(server, []), await makeCaller(server, [])]
  await refuse(noisy, 'noisy-00')
  const path = '/api/v1/workspace/services'
  const first = {
    operation: 'createService',
    path,
    count: 1,
    first_request_id: 'noisy-00',
    last_request_id: 'noisy-00',
  }
  assert.deepEqual(await rowsOf(noisy), [first])
  for (let number = 10; number < 40; number++) await refuse(noisy, `noisy-${number}`)
  await refuse(noisy, 'noisy-40', '/workspace/roles')
  await refuse(other, 'other-00')
  await server.app.services.refusedWrites.flush()
  assert.deepEqual(await rowsOf(noisy), [first], 'the minute is not over')
  offset += 60_000
  await server.app.services.refusedWrites.flush()
  const [, rest, ...none] = await rowsOf(noisy)
  assert.deepEqual(none, [])
  assert.deepEqual(rest, {
    operations: ['createRole', 'createService'],
    credentials: [encodeId('token', noisy.tokenId)],
    count: 31,
    first_request_id: 'noisy-10',
    last_request_id: 'noisy-40',
    first_at: new Date(start).toISOString(),
    last_at: new Date(start).toISOString(),
  })
  assert.equal((await rowsOf(other)).length, 1)
})

test('the tokens of one caller are counted together', async () => {
  const caller = await makeCaller(server, [])
  const tokens = [caller.token]
  for (const number of [1, 2]) {
    const body = { name: `spare ${number}`, scopes: ['*'] }
    tokens.push((await server.call('POST', '/workspace/tokens', { ...caller, body })).body.token)
  }
  for (const token of tokens) await refuse({ ...caller, token }, 'by-any-token')
  offset += 60_000
  await server.app.services.refusedWrites.flush()
  const rows = (await auditRows(server, 'access.write.refuse')).filter(
    ({ actor_id }) => actor_id === caller.uuid,
  )
  assert.deepEqual(
    rows.map(({ details }) => details?.['count']),
    [1, 2],
  )
  const spare = (await server.get('/workspace/tokens', caller.token)).body.data
    .map(({ id }: { id: string }) => id)
    .filter((id: string) => id !== encodeId('token', caller.tokenId))
  assert.deepEqual(rows[1]?.details?.['credentials'], spare.sort())
})

test('the next minute begins with a row of its own, after the others of the one before', async () => {
  const caller = await makeCaller(server, [])
  for (const minute of ['one', 'two']) {
    for (const part of ['first', 'again', 'still']) await refuse(caller, `${minute}-${part}`)
    offset += 60_000
  }
  const counts = async () => (await rowsOf(caller)).map((row) => row['count'])
  assert.deepEqual(await counts(), [1, 2, 1])
  await server.app.services.refusedWrites.flush()
  assert.deepEqual(await counts(), [1, 2, 1, 2])
})

test('what was counted is written when the server stops', async () => {
  const caller = await makeCaller(server, [])
  const second = await testServer({ over: server, clock: () => new Date(start + offset) })
  for (let time = 0; time < 3; time++) {
    const sent = { token: caller.token, body: {} }
    assert.equal((await second.call('POST', '/workspace/services', sent)).status, 403)
  }
  await second.app.close()
  assert.deepEqual(
    (await rowsOf(caller)).map((row) => row['count']),
    [1, 2],
  )
})

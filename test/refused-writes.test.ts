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

/** Ends the minute, and writes its rows as a server does every two seconds. */
const endMinute = async () => {
  offset += 60_000
  await server.app.services.refusedWrites.flush()
}

test('refused writes of one caller in one minute are one audit row, written when the minute is over', async () => {
  const [noisy, other] = [await makeCaller(server, []), await makeCaller(server, [])]
  for (let number = 10; number < 40; number++) await refuse(noisy, `noisy-${number}`)
  offset += 1000
  await refuse(noisy, 'noisy-40', '/workspace/roles')
  await refuse(other, 'other-00')
  offset -= 1000
  await server.app.services.refusedWrites.flush()
  assert.deepEqual(await rowsOf(noisy), [], 'the minute is not over')
  await endMinute()
  assert.deepEqual(await rowsOf(noisy), [
    {
      count: 31,
      operations: ['createRole', 'createService'],
      credentials: [encodeId('token', noisy.tokenId)],
      first_path: '/api/v1/workspace/services',
      first_request_id: 'noisy-10',
      last_request_id: 'noisy-40',
      first_at: new Date(start).toISOString(),
      last_at: new Date(start + 1000).toISOString(),
    },
  ])
  assert.deepEqual(
    (await rowsOf(other)).map((row) => [row['count'], row['first_request_id']]),
    [[1, 'other-00']],
  )
  await endMinute()
  assert.equal((await rowsOf(noisy)).length, 1)
})

const asCounted = (row: Record<string, unknown>) => [
  row['count'],
  row['first_request_id'],
  row['last_request_id'],
]

test('a reader of the audit log sees the refused writes of the current minute, in one row of their own', async () => {
  const caller = await makeCaller(server, [])
  const auditor = await makeCaller(server, ['audit.log.view'])
  const read = async () => {
    const query = `filter[event]=access.write.refuse&filter[actor]=${encodeId('workspaceUser', caller.uuid)}`
    const { body } = await server.get(`/audit/logs?${query}`, auditor.token)
    return body.data.map(({ details }: { details: Record<string, unknown> }) => details)
  }
  assert.deepEqual(await read(), [])
  for (const number of [1, 2, 3]) await refuse(caller, `before-${number}`)
  assert.deepEqual((await read()).map(asCounted), [[3, 'before-1', 'before-3']])
  for (const number of [1, 2]) {
    await refuse(caller, `afterwards-${number}`, '/workspace/roles')
    assert.equal((await read()).length, 1, 'the rest of the minute is one row')
  }
  await endMinute()
  const [rest, first] = await read()
  assert.deepEqual([rest, first].map(asCounted), [
    [2, 'afterwards-1', 'afterwards-2'],
    [3, 'before-1', 'before-3'],
  ])
  assert.equal(rest?.['first_path'], '/api/v1/workspace/roles')
  assert.deepEqual(rest?.['operations'], ['createRole'])
})

test('the tokens of one caller are counted together', async () => {
  const caller = await makeCaller(server, [])
  const tokens = [caller.token]
  for (const number of [1, 2]) {
    const body = { name: `spare ${number}`, scopes: ['*'] }
    tokens.push((await server.call('POST', '/workspace/tokens', { ...caller, body })).body.token)
  }
  for (const token of tokens) await refuse({ ...caller, token }, 'by-any-token')
  await endMinute()
  const rows = (await auditRows(server, 'access.write.refuse')).filter(
    ({ actor_id }) => actor_id === caller.uuid,
  )
  const all = (await server.get('/workspace/tokens', caller.token)).body.data
  assert.deepEqual(
    rows.map(({ details }) => [details?.['count'], details?.['credentials']]),
    [[3, all.map(({ id }: { id: string }) => id).sort()]],
  )
})

test('each minute has a row of its own', async () => {
  const caller = await makeCaller(server, [])
  for (const minute of ['one', 'two']) {
    for (const part of ['first', 'again', 'still']) await refuse(caller, `${minute}-${part}`)
    offset += 60_000
  }
  await server.app.services.refusedWrites.flush()
  assert.deepEqual(
    (await rowsOf(caller)).map((row) => [row['count'], row['first_request_id']]),
    [
      [3, 'one-first'],
      [3, 'two-first'],
    ],
  )
})

test('two processes count the refusals of a caller in one row', async () => {
  const caller = await makeCaller(server, [])
  const second = await testServer({ over: server, clock: () => new Date(start + offset) })
  for (const each of [server, second, second, server]) {
    const sent = { token: caller.token, body: {} }
    assert.equal((await each.call('POST', '/workspace/services', sent)).status, 403)
  }
  await second.app.services.refusedWrites.flush()
  await endMinute()
  assert.deepEqual(
    (await rowsOf(caller)).map((row) => row['count']),
    [4],
  )
})

test('a process that stops leaves its count to the next one, and the first refusal is stored before it is answered', async () => {
  const caller = await makeCaller(server, [])
  const second = await testServer({ over: server, clock: () => new Date(start + offset) })
  const stored = async () => {
    const rows = await server.query<{ count: number }>(
      'select count from refused_write where actor_id = $1',
      [caller.uuid],
    )
    return rows.map(({ count }) => count)
  }
  const sent = { token: caller.token, body: {} }
  for (let time = 0; time < 3; time++) {
    assert.equal((await second.call('POST', '/workspace/services', sent)).status, 403)
    if (time === 0) assert.deepEqual(await stored(), [1])
  }
  await second.app.close()
  assert.deepEqual(await stored(), [3])
  await endMinute()
  assert.deepEqual(await stored(), [])
  assert.deepEqual(
    (await rowsOf(caller)).map((row) => row['count']),
    [3],
  )
})

test('a write is refused with 403 also while the refusal cannot be stored, and is counted then', async () => {
  const caller = await makeCaller(server, [])
  await server.query(`
    create function raise_it() returns trigger language plpgsql as $$
    begin raise exception 'as the test wants' using errcode = '53100'; end $$;
    create trigger raise_it before insert on refused_write
      for each statement execute function raise_it()`)
  await refuse(caller, 'disk-full-1')
  await refuse(caller, 'disk-full-2')
  await server.query('drop function raise_it() cascade')
  await endMinute()
  await endMinute()
  assert.deepEqual((await rowsOf(caller)).map(asCounted), [[2, 'disk-full-1', 'disk-full-2']])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokenSecret } from '../src/access/token-secret.ts'
import { scimEndpoint } from '../src/connectors/scim/scim-for-tests.ts'
import { createLogger } from '../src/log.ts'
import { makeOwner, testServer, type TestServer } from './harness.ts'

type Line = Record<string, unknown>

function memory() {
  const text: string[] = []
  const destination = { write: (line: string) => void text.push(line) }
  return {
    destination,
    all: () => text.join(''),
    lines: () => text.map((line): Line => JSON.parse(line)),
  }
}

/** Every line that this server's requests leave, while the work is done. */
async function logged(work: (server: TestServer) => Promise<void>) {
  const log = memory()
  const server = await testServer({ logger: createLogger('info', log.destination) })
  await work(server)
  // The line of a write is written once its answer has left, and closing waits for that.
  await server.app.close()
  return { ...log, requests: () => log.lines().filter((line) => 'operation' in line) }
}

test('a write leaves one line that names its request, operation, status and duration', async () => {
  const log = await logged(async (server) => {
    const { token } = await makeOwner(server)
    const sent = { token, headers: { 'x-request-id': 'log-test-1' } }
    await server.call('POST', '/workspace/services', {
      ...sent,
      body: { name: 'Logged', handle: 'logged' },
    })
    await server.call('POST', '/workspace/services', { ...sent, body: { name: '' } })
  })
  const [made, refused, ...rest] = log.requests()
  assert.deepEqual(rest, [])
  assert.equal(typeof made?.['durationMs'], 'number')
  const { requestId, operation, method, path, status } = made ?? {}
  assert.deepEqual(
    { requestId, operation, method, path, status },
    {
      requestId: 'log-test-1',
      operation: 'createService',
      method: 'POST',
      path: '/api/v1/workspace/services',
      status: 201,
    },
  )
  assert.equal(refused?.['status'], 422)
})

test('a read leaves no line, unless it fails on our side', async () => {
  const log = await logged(async (server) => {
    const { token } = await makeOwner(server)
    await server.get('/directory/users', token)
    await server.get('/directory/users?nope=1', token)
    await server.query('alter table directory_user rename to elsewhere')
    assert.equal((await server.get('/directory/users', token)).status, 500)
    assert.equal(
      (await server.call('POST', '/workspace/users', { token, body: { nope: 1 } })).status,
      422,
    )
  })
  const [failed, refused, ...rest] = log.requests()
  assert.deepEqual(rest, [])
  assert.equal(failed?.['status'], 500)
  assert.equal(failed['operation'], 'listDirectoryUsers')
  assert.match(JSON.stringify(failed['err']), /42P01/)
  assert.equal(refused?.['status'], 422)
})

test('what SCIM does not implement is refused, and no failure', async () => {
  const log = await logged(async (server) => {
    const scim = await scimEndpoint(server)
    assert.equal((await scim.send('GET', '/Me')).status, 501)
    assert.equal((await scim.send('PUT', '/Me', { body: {} })).status, 501)
  })
  const lines = log.requests().filter(({ status }) => status === 501)
  assert.deepEqual(
    lines.map(({ method, level }) => [method, level]),
    [['PUT', 30]],
  )
})

test('no secret reaches the log, whatever the request holds', async () => {
  const secrets: string[] = []
  const log = await logged(async (server) => {
    const { token } = await makeOwner(server)
    const made = await server.call('POST', '/workspace/tokens', { token, body: { name: 'one' } })
    secrets.push(token, made.body.token)
    await server.call('POST', `/workspace/tokens?token=${token}`, { token, body: { name: token } })
    await server.call('DELETE', `/workspace/tokens/${token}`, { token })
    await server.query('alter table workspace_user_role rename to elsewhere')
    await server.call('POST', '/workspace/tokens', { token, body: { name: made.body.token } })
    await server.get(`/directory/users?filter[search]=${token}`, token)
  })
  assert.ok(log.requests().length > 2)
  for (const secret of secrets) assert.ok(!log.all().includes(secret.slice(5, 25)))
  assert.doesNotMatch(log.all(), /bearer/i)
})

test('members named like secrets are censored at any depth, and tokens wherever they stand', () => {
  const log = memory()
  const logger = createLogger('info', log.destination)
  const token = createTokenSecret('service')
  logger.info(
    { token: 'hush', headers: { authorization: 'Bearer hush' }, a: { b: { password: 'hush' } } },
    `it was ${token}`,
  )
  logger.error(
    {
      err: Object.assign(new Error(`no such token ${token}`), {
        detail: 'Key (email)=(hush) already exists',
        code: '23505',
      }),
    },
    'failed',
  )
  assert.doesNotMatch(log.all(), /hush/)
  assert.ok(!log.all().includes(token))
  assert.match(log.all(), /23505/)
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer, type TestServer } from './harness.ts'
import { createSignInCode, createTokenSecret } from '../src/access/token-secret.ts'
import { NewTokens } from '../src/http/limits/new-tokens.ts'
import { networkOf } from '../src/http/limits/wrong-tokens.ts'
import { scimEndpoint } from '../src/connectors/scim/scim-for-tests.ts'
import { makeDirectoryUser } from './people.ts'

/** So few requests a second that none is allowed again while a test runs, however slow the machine is. */
const slow = 0.01

test('a token that is used too fast gets 429, and says when to come back; another token does not', async () => {
  const server = await testServer({ rateLimit: { perSecond: slow, burst: 5 } })
  const [hasty, calm] = [await makeOwner(server), await makeOwner(server)]
  const person = await makeDirectoryUser(server)
  const paths = ['/auth/test', `/directory/users/${person.id}`, '/directory/users?nope=1']
  const statuses: number[] = []
  for (let count = 0; count < 12; count++) {
    const begin = performance.now()
    const answer = await server.get(paths[count % 3] ?? '', hasty.token)
    const milliseconds = performance.now() - begin
    statuses.push(answer.status)
    if (answer.status !== 429) continue
    assert.ok(milliseconds > 90, 'a refusal was sent at once')
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
    assert.match(answer.headers.get('ratelimit') ?? '', /^"token";r=0;t=\d+$/)
    assert.match(answer.headers.get('ratelimit-policy') ?? '', /^"token";q=5;w=500$/)
  }
  assert.deepEqual(statuses.slice(0, 5), [200, 200, 400, 200, 200])
  assert.ok(statuses.filter((status) => status === 429).length >= 5, String(statuses))
  assert.equal(
    (await server.call('POST', '/workspace/services', { token: hasty.token, body: {} })).status,
    429,
  )
  assert.equal((await server.get('/auth/test', calm.token)).status, 200)
})

test('a request takes its cost from the allowance, and at most the whole of it', async () => {
  const server = await testServer({ rateLimit: { perSecond: slow, burst: 12 } })
  const [planner, reader, small] = [
    await makeOwner(server),
    await makeOwner(server),
    await makeOwner(server),
  ]
  const plan = { token: planner.token, body: { operations: [{ op: 'change_settings' }] } }
  assert.equal((await server.call('POST', '/policy/plans', plan)).status, 201)
  const refused = await server.call('POST', '/policy/plans', plan)
  assert.equal(refused.status, 429)
  assert.ok(
    Number(refused.headers.get('retry-after')) > 800,
    refused.headers.get('retry-after') ?? '',
  )
  const page = '/directory/users?page[size]=500&include=policy-users,policy-rulesets'
  assert.equal((await server.get(page, reader.token)).status, 200)
  assert.equal((await server.get('/auth/test', reader.token)).status, 200)
  assert.equal((await server.get(page, reader.token)).status, 429)
  for (let count = 0; count < 12; count++)
    assert.equal(
      (await server.get('/directory/users?include=policy-users', small.token)).status,
      200,
    )
})

test('an address that sends many wrong tokens gets 429; a right token from there, and none at all, do not', async () => {
  const server = await testServer({ rateLimit: { perSecond: 10 * slow, burst: 40 } })
  const owner = await makeOwner(server)
  const wrong = [createTokenSecret('user'), 'mst_nonsense', 'nonsense']
  const answers = []
  for (let count = 0; count < 30; count++)
    answers.push(await server.get('/auth/test', wrong[count % 3]))
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(new Set(statuses.slice(0, 20)), new Set([401]))
  assert.ok(statuses.slice(20).includes(429), String(statuses))
  const refused = answers.find(({ status }) => status === 429)
  assert.match(refused?.headers.get('retry-after') ?? '', /^\d+$/)
  assert.match(refused?.body.message, /wrong tokens from this address/)
  const write = { token: createTokenSecret('user'), body: {} }
  assert.ok([401, 429].includes((await server.call('POST', '/workspace/roles', write)).status))
  for (let count = 0; count < 5; count++) {
    assert.equal((await server.get('/auth/test', owner.token)).status, 200)
    assert.equal((await server.get('/auth/test')).status, 401)
  }
})

/** Sends the same request many times over one connection, without waiting for the answers. */
function pipeline(server: TestServer, token: string, count: number) {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  const lines = createInterface({ input: socket })
  const statuses: number[] = []
  const sent = { parsed: 0, statuses, socket, lines }
  server.app.server.server.on('request', () => (sent.parsed += 1))
  lines.on('line', (line) => {
    const status = /HTTP\/1\.1 (\d+)/.exec(line)?.[1]
    if (status !== undefined) statuses.push(Number(status))
  })
  // The server may close while requests are still on their way.
  socket.on('error', () => undefined)
  const head = `GET /api/v1/auth/test HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
  socket.write(head.repeat(count))
  return sent
}

/** A few times the capacity of one socket read, far less than what is sent. */
const fewRequests = 3_000

test('requests that wait for the refusals before them stay unread', async () => {
  const server = await testServer({ rateLimit: { perSecond: slow, burst: 1 } })
  const { token } = await makeOwner(server)
  const sent = pipeline(server, token, 20_000)
  while (sent.statuses.length < 4) await once(sent.lines, 'line')
  sent.socket.destroy()
  assert.deepEqual(sent.statuses.slice(0, 4), [200, 429, 429, 429])
  assert.ok(sent.parsed < fewRequests, `${sent.parsed} requests were read`)
})

test('an address that sends many wrong SCIM secrets gets 429, and a right one from there does not', async () => {
  const server = await testServer({ rateLimit: { perSecond: 10, burst: 40 } })
  const { send } = await scimEndpoint(server)
  const statuses: number[] = []
  for (let count = 0; count < 30; count++)
    statuses.push((await send('POST', '/Users', { body: {}, secret: 'wrong' })).status)
  assert.deepEqual(new Set(statuses.slice(0, 20)), new Set([401]))
  assert.ok(statuses.slice(20).includes(429), String(statuses))
  assert.equal((await send('GET', '/Users')).status, 200)
})

test('a connection that sends wrong tokens without waiting for the answers is closed', async () => {
  const server = await testServer({ rateLimit: { perSecond: 10 * slow, burst: 10 } })
  const sent = pipeline(server, createTokenSecret('user'), 20_000)
  await once(sent.socket, 'close')
  assert.ok(sent.parsed < fewRequests, `${sent.parsed} requests were read`)
  assert.ok(sent.statuses.length < 10, String(sent.statuses))
})

test('a client that does not wait for answers gets one to each of its requests', async () => {
  const server = await testServer()
  const { token } = await makeOwner(server)
  const sent = pipeline(server, token, 2_000)
  while (sent.statuses.length < 2_000) await once(sent.lines, 'line')
  sent.socket.destroy()
  assert.deepEqual(new Set(sent.statuses), new Set([200]))
})

test('an address that tries many codes of sign-in links gets 429; a right code from there opens its page', async () => {
  const server = await testServer({ rateLimit: { perSecond: 10 * slow, burst: 40 } })
  const owner = await makeOwner(server)
  const link = await server.call('POST', '/auth/sign-in-link', { token: owner.token, body: {} })
  const path = new URL(link.body.url).pathname
  const page = (method: string, code: string) =>
    fetch(`${server.origin}${code}`, { method, headers: { origin: 'https://muster.example' } })
  const statuses: number[] = []
  for (let count = 0; count < 30; count++) {
    const code = count % 3 === 0 ? 'nonsense' : createSignInCode()
    const answer = await page(count % 2 === 0 ? 'GET' : 'POST', `/sign-in/${code}`)
    statuses.push(answer.status)
    if (answer.status === 429) assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
  }
  assert.deepEqual(new Set(statuses.slice(0, 20)), new Set([404]))
  assert.ok(statuses.slice(20).includes(429), String(statuses))
  assert.equal((await page('GET', path)).status, 200)
})

test('a person who makes tokens in a loop is stopped, also with the tokens that they made', async () => {
  const server = await testServer({ rateLimit: { perSecond: 10, burst: 4 } })
  const person = await makeCaller(server, [])
  const other = await makeCaller(server, [])
  let { token } = person
  const make = async (by: string) =>
    server.call('POST', '/workspace/tokens', { token: by, body: { name: 'loop', scopes: ['*'] } })
  const statuses: number[] = []
  for (let count = 0; count < 24; count++) {
    const made = await make(token)
    statuses.push(made.status)
    if (made.status === 201) token = made.body.token
  }
  assert.ok(statuses.filter((status) => status === 201).length <= 22, String(statuses))
  assert.ok(statuses.includes(429), String(statuses))
  assert.equal((await make(other.token)).status, 201)
  assert.equal((await server.get('/auth/test', person.token)).status, 200)
})

test('tokens that a person makes for a service count too, and those that are refused do not', async () => {
  const server = await testServer({ rateLimit: { perSecond: 3000, burst: 4 } })
  const owner = await makeOwner(server)
  const body = { name: 'Loop', handle: 'loop' }
  const service = await server.call('POST', '/workspace/services', { token: owner.token, body })
  const make = async (path: string, asked: object) => {
    const answer = await server.call('POST', path, {
      token: owner.token,
      body: { name: 'loop', ...asked },
    })
    return answer.status
  }
  const past = { expires_at: '2020-01-01T00:00:00Z' }
  for (let count = 0; count < 30; count++) assert.equal(await make('/workspace/tokens', past), 422)
  const statuses: number[] = []
  while (statuses.length < 200 && !statuses.includes(429))
    statuses.push(await make(`/workspace/services/${service.body.id}/tokens`, {}))
  assert.ok(statuses.filter((status) => status === 201).length >= 20, String(statuses))
  assert.ok(statuses.includes(429), String(statuses))
})

test('a request whose transaction runs again counts once', () => {
  const newTokens = new NewTokens({ perSecond: 1, burst: 1 })
  const caller = { type: 'user', id: 'someone' } as const
  const request = {}
  for (let count = 0; count < 10; count++) newTokens.take(caller, request)
  for (let count = 0; count < 4; count++) newTokens.take(caller, {})
  assert.throws(() => newTokens.take(caller, {}), /Too many requests/)
})

test('an IPv6 address counts by its network, and IPv4 inside IPv6 as itself', () => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:DB8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ] as const)
    assert.equal(networkOf(address), network)
})

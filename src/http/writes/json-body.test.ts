import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { scimEndpoint } from '../../connectors/scim/scim-for-tests.ts'
import { createTokenSecret } from '../../access/token-secret.ts'
import type { FastifyRequest } from 'fastify'
import { apiProtocol } from '../route/protocol.ts'
import { parseInTurns } from './json-body.ts'

const server = await testServer()
const owner = await makeOwner(server)
const reader = await makeCaller(server, ['workspace.service.view'])
const scim = await scimEndpoint(server)

const post = (raw: string, token = owner.token, path = '/workspace/services') =>
  server.call('POST', path, { token, raw })

const exchange = (length: number) =>
  server.call('POST', '/auth/login-codes/exchange', {
    raw: JSON.stringify({ code: 'x'.repeat(length - 11) }),
  })

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const listOf = (values: number) => `[${Array.from({ length: values }, () => '0').join(',')}]`
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`
/** 24,999 objects with a number each, and more values. */
const pairs = (...more: number[]) =>
  `[${[...Array.from({ length: 24_999 }, () => '{"a":1}'), ...more].join(',')}]`

/** Each limit, a body at it and one beyond it. */
const limits: [what: string, at: string, beyond: string, message: RegExp][] = [
  ['levels of lists', nested(64), nested(65), /nested deeper than 64 levels/],
  ['levels of objects', objects(64), objects(65), /nested deeper than 64 levels/],
  ['keys', keys(1000), keys(1001), /object with more than 1000 keys/],
  ['keys within', `[[${keys(1000)}]]`, `[[${keys(1001)}]]`, /object with more than 1000 keys/],
  ['values', listOf(49_999), listOf(50_000), /more than 50000 values/],
  ['values in objects', pairs(1), pairs(1, 2), /more than 50000 values/],
]

suite('a body is bounded before it is parsed', () => {
  for (const [what, at, beyond, message] of limits) {
    test(`by ${what}: at the limit it is read, one beyond is 400`, async () => {
      assert.equal((await post(at)).status, 422)
      const refused = await post(beyond)
      assert.equal(refused.status, 400, refused.text)
      assert.match(refused.body.message, message)
      assert.notEqual((await scim.send('POST', '/Users', { body: at })).body.detail, undefined)
      const ofScim = await scim.send('POST', '/Users', { body: beyond })
      assert.equal(ofScim.status, 400)
      assert.match(ofScim.body.detail, message)
    })
  }

  test('what looks like structure within texts is not counted', async () => {
    const text = '[{,'.repeat(60_000)
    for (const value of [text, `\\"${text}`, `${text}\\\\`, `\\\\\\"${text}`])
      assert.equal((await post(`{"name":"${value}"}`)).status, 422)
  })

  test('text that is no JSON is 400, however it begins and ends', async () => {
    for (const raw of [
      '"',
      '"\\',
      '{"a',
      ']',
      '}}}',
      ']'.repeat(100),
      ',',
      '{"a":1]',
      '"'.repeat(9),
    ])
      assert.match((await post(raw)).body.message, /not valid JSON/, raw)
  })
})

suite('a body is not parsed for those who may not send it', () => {
  const malformed = '['.repeat(1_000_000)

  test('it is 401 without a token, and 403 without the permission of the route', async () => {
    const unknown = createTokenSecret('user')
    assert.equal((await post(malformed, unknown)).status, 401)
    assert.equal((await post(malformed, reader.token)).status, 403)
    assert.equal((await post(malformed)).status, 400)
    assert.equal(
      (await scim.send('POST', '/Users', { body: malformed, secret: unknown })).status,
      401,
    )
    assert.equal((await scim.send('POST', '/Users', { body: malformed })).status, 400)
  })

  test('it is 403 with an Idempotency-Key too, and 404 at a path that names nothing', async () => {
    const headers = { 'idempotency-key': 'early' }
    const keyed = { token: reader.token, raw: malformed, headers }
    assert.equal((await server.call('POST', '/workspace/services', keyed)).status, 403)
    const sent = { token: reader.token, raw: malformed }
    assert.equal((await server.call('PATCH', '/workspace/roles/nonsense', sent)).status, 404)
  })

  test('a row that the caller may not see is 404, and one that they may not change 403', async () => {
    const made = await post('{"name":"for rows","handle":"for-rows"}')
    assert.equal(made.status, 201, made.text)
    const stranger = await makeCaller(server, [])
    const change = (token: string, id: string) =>
      server.call('PATCH', `/workspace/services/${id}`, { token, raw: malformed })
    assert.equal((await change(stranger.token, made.body.id)).status, 404)
    assert.equal((await change(reader.token, made.body.id)).status, 403)
    assert.equal((await change(owner.token, made.body.id)).status, 400)
  })

  test('a route that needs no token takes small bodies only', async () => {
    assert.equal((await exchange(16 * 1024)).status, 422)
    const refused = await exchange(16 * 1024 + 1)
    assert.deepEqual(
      [refused.status, refused.body.message],
      [413, 'The body is larger than 16384 bytes.'],
    )
  })
})

test('a body costs its caller a request more for each 64 KiB', async () => {
  const limited = await testServer({ rateLimit: { perSecond: 0.001, burst: 5 } })
  const send = async (bytes: number) => {
    const { token } = await makeOwner(limited)
    const raw = JSON.stringify({ name: 'x'.repeat(bytes - 11) })
    const first = await limited.call('POST', '/workspace/services', { token, raw })
    const left = []
    for (;;) {
      const { status } = await limited.get('/auth/test', token)
      if (status === 429) return [first.status, left.length]
      left.push(status)
    }
  }
  assert.deepEqual(await send(64 * 1024 - 1), [422, 4])
  assert.deepEqual(await send(64 * 1024), [422, 3])
  assert.deepEqual(await send(3 * 64 * 1024), [422, 1])
  // Beside the request itself, no body asks for more than the rest of the whole allowance.
  assert.deepEqual(await send(1024 * 1024), [422, 0])
  const other = await testServer({ rateLimit: { perSecond: 0.001, burst: 12 } })
  const endpoint = await scimEndpoint(other)
  const body = JSON.stringify({ name: 'x'.repeat(10 * 64 * 1024) })
  assert.equal((await endpoint.send('POST', '/Users', { body })).status, 400)
  assert.equal((await endpoint.send('POST', '/Users', { body })).status, 429)
})

test('others have turns while a long body is parsed', async () => {
  const request = { body: Buffer.from(listOf(49_000).replaceAll('0', '"0"')) }
  let turns = 0
  const count = () => setImmediate(() => (turns += 1))
  for (let n = 0; n < 3; n += 1) count()
  // Only the body of the request is used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  await parseInTurns(request as unknown as FastifyRequest, apiProtocol)
  assert.equal(turns, 3)
  assert.ok(Array.isArray(request.body))
})

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { createLogger } from '../src/log.ts'
import { testServer, type TestServer } from './harness.ts'

const networks = (text: string) => readConfig({}, { MUSTER_TRUSTED_PROXIES: text }).trustedProxies

/** A server that trusts these proxies, and the address of the client in the log's line of its last write. */
async function loggingServer(trusted: string) {
  let last: { client?: string } = {}
  const logger = createLogger('info', { write: (line: string) => void (last = JSON.parse(line)) })
  const server = await testServer({ logger, trustedProxies: networks(trusted) })
  const clientOf = async (headers: Record<string, string | string[]>) => {
    last = {}
    const status = await statusOf(server, headers)
    // The line is written once the answer has left.
    for (let turns = 0; turns < 100 && last.client === undefined; turns++)
      await new Promise((resolve) => setTimeout(resolve, 5))
    return { status, client: last.client }
  }
  return { server, clientOf }
}

async function statusOf({ origin }: TestServer, headers: Record<string, string | string[]>) {
  const sent = request(`${origin}/api/v1/workspace/services`, { method: 'POST', headers }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode
}

suite('behind trusted proxies', async () => {
  const { clientOf } = await loggingServer('loopback, 10.0.0.0/8, 2001:db8:1::/48')

  test('the client is the last address that no trusted proxy has', async () => {
    for (const [forwarded, client] of [
      ['203.0.113.7', '203.0.113.7'],
      ['203.0.113.7, 10.1.2.3', '203.0.113.7'],
      ['198.51.100.1, 203.0.113.7, 10.1.2.3,10.9.9.9', '203.0.113.7'],
      ['203.0.113.7:4711', '203.0.113.7'],
      ['2001:db8:2::7', '2001:db8:2::7'],
      ['[2001:db8:2::7]:4711, [2001:db8:1::1]', '2001:db8:2::7'],
      ['::ffff:203.0.113.7, ::ffff:10.0.0.1', '203.0.113.7'],
      ['10.0.0.2, 10.0.0.3', '10.0.0.2'],
      [`203.0.113.7${', 10.0.0.1'.repeat(1000)}`, '203.0.113.7'],
    ] as const)
      assert.equal((await clientOf({ 'x-forwarded-for': forwarded })).client, client, forwarded)
  })

  test('what is not an address ends the search at the proxy that sent it', async () => {
    for (const [forwarded, client] of [
      ['unknown', '127.0.0.1'],
      ['', '127.0.0.1'],
      [',', '127.0.0.1'],
      ['203.0.113.7,', '127.0.0.1'],
      ['203.0.113.7, unknown, 10.0.0.5', '10.0.0.5'],
      ['999.1.1.1', '127.0.0.1'],
      ['10.0.0.1; drop table', '127.0.0.1'],
      ['fe80::1%eth0', '127.0.0.1'],
      ['for=203.0.113.7', '127.0.0.1'],
      ['a'.repeat(9000), '127.0.0.1'],
    ] as const)
      assert.equal((await clientOf({ 'x-forwarded-for': forwarded })).client, client, forwarded)
  })

  test('headers in several lines are one list', async () => {
    const headers = { 'x-forwarded-for': ['198.51.100.9', '203.0.113.7', '10.0.0.1'] }
    assert.equal((await clientOf(headers)).client, '203.0.113.7')
  })

  test('other headers say nothing about the client', async () => {
    const headers = { forwarded: 'for=203.0.113.7', 'x-real-ip': '203.0.113.7' }
    assert.equal((await clientOf(headers)).client, '127.0.0.1')
  })

  test('a list that is too long for a head is refused', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7, '.repeat(8000) }
    assert.equal((await clientOf(headers)).status, 431)
  })
})

test('a header of a proxy that is not trusted is ignored', async () => {
  for (const trusted of ['', '10.0.0.0/8']) {
    const { clientOf } = await loggingServer(trusted)
    assert.equal((await clientOf({ 'x-forwarded-for': '203.0.113.7' })).client, '127.0.0.1')
  }
})

const wrong = { authorization: `Bearer mst_u${'a'.repeat(38)}` }
const rateLimit = { perSecond: 0.01, burst: 4 }

test('behind a trusted proxy each client has its own limit of wrong tokens', async () => {
  const server = await testServer({ rateLimit, trustedProxies: networks('loopback') })
  const statusFrom = (client: string) => statusOf(server, { ...wrong, 'x-forwarded-for': client })
  assert.deepEqual(
    [
      await statusFrom('203.0.113.7'),
      await statusFrom('203.0.113.7'),
      await statusFrom('203.0.113.7'),
      // What the client wrote itself is before what the proxy added.
      await statusFrom('198.51.100.1, 203.0.113.7'),
      await statusFrom('203.0.113.8'),
    ],
    [401, 401, 429, 429, 401],
  )
})

test('a client that writes the header itself stays within its limit', async () => {
  const server = await testServer({ rateLimit })
  const statuses = []
  for (let count = 0; count < 4; count++)
    statuses.push(await statusOf(server, { ...wrong, 'x-forwarded-for': `203.0.113.${count}` }))
  assert.deepEqual(statuses, [401, 401, 429, 429])
})

test('a setting that is not a list of networks is refused with what it takes', () => {
  assert.deepEqual(networks(' 10.0.0.7 , ::1/128,'), ['10.0.0.7/32', '::1/128'])
  for (const text of [
    'proxy.acme.example',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0',
    '*',
    'true',
    '::1/129',
  ])
    assert.throws(() => networks(text), /^Error: MUSTER_TRUSTED_PROXIES must be addresses/, text)
})

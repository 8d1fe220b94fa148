import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { until } from '../../../test/until.ts'
import { startWorkloadIssuer } from './workload-issuer-for-tests.ts'
import { KnownWorkloadIssuers } from './workload-issuers.ts'

const second = 1000
let now = 0
const lines: object[] = []
const issuersAt = (urls: readonly string[]) =>
  new KnownWorkloadIssuers(urls, { warn: (details) => lines.push(details) }, () => now)

test('keys are read when a token needs them, again for an unknown one once a minute, and together', async () => {
  const issuer = await startWorkloadIssuer(['job'])
  const issuers = issuersAt([issuer.url])
  const known = await issuer.tokenOf('job', 'https://muster.example')
  const unknown = await issuer.sign({ iss: issuer.url }, { kid: 'two' })
  const load = async (jwt: string, at: number) => {
    now = at
    await issuers.loadKeys(jwt)
    return issuer.reads
  }
  assert.equal(await load('nothing', 0), 0)
  assert.equal(await load(await issuer.sign({ iss: 'https://elsewhere.example' }), 0), 0)
  await Promise.all([load(known, 0), load(unknown, 0)])
  assert.equal(issuer.reads, 1)
  assert.equal(await load(unknown, 59 * second), 1)
  assert.equal(await load(known, 60 * second), 1)
  assert.equal(await load(unknown, 60 * second), 2)
  assert.equal(await load(unknown, 119 * second), 2)
  assert.equal(await load(known, 659 * second), 2)
  await load(known, 660 * second)
  await until(() => issuer.reads === 3)
})

test('an issuer that does not answer is asked again after seconds, and its keys serve for an hour', async () => {
  const issuer = await startWorkloadIssuer(['job'])
  const issuers = issuersAt([issuer.url])
  const token = await issuer.tokenOf('job', 'https://muster.example')
  const identified = async (at: number) => {
    now = at
    await issuers.loadKeys(token)
    return issuers.identify(token, new Date())
  }
  issuer.isDown = true
  now = 0
  await assert.rejects(identified(0), /does not answer just now/)
  assert.equal(lines.length, 1)
  issuer.isDown = false
  await assert.rejects(identified(4 * second), /does not answer just now/)
  const { id, ...identity } = { id: '', ...(await identified(5 * second)) }
  assert.match(id, /^[\w-]+$/)
  assert.deepEqual(identity, {
    issuer: issuer.url,
    audiences: ['https://muster.example'],
    subject: 'job',
  })
  issuer.isDown = true
  assert.ok('subject' in (await identified(3600 * second)))
  await assert.rejects(identified(3606 * second), /does not answer just now/)
})

test('a token whose key is known waits for no reading of another', async () => {
  const issuer = await startWorkloadIssuer(['job'])
  const issuers = issuersAt([issuer.url])
  const known = await issuer.tokenOf('job', 'https://muster.example')
  now = 0
  await issuers.loadKeys(known)
  const unknown = await issuer.sign({ iss: issuer.url }, { kid: 'two' })
  now = 61 * second
  const going = issuers.loadKeys(unknown)
  const first = await Promise.race([
    going.then(() => 'unknown'),
    issuers.loadKeys(known).then(() => 'known'),
  ])
  assert.equal(first, 'known')
  await going
})

test('a key that is too short or malformed is a fault of the token, and no failure', async () => {
  const issuer = await startWorkloadIssuer(['job'])
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const short = { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: 'short' }
  const keys = [
    { kty: 'RSA', n: '!', e: 'AQAB', kid: 'broken' },
    { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'point' },
    short,
  ]
  let url = ''
  const server = createServer(({ url: path }, response) =>
    response.end(
      JSON.stringify(path === '/jwks' ? { keys } : { issuer: url, jwks_uri: `${url}/jwks` }),
    ),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  url = `http://127.0.0.1:${address.port}`
  const issuers = issuersAt([url])
  for (const kid of ['broken', 'short']) {
    const jwt = await issuer.sign({ iss: url, sub: 'job', aud: 'x' }, { kid })
    await issuers.loadKeys(jwt)
    assert.match(JSON.stringify(await issuers.identify(jwt, new Date())), /"fault":/)
  }
})

test('no other host is asked, whatever the issuer publishes, and it must have the name that is listed', async () => {
  const elsewhere = await startWorkloadIssuer(['job'])
  let published: object = {}
  const server = createServer((_request, response) => response.end(JSON.stringify(published)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const url = `http://127.0.0.1:${address.port}`
  after(() => server.close())
  for (const [metadata, why] of [
    [{ issuer: url, jwks_uri: `${elsewhere.url}/jwks` }, /is not a host of this issuer/],
    [{ issuer: elsewhere.url, jwks_uri: `${url}/jwks` }, /it publishes the name/],
    [{ issuer: url }, /it publishes no jwks_uri/],
    [{ issuer: url, jwks_uri: `${url}/jwks` }, /it publishes no keys/],
  ] as const) {
    published = metadata
    now = 0
    lines.length = 0
    const issuers = issuersAt([url])
    await issuers.loadKeys(await elsewhere.sign({ iss: url }))
    await issuers.loadKeys(await elsewhere.sign({ iss: elsewhere.url }))
    assert.equal(lines.length, 1)
    assert.match(JSON.stringify(lines), why)
  }
  assert.equal(elsewhere.reads, 0)
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
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
  assert.equal(await load(known, 660 * second), 3)
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
  assert.deepEqual(await identified(5 * second), {
    issuer: issuer.url,
    audiences: ['https://muster.example'],
    subject: 'job',
  })
  issuer.isDown = true
  assert.ok('subject' in (await identified(3600 * second)))
  await assert.rejects(identified(3606 * second), /does not answer just now/)
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

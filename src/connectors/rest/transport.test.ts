import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { missingServer } from '../../../test/directories/running-server.ts'
import { missingIpv6 } from '../../../test/directories/has-ipv6.ts'
import { serveVendor } from '../../../test/vendors/serve-vendor.ts'
import { RestSession, type RestOptions } from './rest-session.ts'
import { openTelemetry } from '../../tracing/open-telemetry.ts'
import { traced, traceWith } from '../../tracing/trace.ts'
import type { RawAnswer, RestRequest } from './transport.ts'

const skip = missingServer('openssl', ['openssl'])
const served = skip === undefined ? await serveVendor() : undefined
after(() => served?.close())

const noWait = { now: Date.now, sleep: async () => undefined, random: () => 0 }

function ask(
  options: Partial<RestOptions>,
  answer?: (request: RestRequest) => Partial<RawAnswer>,
  there = served,
): Promise<unknown> {
  if (there === undefined) throw new Error('no server')
  const { url, ca, host, port } = there
  there.serve({
    send: async (request) => ({
      status: 200,
      headers: {},
      text: '{"a":"ä"}',
      ...answer?.(request),
    }),
    close: () => undefined,
  })
  const session = new RestSession({
    url,
    ca,
    hosts: [
      { host, port },
      { host: 'localhost', port },
    ],
    headers: () => ({ authorization: 'Bearer secret' }),
    secrets: ['secret'],
    hints: { unauthorised: '', forbidden: '', missing: '' },
    pacing: noWait,
    ...options,
  })
  return session
    .ask('users')
    .then(({ body }) => body)
    .finally(() => session.close())
}

test('an answer comes by https from a server whose certificate is verified', { skip }, async () => {
  assert.deepEqual(await ask({}), { a: 'ä' })
  const url = `https://localhost:${served?.port}`
  assert.deepEqual(await ask({ url }), { a: 'ä' })
  await assert.rejects(ask({ ca: undefined }), /certificate can’t be verified/)
})

test('a request tells a vendor the span that it is within', { skip }, async (t) => {
  t.after(() => traceWith(undefined))
  const tracer = openTelemetry({
    endpoint: 'http://127.0.0.1:1',
    serviceName: 'muster',
    version: '0',
    ratio: 1,
  })
  traceWith(tracer)
  const sent: (string | undefined)[] = []
  await traced('run of a source', {}, async () => {
    const { trace_id: id } = tracer.logFields()
    await ask({}, (request) => {
      sent.push(request.headers['traceparent'])
      return {}
    })
    assert.match(sent[0] ?? '', new RegExp(`^00-${id}-[0-9a-f]{16}-01$`))
  })
  traceWith(undefined)
  await ask({}, (request) => {
    sent.push(request.headers['traceparent'])
    return {}
  })
  assert.equal(sent[1], undefined)
  await tracer.close()
})

test(
  'a server is asked at its IPv6 address, whose certificate is verified too',
  { skip: skip ?? missingIpv6 },
  async (t) => {
    const there = await serveVendor('::1')
    t.after(() => there.close())
    assert.deepEqual(await ask({ url: `https://[0:0::1]:${there.port}` }, undefined, there), {
      a: 'ä',
    })
    await assert.rejects(ask({ ca: served?.ca }, undefined, there), /certificate can’t be verified/)
    await assert.rejects(
      ask({ hosts: [] }, undefined, there),
      /adds \[::1\]:\d+ to MUSTER_CONNECTOR_HOSTS/,
    )
  },
)

test('redirects are not followed', { skip }, async () => {
  const away = { status: 302, headers: { location: 'https://evil.example/' } }
  await assert.rejects(
    ask({}, () => away),
    /follows no redirects/,
  )
})

test('an answer that never ends is given up', { skip }, async () => {
  const large = { text: `"${'x'.repeat(65 * 1024 * 1024)}"` }
  await assert.rejects(
    ask({}, () => large),
    /over 64 MiB/,
  )
})

test('link-local addresses are not asked, even where they are listed', { skip }, async () => {
  for (const address of ['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]', '[ff02::1]']) {
    const url = `https://${address}`
    const hosts = [{ host: new URL(url).hostname, port: null }]
    await assert.rejects(ask({ url, hosts }), /no link-local, multicast or unspecified address/)
  }
})

test('a connection that is cut is tried again', { skip }, async () => {
  let count = 0
  const answer = () => {
    count += 1
    if (count < 3) throw new Error('cut')
    return {}
  }
  assert.deepEqual(await ask({}, answer), { a: 'ä' })
})

import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { makeOwner, testDatabase } from './harness.ts'
import { makeDirectoryUser } from './people.ts'
import { startServers } from './server-process.ts'
import { until } from './until.ts'

/** As OTLP has it in JSON. */
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: object }[]
}

/** What a collector has received. */
const spans: Span[] = []
async function receive(request: IncomingMessage): Promise<void> {
  assert.equal(request.url, '/v1/traces')
  const { resourceSpans } = JSON.parse(await text(request))
  for (const { scopeSpans } of resourceSpans)
    for (const scope of scopeSpans) spans.push(...scope.spans)
}

const collector = createServer((request, response) => {
  void receive(request).finally(() =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  )
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
after(() => void collector.close())
const address = collector.address()
const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

const own = await testDatabase()
const owner = await makeOwner(own)
const person = await makeDirectoryUser(own)
const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '50' }

const remoteSpan = 'b7ad6b7169203331'
/** A trace of a client, which says that it is sampled. */
const parentOf = (traceId: string) => ({ traceparent: `00-${traceId}-${remoteSpan}-01` })
const headers = { authorization: `Bearer ${owner.token}` }

test('a trace of a client goes on in the spans of its request, its statements and its log line', async () => {
  const server = await startServers(own.url, 'off', {
    ...settings,
    MUSTER_METRICS_PORT: '0',
  }).start()
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const created = await fetch(`${server.origin}/api/v1/workspace/services`, {
    method: 'POST',
    headers: { ...headers, ...parentOf(traceId), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'traced', handle: 'traced' }),
  })
  assert.equal(created.status, 201)
  const request = await until(
    () => spans.find(({ name }) => name === 'createService'),
    'the span of the request',
  )
  assert.equal(request.traceId, traceId)
  assert.equal(request.parentSpanId, remoteSpan)
  const insert = await until(
    () => spans.find(({ name }) => name === 'insert service'),
    'the span of the statement',
  )
  assert.equal(insert.traceId, traceId)
  assert.equal(insert.parentSpanId, request.spanId)
  const line = server
    .log()
    .split('\n')
    .find((each) => each.includes('"operation":"createService"'))
  assert.equal(JSON.parse(line ?? '{}').trace_id, traceId)
  assert.ok(!JSON.stringify(spans).includes(owner.id), 'no span quotes values')
  const alone = spans.filter(
    ({ attributes, parentSpanId }) =>
      parentSpanId === undefined && attributes.some(({ key }) => key === 'db.system.name'),
  )
  assert.deepEqual(alone, [], 'a loop that asks whether there is work has no span')

  // Until memory answers: that is a span too, without a statement.
  const describe = `${server.origin}/api/v1/directory/users/${person.id}`
  const fromMemory = '1af7651916cd43dd8448eb211c80319c'
  for (let times = 0; times < 50; times++) await fetch(describe, { headers })
  await fetch(describe, { headers: { ...headers, ...parentOf(fromMemory) } })
  const { name } = await until(
    () => spans.find((span) => span.traceId === fromMemory),
    'the span of the describe',
  )
  assert.equal(name, 'describeDirectoryUser')

  const [, metrics] = /"url":"([^"]+)"/.exec(server.log()) ?? []
  assert.match(await (await fetch(metrics ?? '')).text(), /^muster_database_up 1$/m)
  server.signal('SIGTERM')
  assert.equal(await server.ended, 0)
  const ofRequests = (traceId_: string) =>
    spans.filter((span) => span.traceId === traceId_ && span.parentSpanId === remoteSpan)
  for (const [id, operation] of [
    [traceId, 'createService'],
    [fromMemory, 'describeDirectoryUser'],
  ] as const)
    assert.deepEqual(
      ofRequests(id).map((span) => span.name),
      [operation],
      'one span of one request',
    )
  const described = spans.filter((span) => span.name === 'describeDirectoryUser')
  assert.equal(described.length, 51)
})

test('a client can’t choose that its trace is kept', async () => {
  const server = await startServers(own.url, 'off', {
    ...settings,
    OTEL_TRACES_SAMPLER_ARG: '0',
  }).start()
  const before = spans.length
  for (const traceId of ['2af7651916cd43dd8448eb211c80319c', '00000000000000000000000000000001'])
    await fetch(`${server.origin}/api/v1/auth/test`, {
      headers: { ...headers, ...parentOf(traceId) },
    })
  server.signal('SIGTERM')
  await server.ended
  assert.equal(spans.length, before)
})

test('SIGUSR2 makes the log level debug for a while, and another one ends that', async () => {
  const server = await startServers(own.url).start()
  const read = () => fetch(`${server.origin}/api/v1/auth/test`, { headers })
  const reads = () => server.log().split('"operation":"testToken"').length - 1
  await read()
  server.signal('SIGUSR2')
  await until(() => server.log().includes('the log level is debug for 10 minutes'))
  assert.equal(reads(), 0)
  await read()
  await until(() => reads() === 1, 'the line of the read')
  server.signal('SIGUSR2')
  await until(() => server.log().includes('the log level is info again'))
  await read()
  server.signal('SIGTERM')
  assert.equal(await server.ended, 0)
  assert.equal(reads(), 1)
})

const tracingOf = (env: Record<string, string>) => readConfig({}, env).tracing

test('traces are sent only to an endpoint that is set, in the one protocol that is spoken', () => {
  assert.equal(tracingOf({}), null)
  assert.equal(tracingOf({ ...settings, OTEL_SDK_DISABLED: 'true' }), null)
  assert.deepEqual(
    tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.acme.example:4318/' }),
    {
      endpoint: 'https://collector.acme.example:4318/v1/traces',
      serviceName: 'muster',
      ratio: 1,
    },
  )
  const whole = 'https://collector.acme.example/ingest'
  assert.equal(tracingOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole })?.endpoint, whole)
  const wrong = (more: Record<string, string>) => () => tracingOf({ ...settings, ...more })
  assert.throws(wrong({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }), /OTEL_EXPORTER_OTLP_PROTOCOL/)
  assert.throws(wrong({ OTEL_TRACES_SAMPLER_ARG: '1.1' }), /OTEL_TRACES_SAMPLER_ARG/)
  assert.throws(wrong({ OTEL_TRACES_SAMPLER_ARG: 'all' }), /OTEL_TRACES_SAMPLER_ARG/)
  assert.throws(() => tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }), /must be a URL/)
})

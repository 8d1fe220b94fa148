import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { refusedCharacter } from '../src/contract/text.ts'
import { includeValues } from '../src/directory/users/include.ts'
import { refuseMalformedRequest } from '../src/http/route/node-refusals.ts'
import { routes } from '../src/routes.ts'
import { testServer, type Answer } from './harness.ts'
import { makeRequestWorld, requestFor } from './request-for.ts'
import { within } from './within.ts'

const server = await testServer()
const world = await makeRequestWorld(server)
const { token } = world.owner
const person = `/directory/users/${world.ids.directoryUser}`
const injections = [
  `' or '1'='1`,
  `'; drop table audit_log; --`,
  `") or 1=1 --`,
  `1/**/union/**/select/**/hash/**/from/**/token`,
  String.raw`\'; select pg_sleep(5)--`,
  '${7*7}',
  '{{7*7}}',
  '%',
  '_',
  '*',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'a\r\nSet-Cookie: x=1',
]

/** Asserts that the request is refused, with a message, and fast enough that it can't be used for an attack. */
async function refuses(statuses: readonly number[], send: () => Promise<Answer>): Promise<Answer> {
  const answer = await within(2000, send)
  assert.ok(statuses.includes(answer.status), `${answer.status} ${answer.text.slice(0, 300)}`)
  assert.equal(typeof answer.body.message, 'string')
  assert.ok(answer.text.length < 20_000, `an answer of ${answer.text.length} characters`)
  return answer
}

test('ids of every other kind name no person', async () => {
  for (const id of Object.values(world.ids)) {
    if (id !== world.ids.directoryUser)
      await refuses([404], () => server.get(`/directory/users/${id}`, token))
  }
})

test('unknown includes are named, with the allowed ones, and never guessed at', async () => {
  for (const value of [
    'policy-rule',
    'POLICY-RULES',
    'secondary_users',
    'secondary-users-counts',
    '*',
    ...injections,
  ]) {
    const answer = await refuses([400], () =>
      server.get(`${person}?include=secondary-users,${encodeURIComponent(value)}`, token),
    )
    // A control character is refused by its own name, before the value is looked at.
    if (refusedCharacter(value) !== undefined)
      assert.match(answer.body.message, /the character U\+/)
    else for (const allowed of includeValues) assert.ok(answer.body.message.includes(allowed))
  }
})

test('SQL in ids, includes, filters, sorts and cursors reaches no database', async () => {
  for (const text of injections) {
    const sent = encodeURIComponent(text)
    await refuses([404], () => server.get(`/directory/users/${sent}`, token))
    await refuses([400], () => server.get(`/directory/users?sort=${sent}`, token))
    await refuses([400], () => server.get(`/directory/users?page[after]=${sent}`, token))
    await refuses([400], () => server.get(`/directory/users?page[size]=${sent}`, token))
    await refuses([400], () =>
      server.get(`/directory/users?${encodeURIComponent(`filter[${text}]`)}=1`, token),
    )
    await refuses([400], () => server.get(`/audit/logs?filter[record]=${sent}`, token))
  }
  assert.equal((await server.query('select 1 from audit_log limit 1')).length, 1)
})

test('SQL in a text is a text', async () => {
  for (const [index, name] of injections.filter((text) => !text.includes('\r')).entries()) {
    const answer = await server.call('POST', '/workspace/services', {
      token,
      body: { name, handle: `hostile-${index}` },
    })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.body.name, name)
    const found = await server.get(`/workspace/services/${answer.body.id}`, token)
    assert.equal(found.body.name, name)
  }
})

test('what has no canonical JSON is 422, with an Idempotency-Key too', async () => {
  for (const raw of [
    String.raw`{"name":"\ud800","handle":"a"}`,
    String.raw`{"\udfff":1}`,
    '{"name":1e400}',
  ]) {
    const headers = { 'idempotency-key': 'hostile' }
    await refuses([422], () => server.call('POST', '/workspace/services', { token, raw, headers }))
  }
})

const megabyte = 1024 * 1024 - 200
const largeBodies: [what: string, body: string][] = [
  ['one string', JSON.stringify('x'.repeat(megabyte))],
  ['one string of escapes', `"${String.raw`\"`.repeat(megabyte / 2)}"`],
  ['a string in a known key', JSON.stringify({ name: 'x'.repeat(megabyte) })],
  ['a string as a key', JSON.stringify({ ['k'.repeat(megabyte)]: 1 })],
  [
    'a hundred thousand keys',
    `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  ],
  ['a long list', JSON.stringify({ permissions: Array.from({ length: 90_000 }, () => '\u0000') })],
  [
    'a long list of numbers',
    JSON.stringify({ permissions: Array.from({ length: 400_000 }, () => 1), scopes: [] }),
  ],
  ['a number of many digits', `{"name":${'9'.repeat(megabyte)}}`],
]

for (const [what, raw] of largeBodies) {
  test(`a megabyte of ${what} is refused shortly and at once`, async () => {
    const bytes = Buffer.from(raw)
    const writing = routes.filter((each) => each.method !== 'GET' && !('takesFile' in each))
    for (const route of writing) {
      const { method, path } = requestFor(route, world)
      const allowed = route.access === 'public' ? [413] : [400, 422]
      await refuses(allowed, () => server.call(method, path, { token, raw: bytes }))
    }
  })
}

test('nesting as deep as a megabyte allows is 400', async () => {
  for (const raw of [
    '['.repeat(500_000) + ']'.repeat(500_000),
    `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`,
    '['.repeat(1_000_000),
  ]) {
    await refuses([400], () => server.call('POST', '/workspace/services', { token, raw }))
  }
})

test('a megabyte in the path, the query or a header is refused by the head’s own limit', async () => {
  const long = 'x'.repeat(1024 * 1024)
  for (const head of [
    `GET /api/v1/directory/users/${long} HTTP/1.1\r\nhost: a\r\n\r\n`,
    `GET /api/v1${person}?include=${long} HTTP/1.1\r\nhost: a\r\n\r\n`,
    `GET /api/v1/auth/test HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${long}\r\n\r\n`,
  ]) {
    assert.match(await sendRaw(head), /^HTTP\/1\.1 431 [\s\S]*x-request-id: [\s\S]*\{"message":/)
  }
})

const auth = `host: a\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n`
const rawRequests: [what: string, text: string, status: RegExp][] = [
  [
    'a bare line feed in a header',
    `GET /api/v1/auth/test HTTP/1.1\r\nhost: a\r\nx-request-id: abcdefgh\nx-evil: 1\r\n\r\n`,
    /^4/,
  ],
  [
    'NUL in a header',
    `GET /api/v1/auth/test HTTP/1.1\r\n${auth}x-request-id: abcd\0efgh\r\n\r\n`,
    /^400/,
  ],
  ['NUL in the path', `GET /api/v1/directory/users/\0 HTTP/1.1\r\n${auth}\r\n`, /^400/],
  [
    'raw bytes in the path',
    `GET /api/v1/directory/users/\u00ff\u00fe HTTP/1.1\r\n${auth}\r\n`,
    /^4/,
  ],
  [
    'a percent sign alone in the path',
    `GET /api/v1/directory/users/% HTTP/1.1\r\n${auth}\r\n`,
    /^400/,
  ],
  [
    'an encoded slash in the path',
    `GET /api/v1/directory/users/..%2f..%2fhealthz HTTP/1.1\r\n${auth}\r\n`,
    /^404/,
  ],
  ['dots in the path', `GET /api/v1/directory/../../healthz HTTP/1.1\r\n${auth}\r\n`, /^404/],
  [
    'two lengths',
    `POST /api/v1/workspace/services HTTP/1.1\r\n${auth}content-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x`,
    /^400/,
  ],
  [
    'a length and chunks',
    `POST /api/v1/workspace/services HTTP/1.1\r\n${auth}content-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    /^400/,
  ],
  ['a made-up method', `BREW /api/v1/auth/test HTTP/1.1\r\n${auth}\r\n`, /^400/],
  ['no HTTP at all', 'hello\r\n\r\n', /^400/],
  [
    'an injected If-Match',
    `DELETE /api/v1/workspace/services/${world.ids.service} HTTP/1.1\r\n${auth}if-match: "1'; drop table service; --"\r\n\r\n`,
    /^412/,
  ],
  [
    'a long Idempotency-Key',
    `POST /api/v1/workspace/services HTTP/1.1\r\n${auth}idempotency-key: ${'k'.repeat(256)}\r\n\r\n`,
    /^400/,
  ],
]

for (const [what, text, status] of rawRequests) {
  test(`${what} gets a clear 4xx and no header of its own`, async () => {
    const answer = await sendRaw(text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    assert.match(head.split(' ')[1] ?? '', status, answer)
    assert.equal(typeof JSON.parse(body).message, 'string')
    assert.match(head, /\r\nx-request-id: [A-Za-z0-9._-]{8,64}(\r\n|$)/i)
    assert.doesNotMatch(head, /x-evil|set-cookie/i)
  })
}

const closing: [what: string, text: string, status: number][] = [
  ['a missing Host', `GET /api/v1/auth/ping HTTP/1.1\r\n\r\n`, 400],
  ['a missing Host at no known path', `GET /nowhere HTTP/1.1\r\n\r\n`, 400],
  [
    'a missing Host where an answer is ready',
    `GET /api/v1${person} HTTP/1.1\r\nauthorization: Bearer ${token}\r\n\r\n`,
    400,
  ],
  ['two Hosts', `GET /api/v1/auth/ping HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n`, 400],
  [
    'two Hosts where an answer is ready',
    `GET /api/v1${person} HTTP/1.1\r\nhost: a\r\nhost: b\r\nauthorization: Bearer ${token}\r\n\r\n`,
    400,
  ],
  [
    'two Authorizations where an answer is ready',
    `GET /api/v1${person} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\nauthorization: Bearer ${token}\r\n\r\n`,
    400,
  ],
  [
    'two Authorizations of a write',
    `POST /api/v1/workspace/services HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\nauthorization: Basic YTpi\r\ncontent-length: 0\r\n\r\n`,
    400,
  ],
  [
    'another transfer coding',
    `POST /api/v1/workspace/services HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip\r\n\r\n`,
    501,
  ],
  ...['chunked, gzip', 'identity', 'xchunked'].map((coding): (typeof closing)[number] => [
    `the transfer coding ${coding}`,
    `POST /api/v1/workspace/services HTTP/1.1\r\nhost: a\r\ntransfer-encoding: ${coding}\r\n\r\n0\r\n\r\n`,
    501,
  ]),
  [
    'an empty Transfer-Encoding',
    `GET /api/v1/auth/ping HTTP/1.1\r\nhost: a\r\ntransfer-encoding:\r\n\r\n`,
    400,
  ],
  [
    'another transfer coding before chunked',
    `POST /api/v1/workspace/services HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    501,
  ],
  [
    'another transfer coding where an answer is ready',
    `GET /api/v1${person} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ntransfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    501,
  ],
  [
    'an Expect of something else',
    `POST /api/v1/workspace/services HTTP/1.1\r\nhost: a\r\nexpect: cake\r\ncontent-length: 2\r\n\r\n{}`,
    417,
  ],
  ['CONNECT', `CONNECT a:80 HTTP/1.1\r\nhost: a\r\n\r\n`, 400],
  ['another protocol', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`, 400],
  [
    'a header that is too large',
    `GET /api/v1/auth/ping HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  [
    'too many extensions of a chunk',
    `POST /api/v1/workspace/services HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n`,
    413,
  ],
]

test('what node:http would refuse without a word has the body of every error, and the connection ends', async () => {
  // So that the third finds it.
  await server.get(person, token)
  for (const [what, text, status] of closing) assertClosing(await sendRaw(text), status, what)
})

test('a request that does not arrive in time is 408', async () => {
  const socket = new PassThrough()
  refuseMalformedRequest(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  assertClosing(String(Buffer.concat(await socket.toArray())), 408, 'a slow request')
})

function assertClosing(answer: string, status: number, what: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  assert.ok(head.startsWith(`HTTP/1.1 ${status} `), `${what}: ${answer}`)
  for (const header of [
    /^connection: close$/im,
    /^content-type: application\/json; charset=utf-8$/im,
    /^x-request-id: [A-Za-z0-9._-]{8,64}$/im,
    /^cache-control: no-store$/im,
    /^x-content-type-options: nosniff$/im,
  ])
    assert.match(head.replaceAll('\r', ''), header, what)
  assert.match(head, new RegExp(`content-length: ${Buffer.byteLength(body)}(\r\n|$)`, 'i'), what)
  assert.deepEqual(Object.keys(JSON.parse(body)), ['message'], what)
}

test('requests behind the one that revokes their token, in one packet, are 401', async () => {
  await server.get(person, token)
  const made = await server.call('POST', '/workspace/tokens', {
    token,
    body: { name: 'Pipelined', scopes: ['*.view', 'workspace.token.*'] },
  })
  const head = `host: a\r\nauthorization: Bearer ${made.body.token}\r\n`
  const describe = `GET /api/v1${person} HTTP/1.1\r\n${head}\r\n`
  const answer = await sendRaw(
    describe +
      `DELETE /api/v1/workspace/tokens/${made.body.id} HTTP/1.1\r\n${head}\r\n` +
      describe +
      `PATCH /api/v1${person} HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 2\r\n\r\n{}` +
      `GET /api/v1/auth/test HTTP/1.1\r\n${head}connection: close\r\n\r\n`,
  )
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)
  assert.deepEqual(statuses, ['200', '204', '401', '401', '401'])
})

test('HTTP/1.0 needs no Host, and 100-continue is what Expect is for', async () => {
  assert.match(await sendRaw(`GET /api/v1/auth/ping HTTP/1.0\r\n\r\n`), /^HTTP\/1\.1 200 /)
  const expecting = `POST /api/v1/workspace/services HTTP/1.1\r\n${auth}expect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`
  assert.match(await sendRaw(expecting), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /)
})

/** Sends these bytes (latin1) and returns the whole answer until the server closes. */
function sendRaw(text: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.origin).port) })
  const chunks: Uint8Array[] = []
  socket.setTimeout(60_000, () => socket.destroy(new Error('no answer in a minute')))
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
  socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  // A server that refuses early may close while the rest is still being sent.
  socket.on('error', (error) =>
    chunks.length > 0 ? resolve(Buffer.concat(chunks).toString('latin1')) : reject(error),
  )
  socket.write(Buffer.from(text, 'latin1'))
  return promise
}

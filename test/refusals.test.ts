import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokenSecret } from '../src/access/token-secret.ts'
import { permissions } from '../src/contract/permissions.ts'
import { isRecord } from '../src/contract/json.ts'
import { namedPermission } from '../src/http/callers/authorise.ts'
import type { Route } from '../src/http/route/route.ts'
import { routes } from '../src/routes.ts'
import { makeCaller, makeOwner, testServer, type Answer, type CallOptions } from './harness.ts'
import { makeRequestWorld, requestFor } from './request-for.ts'

// Every test here runs over the whole list of routes, so that a new one can't skip it.
const server = await testServer()
const world = await makeRequestWorld(server)
const { token } = world.owner
const strangers = {
  'audit.log.export': await makeCaller(server, [], ['audit.log.export']),
  'audit.log.view': await makeCaller(server, [], ['audit.log.view']),
}

const closed = routes.filter((route) => route.access !== 'public')
const writing = routes.filter((route) => route.method !== 'GET')
const naming = routes.filter((route) => Object.keys(route.params).length > 0)
/** Its body is a file of any type. */
const takesFile = (route: Route) => 'takesFile' in route
const withBody = writing.filter((route) => 'body' in route && route.body !== null)

function call(
  route: Route,
  options: CallOptions & { query?: string; replaced?: Record<string, string> } = {},
): Promise<Answer> {
  const { query = '', replaced, ...sent } = options
  const planned = requestFor(route, world, replaced)
  const body =
    route.method === 'GET' || 'body' in sent || 'raw' in sent ? {} : { body: planned.body }
  const search = planned.path.includes('?') ? query.replace('?', '&') : query
  return server.call(planned.method, planned.path + search, { ...body, ...sent })
}

const leaks =
  /node_modules|\.ts:|\bat (.+ \()?(file|node):|syntax error|violates|\b(select|insert into|update|delete from)\s+\w+\s+(from|set|values|where)\b|relation "|undefined|\[object/i

/** Asserts that the answer is that refusal in one of the contract's two shapes, and reveals nothing internal. */
function assertRefused(answer: Answer, statuses: number | readonly number[], route: Route): void {
  const told = `${route.id}: ${answer.status} ${answer.text.slice(0, 500)}`
  assert.ok([statuses].flat().includes(answer.status), told)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8', told)
  assert.match(answer.headers.get('x-request-id') ?? '', /^[A-Za-z0-9._-]{8,64}$/, told)
  assert.deepEqual(
    Object.keys(answer.body),
    answer.status === 422 ? ['message', 'errors'] : ['message'],
    told,
  )
  assert.doesNotMatch(answer.text, leaks, told)
}

function stranger(route: Route): string {
  return strangers[
    namedPermission(route.access) === 'audit.log.export' ? 'audit.log.view' : 'audit.log.export'
  ].token
}

async function invalidCredential(change: string): Promise<string> {
  const person = await makeOwner(server)
  await server.query(change, [change.includes('workspace_user') ? person.uuid : person.tokenId])
  return person.token
}

const fresh = createTokenSecret('user')
const badChecksum = fresh.slice(0, -1) + (fresh.endsWith('0') ? '1' : '0')
const credentials: [what: string, headers: Record<string, string>][] = [
  ['no token', {}],
  ['another scheme', { authorization: `Basic ${token}` }],
  ['an empty token', { authorization: 'Bearer ' }],
  ['two tokens', { authorization: `Bearer ${token} ${token}` }],
  ['a malformed token', { authorization: 'Bearer mst_nonsense' }],
  ['a token with a wrong checksum', { authorization: `Bearer ${badChecksum}` }],
  ['an unknown token', { authorization: `Bearer ${fresh}` }],
  [
    'an expired token',
    {
      authorization: `Bearer ${await invalidCredential(`update token set expires_at = created_at + interval '1 microsecond' where id = $1`)}`,
    },
  ],
  [
    'a revoked token',
    {
      authorization: `Bearer ${await invalidCredential('update token set revoked_at = now() where id = $1')}`,
    },
  ],
  [
    'a deactivated owner’s token',
    {
      authorization: `Bearer ${await invalidCredential(`update workspace_user set base_state = 'deactivated' where id = $1`)}`,
    },
  ],
  [
    'an expired owner’s token',
    {
      authorization: `Bearer ${await invalidCredential(`update workspace_user set expires_at = now() - interval '1 day' where id = $1`)}`,
    },
  ],
]

for (const [what, headers] of credentials) {
  test(`${what} is 401 everywhere`, async () => {
    for (const route of closed) {
      const answer = await call(route, { headers })
      assertRefused(answer, 401, route)
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer', route.id)
    }
  })
}

test('whoever lacks the permission gets 403, or 404 where they may not even know of the record', async () => {
  for (const route of closed.filter(({ access }) => namedPermission(access) !== undefined)) {
    assertRefused(await call(route, { token: stranger(route) }), [403, 404], route)
  }
})

test('an id that is malformed, of another kind or unknown is 404', async () => {
  const suffix = '01kaf7m2t4e8j9p3q5r7s9v1wx'
  for (const route of naming) {
    for (const name of Object.keys(route.params)) {
      const good =
        requestFor(route, world)
          .path.split('/')
          .find((part) => part.includes('_')) ?? ''
      const wrong = [
        'nonsense',
        `zzzzz_${suffix}`,
        `zzzzz_${good.slice(6)}`,
        good.toUpperCase(),
        `${good}x`,
        `${good}%00`,
        '%20',
        "'--",
        'x'.repeat(400),
      ]
      for (const id of wrong)
        assertRefused(await call(route, { token, replaced: { [name]: id } }), 404, route)
      const unknown = `${
        requestFor(route, world, { [name]: '@' })
          .path.split('/')
          .indexOf('@') >= 0
          ? prefixOf(route, name)
          : ''
      }_${suffix}`
      assertRefused(await call(route, { token, replaced: { [name]: unknown } }), 404, route)
    }
  }
})

function prefixOf(route: Route, name: string): string {
  const known = requestFor(route, world).path.split('/')
  const position = route.url.split('/').indexOf(`:${name}`)
  return known[position]?.split('_')[0] ?? ''
}

test('an id longer than any router reads is 4xx', async () => {
  for (const route of naming) {
    const [name = ''] = Object.keys(route.params)
    assertRefused(
      await call(route, { token, replaced: { [name]: 'x'.repeat(5000) } }),
      [404, 414],
      route,
    )
  }
})

test('an unknown query parameter is 400 that names it', async () => {
  for (const route of routes) {
    const answer = await call(route, { token, query: '?colour_of_it=1' })
    assertRefused(answer, 400, route)
    assert.match(answer.body.message, /"colour_of_it"/)
  }
})

test('a query parameter that is given twice, or holds what no text may hold, is 400', async () => {
  for (const route of routes) {
    const [name] = Object.keys(route.query.properties)
    if (name === undefined) continue
    const key = encodeURIComponent(name)
    for (const query of [
      `?${key}=1&${key}=1`,
      `?${key}=%00`,
      `?${key}=%E2%80%AE`,
      `?${key}=%ff`,
      `?${key}=%`,
    ]) {
      if (query.endsWith('=%')) continue
      assertRefused(await call(route, { token, query }), 400, route)
    }
  }
})

test('an unknown body key is 422 that names it', async () => {
  for (const route of writing.filter((each) => !takesFile(each))) {
    const planned = requestFor(route, world)
    const answer = await call(route, {
      token,
      body: { ...(isRecord(planned.body) ? planned.body : {}), colour_of_it: 1 },
    })
    assertRefused(answer, 422, route)
    assert.ok('colour_of_it' in answer.body.errors, `${route.id}: ${answer.text}`)
  }
})

test('a body key that every object has by birth is an unknown one', async () => {
  for (const route of writing.filter((each) => !takesFile(each))) {
    for (const key of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      assertRefused(await call(route, { token, raw: `{"${key}":{"${key}":1}}` }), 422, route)
    }
  }
})

test('a text longer than its bound is 422 that names the field', async () => {
  for (const route of withBody) {
    for (const [name, schema] of Object.entries(properties(route))) {
      const maxLength: unknown = isRecord(schema) ? schema['maxLength'] : undefined
      if (typeof maxLength !== 'number') continue
      const answer = await call(route, {
        token,
        body: { ...bodyOf(route), [name]: 'x'.repeat(maxLength + 1) },
      })
      assertRefused(answer, 422, route)
      assert.ok(name in answer.body.errors, `${route.id}: ${answer.text}`)
    }
  }
})

test('NUL and bidirectional overrides are 422 that name the field and the character', async () => {
  for (const route of withBody) {
    const [name = ''] = Object.keys(properties(route))
    for (const [text, character] of [
      ['a\u0000b', 'U+0000'],
      ['a\u202eb', 'U+202E'],
      ['a\ud800b', 'U+D800'],
    ] as const) {
      const answer = await call(route, { token, body: { ...bodyOf(route), [name]: text } })
      assertRefused(answer, 422, route)
      assert.ok(
        answer.body.errors[name]?.some((message: string) => message.includes(character)),
        `${route.id}: ${answer.text}`,
      )
    }
  }
})

function properties(route: Route): Record<string, unknown> {
  const found: unknown = 'body' in route && route.body !== null ? route.body.properties : undefined
  return isRecord(found) ? found : {}
}

function bodyOf(route: Route): Record<string, unknown> {
  const { body } = requestFor(route, world)
  return isRecord(body) ? body : {}
}

const badBodies: [what: string, status: number, options: CallOptions][] = [
  ['text/plain', 415, { raw: 'hello', headers: { 'content-type': 'text/plain' } }],
  ['a form', 415, { raw: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['no content type', 415, { raw: '{}', headers: { 'content-type': '' } }],
  [
    'another charset',
    415,
    { raw: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
  ],
  ['a compressed body', 415, { raw: '{}', headers: { 'content-encoding': 'gzip' } }],
  ['no JSON', 400, { raw: '{"a":' }],
  ['duplicate keys', 400, { raw: '{"a":1,"a":2}' }],
  ['duplicate keys in another spelling', 400, { raw: String.raw`{"b":[{"a":1,"\u0061":2}]}` }],
  ['invalid UTF-8', 400, { raw: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }],
  ['UTF-16', 400, { raw: Buffer.from('\ufeff{"a":1}', 'utf16le') }],
  ['a byte order mark', 400, { raw: '\ufeff{}' }],
  ['nesting of 65 levels', 400, { raw: '['.repeat(65) + ']'.repeat(65) }],
  ['a body over 1 MiB', 413, { raw: JSON.stringify('x'.repeat(1024 * 1024)) }],
]

for (const [what, status, options] of badBodies) {
  test(`${what} is ${status} wherever a body can be sent`, async () => {
    for (const route of writing.filter(
      (each) => !takesFile(each) && !(what === 'a form' && each.takesForm),
    ))
      assertRefused(await call(route, { token, ...options }), status, route)
  })
}

test('checks come in the order 401, 415, 404, 403, 422', async () => {
  const plain = { raw: 'hello', headers: { 'content-type': 'text/plain' } }
  for (const route of closed.filter(({ method }) => method !== 'GET')) {
    const [name] = Object.keys(route.params)
    const malformed = name === undefined ? {} : { replaced: { [name]: 'nonsense' } }
    const unknownKey = { body: { ...bodyOf(route), colour_of_it: 1 } }
    assertRefused(await call(route, { ...plain, ...malformed }), 401, route)
    const notJson = takesFile(route) ? 404 : 415
    assertRefused(
      await call(route, { ...plain, ...malformed, token: stranger(route) }),
      notJson,
      route,
    )
    if (name !== undefined) {
      assertRefused(
        await call(route, { ...malformed, token: stranger(route), ...unknownKey }),
        404,
        route,
      )
      assertRefused(
        await call(route, { ...malformed, token, query: '?colour_of_it=1' }),
        400,
        route,
      )
    }
    if (namedPermission(route.access) !== undefined)
      assertRefused(await call(route, { token: stranger(route), ...unknownKey }), [403, 404], route)
    if (!takesFile(route)) assertRefused(await call(route, { token, ...unknownKey }), 422, route)
  }
})

test('a body is refused only of somebody who may, where there is something to change', async () => {
  const looking: string[] = permissions.filter((name) => name.endsWith('.view'))
  const viewer = await makeCaller(server, looking)
  for (const route of writing) {
    const body = { ...bodyOf(route), colour_of_it: 1 }
    for (const name of Object.keys(route.params)) {
      const replaced = { [name]: `${prefixOf(route, name)}_01kaf7m2t4e8j9p3q5r7s9v1wx` }
      assertRefused(await call(route, { token, replaced, body }), 404, route)
    }
    const needed = namedPermission(route.access) ?? ''
    // Everybody may end what is their own.
    const isOwn = typeof route.access === 'object' && 'own' in route.access
    if (needed === '' || looking.includes(needed) || isOwn) continue
    assertRefused(await call(route, { token: viewer.token, body }), 403, route)
  }
})

test('a sane X-Request-Id comes back, another one is replaced', async () => {
  for (const route of closed) {
    const sent = `refusals-${route.id}`
    assert.equal(
      (await call(route, { headers: { 'x-request-id': sent } })).headers.get('x-request-id'),
      sent,
    )
    const odd = await call(route, { headers: { 'x-request-id': 'no good!' } })
    assert.notEqual(odd.headers.get('x-request-id'), 'no good!')
  }
})

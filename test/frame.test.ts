import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { pino } from 'pino'
import { apiProtocol, type Protocol } from '../src/http/route/protocol.ts'
import { buildServer } from '../src/http/server.ts'
import { routes } from '../src/routes.ts'
import { makeCaller, makeOwner, testServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'

const server = await testServer()
const owner = await makeOwner(server)

test('a token says whose it is', async () => {
  const answer = await server.get('/auth/test', owner.token)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.owner_id, owner.id)
  assert.deepEqual(answer.body.roles, ['workspace.owner'])
  assert.equal((await server.get('/auth/test')).status, 401)
  assert.equal((await server.get('/auth/ping')).status, 200)
})

test('the bare address leads a browser to the reference', async () => {
  const answer = await fetch(server.origin, { redirect: 'manual' })
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/docs'])
  const followed = await fetch(server.origin)
  assert.equal(followed.status, 200)
  assert.match(followed.headers.get('content-type') ?? '', /^text\/html/)
})

test('an absolute-form target names this server, in links too', async () => {
  const answer = await rawGet(
    server.origin,
    `http://evil.example/api/v1/directory/users?page[size]=1`,
    owner.token,
  )
  assert.equal(answer.status, 200, answer.text)
  assert.match(
    JSON.parse(answer.text).links.self,
    /^https:\/\/muster\.example\/api\/v1\/directory\/users/,
  )
})

test('HEAD answers as GET does, without the body', async () => {
  const answer = await fetch(`${server.origin}/api/v1/auth/test`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${owner.token}` },
  })
  assert.deepEqual([answer.status, await answer.text()], [200, ''])
  assert.equal((await fetch(`${server.origin}/healthz`, { method: 'HEAD' })).status, 200)
})

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

test('a method that a known path has not is 405, with those that it has, whatever the body', async () => {
  for (const { url } of routes) {
    const known = routes.filter((route) => route.url === url).map(({ method }) => method)
    const allow = [...known, ...(known.includes('GET') ? ['HEAD'] : [])].sort().join(', ')
    const path = url.replaceAll(/:\w+/g, 'x')
    for (const method of methods) {
      if (known.some((each) => each === method)) continue
      const raw = method === 'GET' ? {} : { raw: 'no JSON', headers: { 'content-type': 'a/b' } }
      const answer = await server.call(method, path, { token: owner.token, ...raw })
      assert.equal(answer.status, 405, `${method} ${path}: ${answer.text}`)
      assert.equal(answer.headers.get('allow'), allow, path)
      assert.deepEqual(answer.body, { message: `/api/v1${path} takes ${allow}, not ${method}.` })
    }
  }
  const beside: [method: string, path: string, allow: string][] = [
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/sign-in/x?y=1', 'GET, HEAD, POST'],
    ['HEAD', '/api/v1/workspace/services/x/activate', 'POST'],
    ['OPTIONS', '/api/v1/workspace/roles', 'GET, HEAD, POST'],
  ]
  for (const [method, path, allow] of beside) {
    const answer = await fetch(server.origin + path, { method })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, allow], path)
  }
})

test('a path that is not known is 404 for every method', async () => {
  for (const method of methods) {
    const answer = await server.call(method, '/directory/users/x/y', { token: owner.token })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [404, null], method)
    assert.equal(answer.body.message, `There is nothing at ${method} /api/v1/directory/users/x/y.`)
  }
})

test('no path takes TRACE, and no answer repeats the headers of a request', async () => {
  for (const [path, status] of [
    ['/healthz', 405],
    ['/api/v1/auth/test', 405],
    ['/nothing', 404],
  ] as const) {
    const answer = await rawGet(server.origin, path, owner.token, 'TRACE')
    assert.equal(answer.status, status, path)
    assert.ok(!answer.text.includes(owner.token), path)
  }
})

test('a group of routes is at the prefix of its protocol, and fails in its form', async () => {
  const protocol: Protocol = {
    prefix: '/other/v2',
    mediaType: 'application/other+json',
    ignoresCaseOfKeys: false,
    keepsNumbers: false,
    failure: ({ status, message }) => ({ status: String(status), detail: message }),
  }
  const groups = [
    { protocol: apiProtocol, routes: routes.filter(({ method }) => method === 'POST') },
    { protocol, routes },
  ]
  const other = buildServer(server.app.services, groups, pino({ level: 'silent' }))
  const origin = await other.listen({ host: '127.0.0.1', port: 0 })
  const ask = async (method: string, path: string, type?: string) => {
    const headers = {
      authorization: `Bearer ${owner.token}`,
      ...(type === undefined ? {} : { 'content-type': type }),
    }
    const body = type === undefined ? null : '{}'
    const answer = await fetch(origin + path, { method, headers, body })
    const parsed = JSON.parse(await answer.text())
    return [answer.status, answer.headers.get('content-type'), parsed] as const
  }
  const ofOther = 'application/other+json; charset=utf-8'
  try {
    assert.deepEqual((await ask('GET', '/other/v2/auth/test')).slice(0, 2), [200, ofOther])
    const read = await ask('POST', '/other/v2/workspace/roles', 'application/other+json')
    assert.deepEqual(read.slice(0, 2), [422, ofOther])
    assert.match(read[2].detail, /is required/)
    const refused = await ask('POST', '/other/v2/workspace/roles', 'text/plain')
    assert.deepEqual(refused.slice(0, 2), [415, ofOther])
    assert.match(refused[2].detail, /send Content-Type: application\/other\+json/)
    for (const [status, method] of [
      [405, 'PUT'],
      [404, 'GET'],
    ] as const) {
      const path = status === 405 ? '/other/v2/workspace/roles' : '/other/v2/nothing'
      const [found, type, body] = await ask(method, path)
      assert.deepEqual([found, type, body.status], [status, ofOther, String(status)])
    }
    const bare = await ask('GET', '/other/v2?x=1')
    assert.deepEqual(bare.slice(0, 2), [404, ofOther])
    for (const [path, type, expected] of [
      ['/api/v1/nothing', undefined, 404],
      ['/api/v1/workspace/roles', 'application/other+json', 415],
    ] as const) {
      const [status, , body] = await ask(type === undefined ? 'GET' : 'POST', path, type)
      assert.deepEqual([status, Object.keys(body)], [expected, ['message']])
    }
  } finally {
    await other.close()
  }
})

test('a day that does not exist is refused, and so is a name that is blank or has lines', async () => {
  const create = (body: object) =>
    server.call('POST', '/workspace/tokens', { token: owner.token, body })
  assert.equal((await create({ name: 'x', expires_at: '2027-02-31T00:00:00Z' })).status, 422)
  assert.equal((await create({ name: '   ' })).status, 422)
  assert.equal((await create({ name: 'a\nb' })).status, 422)
  assert.equal(
    (await server.get('/directory/users?filter[created_after]=2026-02-31T00:00:00Z', owner.token))
      .status,
    400,
  )
})

test('an unknown include is 400 before anything is asked or looked up', async () => {
  const stranger = await makeCaller(server, [])
  assert.equal(
    (await server.get('/directory/users/bogus?include=bogus', stranger.token)).status,
    400,
  )
})

function rawGet(
  origin: string,
  target: string,
  token: string,
  method = 'GET',
): Promise<{ status: number | undefined; text: string }> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path: target, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        let text = ''
        response.on('data', (chunk) => (text += String(chunk)))
        response.on('end', () => resolve({ status: response.statusCode, text }))
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

test('with https every answer has browsers come back by https', async () => {
  const person = await makeDirectoryUser(server)
  const paths = [
    '/api/v1/auth/ping',
    `/api/v1/directory/users/${person.id}`,
    '/api/v1/nothing',
    '/docs',
    '/sign-in/x',
    '/readyz',
  ]
  const insecure = await testServer({ publicOrigin: 'http://muster.example' })
  for (const path of paths)
    for (const [each, expected] of [
      [server, 'max-age=31536000'],
      [insecure, null],
    ] as const) {
      const { headers } = await fetch(each.origin + path, {
        headers: { authorization: `Bearer ${owner.token}` },
        redirect: 'manual',
      })
      assert.equal(headers.get('strict-transport-security'), expected, path)
    }
})

test('what is no page loads nothing, is shown within no other page, and is of the type that it says', async () => {
  const person = `/api/v1/directory/users/${(await makeDirectoryUser(server)).id}`
  const reads = [
    person,
    person,
    '/api/v1/directory/users',
    '/api/v1/directory/users?filter[state]=nonsense',
    '/api/v1/openapi.json',
    '/api/v1/nothing',
    '/healthz',
    '/session',
  ]
  const headers = { authorization: `Bearer ${owner.token}` }
  const answers = await Promise.all([
    ...reads.map((path) => fetch(server.origin + path, { headers })),
    fetch(`${server.origin}/api/v1/directory/users`, {
      headers: { ...headers, accept: 'text/csv' },
    }),
    fetch(server.origin + person, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"metadata":{"desk":"7"}}',
    }),
  ])
  for (const { url, status, headers: sent } of answers) {
    assert.equal(
      sent.get('content-security-policy'),
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      `${status} ${url}`,
    )
    assert.equal(sent.get('x-content-type-options'), 'nosniff', `${status} ${url}`)
  }
})

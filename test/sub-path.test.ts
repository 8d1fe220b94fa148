import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { createMuster } from '../sdk/src/index.ts'
import { readConfig } from '../src/config.ts'
import { publicOriginOf } from '../src/http/public-origin.ts'
import { scimEndpoint } from '../src/connectors/scim/scim-for-tests.ts'
import { startProvider } from '../src/workspace/oidc/provider-for-tests.ts'
import { makeOwner, testServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'
import { runCli } from './run-cli.ts'

const publicOrigin = 'https://acme.example/muster'
const { issuer } = await startProvider('acme', { publicOrigin })
const server = await testServer({ publicOrigin, issuers: [issuer] })
const { token, id } = await makeOwner(server)
const below = `${server.origin}/muster`
const bearer = { authorization: `Bearer ${token}` }
const open = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init })

/** Sends the target as it is: `fetch` would resolve it. */
async function statusOf(target: string): Promise<number | undefined> {
  const { hostname, port } = new URL(server.origin)
  const sent = request({ hostname, port, path: target, headers: bearer }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode
}

test('requests with the path and without it are the same', async () => {
  const person = await makeDirectoryUser(server)
  const path = `/api/v1/directory/users/${person.id}?include=policy-users`
  // Twice, because the second answer is from memory.
  for (const from of [server.origin, below, server.origin, below]) {
    const answer = await open(from + path, { headers: bearer })
    assert.equal(answer.status, 200)
    const { links } = JSON.parse(await answer.text())
    assert.equal(links.self, `${publicOrigin}/api/v1/directory/users/${person.id}`)
  }
  for (const target of ['/muster/healthz', '/muster/readyz?x=1', `${publicOrigin}/healthz`])
    assert.equal(await statusOf(target), 200, target)
  for (const target of [
    '/musterx/healthz',
    '/MUSTER/healthz',
    '/muster/muster/healthz',
    '/other/healthz',
  ])
    assert.equal(await statusOf(target), 404, target)
})

test('every link and location has the path', async () => {
  await makeDirectoryUser(server)
  const list = await open(`${below}/api/v1/directory/users?page[size]=1`, { headers: bearer })
  const { data, links } = JSON.parse(await list.text())
  for (const link of [links.self, links.next, data[0].links.self])
    assert.match(link, /^https:\/\/acme\.example\/muster\/api\/v1\/directory\/users/)
  const next = await open(links.next.replace('https://acme.example', server.origin), {
    headers: bearer,
  })
  assert.equal(next.status, 200)
  const body = { name: 'Backup', handle: 'backup' }
  const made = await server.call('POST', '/workspace/services', { token, body })
  assert.match(made.headers.get('location') ?? '', /^https:\/\/acme\.example\/muster\/api\/v1\//)
  const document = await open(`${below}/api/v1/openapi.json`)
  assert.equal(JSON.parse(await document.text()).servers[0].url, `${publicOrigin}/api/v1`)
})

test('SCIM clients get addresses with the path', async () => {
  const scim = await scimEndpoint(server)
  const { body } = await scim.send('GET', '/ServiceProviderConfig')
  assert.match(body.meta.location, /^https:\/\/acme\.example\/muster\/scim\/v2\/wsitg_\w+\/Service/)
})

test('the reference names its files beside itself', async () => {
  const page = await (await open(`${below}/docs`)).text()
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
  assert.ok(addresses.length > 4)
  for (const address of addresses) {
    assert.doesNotMatch(address, /^\/|:/)
    assert.equal((await open(`${below}/${address}`)).status, 200, address)
  }
  const bare = await open(below)
  assert.deepEqual([bare.status, bare.headers.get('location')], [302, '/muster/docs'])
})

test('a browser gets cookies for the path alone, and changes something only from its origin', async () => {
  const link = await server.call('POST', '/auth/sign-in-link', { token, body: { user_id: id } })
  assert.match(link.body.url, /^https:\/\/acme\.example\/muster\/sign-in\//)
  const address = link.body.url.replace('https://acme.example', server.origin)
  const use = (origin: string) =>
    open(address, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    })
  for (const origin of ['https://evil.example', publicOrigin])
    assert.equal((await use(origin)).status, 403, origin)
  const used = await use('https://acme.example')
  assert.deepEqual([used.status, used.headers.get('location')], [303, '/muster/'])
  const cookie = used.headers.get('set-cookie') ?? ''
  assert.match(
    cookie,
    /^__Secure-muster_session=\w+; Max-Age=\d+; Path=\/muster; HttpOnly; SameSite=Strict; Secure$/,
  )
  const headers = { cookie: cookie.split(';')[0] ?? '', origin: 'https://acme.example' }
  const out = await open(`${below}/api/v1/auth/sign-out`, { method: 'POST', headers })
  assert.equal(out.status, 200)
  assert.equal(JSON.parse(await out.text()).url, '/muster/auth/oidc/sign-out')
  assert.match(out.headers.get('set-cookie') ?? '', /Max-Age=0; Path=\/muster;/)
  assert.equal((await open(`${below}/auth/oidc/sign-out`)).headers.get('location'), '/muster/')
})

test('an issuer sends the browser back below the path', async () => {
  const start = await open(`${below}/auth/oidc/acme/start`)
  const to = new URL(start.headers.get('location') ?? '')
  assert.equal(to.searchParams.get('redirect_uri'), `${publicOrigin}/auth/oidc/acme/callback`)
  assert.match(start.headers.get('set-cookie') ?? '', /^__Secure-muster_sign_in=.*; Path=\/muster;/)
  const issuers = await server.get('/auth/issuers', token)
  assert.equal(issuers.body.data[0].url, `${publicOrigin}/auth/oidc/acme/start`)
})

test('commands and the SDK take an address with the path', async () => {
  const person = await makeDirectoryUser(server)
  for (const url of [below, `${below}/`]) {
    const env = { MUSTER_URL: url, MUSTER_TOKEN: token }
    const shown = await runCli(['user', 'show', person.id, '--json'], env)
    assert.equal(shown.code, 0, shown.stderr)
    const muster = createMuster({ origin: url, token })
    const ids = []
    for await (const { id: each } of muster.list('/directory/users', {
      params: { query: { 'page[size]': '1' } },
    }))
      ids.push(each)
    assert.ok(ids.includes(person.id))
  }
})

const read = (text: string) => readConfig({}, { MUSTER_PUBLIC_ORIGIN: text }).publicOrigin

test('a public origin may have a path that is none of its own pages', () => {
  assert.equal(read('https://acme.example/'), 'https://acme.example')
  assert.equal(read('https://acme.example/muster/'), publicOrigin)
  assert.equal(read('https://acme.example/it/muster-2'), 'https://acme.example/it/muster-2')
  for (const path of ['?x=1', '#x', '/a b', '/%61pi', '/a//b', '/;x'])
    assert.throws(() => read(`https://acme.example${path}`), /MUSTER_PUBLIC_ORIGIN/, path)
  for (const path of ['/api', '/API/x', '/a/../api', '/docs', '/sign-in'])
    assert.throws(
      () => publicOriginOf(readConfig({}, { MUSTER_PUBLIC_ORIGIN: `https://acme.example${path}` })),
      /has its own pages/,
      path,
    )
})

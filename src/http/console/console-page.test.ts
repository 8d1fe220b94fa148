import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { testServer } from '../../../test/harness.ts'
import { consoleIn } from '../bodies/console-files.ts'

const script = 'console.log("hello")'
const page = '<!doctype html><meta property="csp-nonce" nonce="__STYLE_NONCE__"><div id="root">'

const directory = await mkdtemp(join(tmpdir(), 'muster-console-'))
after(() => rm(directory, { recursive: true, force: true }))
const server = await testServer({ consoleDirectory: directory })

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const open = (path: string, init: RequestInit = {}) =>
  fetch(server.origin + path, { headers: browser, redirect: 'manual', ...init })

/** Sends the path as it is: `fetch` would resolve it. */
async function statusOf(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(server.origin)
  const sent = request({ hostname, port, path, headers: browser }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode
}

async function build(): Promise<void> {
  await mkdir(join(directory, 'assets'), { recursive: true })
  const asset = join(directory, 'assets', 'index-abc.js')
  await writeFile(asset, script)
  await writeFile(`${asset}.br`, brotliCompressSync(script))
  await writeFile(`${asset}.gz`, gzipSync(script))
  await writeFile(join(directory, 'assets', 'secret.txt'), 'not a file of the console')
  await writeFile(join(directory, 'index.html'), page)
}

test('before there is a console, the bare address leads to the reference, and other paths are 404', async () => {
  const bare = await open('/')
  assert.deepEqual([bare.status, bare.headers.get('location')], [302, '/docs'])
  assert.equal((await open('/people')).status, 404)
  assert.equal((await open('/assets/index-abc.js')).status, 404)
  await build()
})

test('a browser gets the page at every path without a route, never from a cache', async () => {
  for (const path of ['/', '/people', '/people/drusr_x/access?open=1', '/nothing/like.this']) {
    const answer = await open(path)
    assert.equal(answer.status, 200, path)
    assert.match(await answer.text(), /<div id="root">/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('referrer-policy'), 'same-origin')
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html; charset=utf-8/)
  }
  assert.equal((await open('/people', { method: 'HEAD' })).status, 200)
})

test('its policy allows nothing inline but style elements with the nonce of that response', async () => {
  const nonces = new Set<string>()
  for (let times = 0; times < 2; times++) {
    const answer = await open('/people')
    const policy = answer.headers.get('content-security-policy') ?? ''
    const [, nonce = ''] = /'nonce-([\w-]{22})'/.exec(policy) ?? []
    assert.equal(
      policy,
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
    )
    assert.ok((await answer.text()).includes(`nonce="${nonce}"`))
    nonces.add(nonce)
  }
  assert.equal(nonces.size, 2)
})

test('a program, a write and a path of the server get what they got before', async () => {
  assert.equal((await open('/people', { headers: { accept: 'application/json' } })).status, 404)
  assert.equal((await open('/people', { method: 'POST' })).status, 404)
  for (const path of ['/api/v1/nothing', '/scim/v2/Users', '/docs/nothing', '/sign-in', '/api'])
    assert.equal((await open(path)).status, 404, path)
  const paths = [
    '//api/v1/x',
    '/%61pi/v1/x',
    '/%2561pi/v1/x',
    '/people/../api/v1/x',
    '/people/%2e%2e/scim/v2/x',
    '/people/..%2fassets/x.js',
    '/.//api/x',
    '/%2fapi/v1/x',
    '/\\\\api/v1/x',
    '/API/v1/x',
    '/%5capi/x',
    '/%2561pi/%25zz',
    '/a%09pi/x',
    `/%${'25'.repeat(9)}61pi/x`,
  ]
  for (const path of paths) assert.equal(await statusOf(path), 404, path)
  for (const path of [
    '/people/a%2Fb',
    '/people/%25',
    '/groups/%C3%A9',
    '//people',
    '/people?x=/api/%',
    '//',
  ])
    assert.equal(await statusOf(path), 200, path)
  assert.equal((await open('/api/v1/directory/users')).status, 401)
  assert.equal((await open('/healthz')).status, 200)
  assert.match(await (await open('/docs')).text(), /Muster API reference/)
})

test('an asset is kept for a year, in the smallest form that the browser accepts', async () => {
  const url = `${server.origin}/assets/index-abc.js`
  const raw = (coding: string) =>
    fetch(url, { headers: { 'accept-encoding': coding, accept: '*/*' } })
  for (const [accepted, coding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['', null],
  ] as const) {
    const answer = await raw(accepted)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-encoding'), coding, accepted)
    assert.equal(await answer.text(), script)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(answer.headers.get('vary'), 'accept-encoding')
    assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  }
})

test('what is no file of the console is 404, also for a browser', async () => {
  const names = ['nothing.js', 'secret.txt', 'index-abc.js.br', '..%2findex.html', '']
  for (const name of names) assert.equal((await open(`/assets/${name}`)).status, 404, name)
})

test('a console that could not be read once is read by the next request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-console-'))
  after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'index.html'), page)
  const find = consoleIn(folder)
  await assert.rejects(find(), { code: 'ENOENT' })
  await mkdir(join(folder, 'assets'))
  assert.equal((await find())?.page, page)
})

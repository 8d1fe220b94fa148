import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request, type RequestOptions } from 'node:https'
import { request as plainRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '../src/config.ts'
import { freePort } from '../src/http/free-port.ts'
import { createLogger } from '../src/log.ts'
import { makeOwner, testServer } from './harness.ts'
import { findProgram, withoutProgram } from './program.ts'
import { until } from './until.ts'

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'muster-proxies-'))
const started: ChildProcess[] = []
after(async () => {
  for (const child of started)
    if (child.kill() && child.exitCode === null) await once(child, 'exit')
  await rm(folder, { recursive: true, force: true })
})
const file = (path: string) => new URL(`../deploy/${path}`, import.meta.url).pathname

const publicOrigin = 'https://muster.acme.example'

/** Muster behind a proxy on loopback, whose clients are at other addresses of it. */
async function serverBehind() {
  const lines: { client?: string }[] = []
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const { trustedProxies } = readConfig({}, { MUSTER_TRUSTED_PROXIES: '127.0.0.1' })
  const logger = createLogger('info', log)
  const server = await testServer({ trustedProxies, publicOrigin, logger })
  // Without an owner it is not ready.
  const { token } = await makeOwner(server)
  return { token, lines, port: new URL(server.origin).port }
}

type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: Buffer }

/** A request of a client at 127.0.0.2. */
async function ask(proxy: string, { body, ...sent }: Sent) {
  const options: RequestOptions = { ...sent, localAddress: '127.0.0.2', rejectUnauthorized: false }
  const send = proxy.startsWith('https:') ? request : plainRequest
  const outgoing = send(proxy, options)
  // A body that is refused may not be read to its end.
  outgoing.on('error', () => undefined)
  outgoing.end(body)
  const [answer] = await once(outgoing, 'response')
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return { status: answer.statusCode, text, headers: answer.headers }
}

const answers = (proxy: string) => async () =>
  (await ask(proxy, { path: '/readyz' }).catch(() => undefined))?.status === 200

type Behind = Awaited<ReturnType<typeof serverBehind>>

/** What clients get through a proxy, and what the server knows of them. */
async function assertServes(proxy: string, { token, lines }: Behind): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
  }
  const path = '/api/v1/workspace/services'
  const body = Buffer.from(JSON.stringify({ name: 'Backup', handle: 'backup' }))
  const made = await ask(proxy, { method: 'POST', path, headers, body })
  assert.equal(made.status, 201, made.text)
  assert.match(String(made.headers['location']), /^https:\/\/muster\.acme\.example\/api\/v1\//)
  await until(async () => lines.some(({ client }) => client !== undefined))
  assert.deepEqual(lines.map(({ client }) => client).filter(Boolean), ['127.0.0.2'])
  const large = await ask(proxy, {
    method: 'POST',
    path,
    headers,
    body: Buffer.alloc(1_500_000, 32),
  })
  assert.equal(large.status, 413)
  assert.match(large.text, /The body is larger than 1048576 bytes/)
  const listed = await ask(proxy, { path, headers })
  assert.equal(JSON.parse(listed.text).data.length, 1)
}

/** A program that sends its token without encryption gets an error, so that someone notices. A browser is led to https. */
async function assertRedirects(plain: string): Promise<void> {
  for (const path of ['/api/v1/auth/test', '/scim/v2/x/Users']) {
    const { status, headers } = await ask(plain, { path, headers: { host: 'muster.acme.example' } })
    assert.deepEqual([status, headers['location']], [403, undefined], path)
  }
  const page = await ask(plain, { path: '/people', headers: { host: 'muster.acme.example' } })
  assert.deepEqual(
    [page.status, page.headers['location']],
    [301, 'https://muster.acme.example/people'],
  )
}

test(
  'nginx takes its file, and clients reach Muster through it',
  { skip: withoutProgram('nginx') },
  async () => {
    const behind = await serverBehind()
    const [port, plainPort] = [await freePort('127.0.0.1', 0), await freePort('127.0.0.1', 0)]
    const certificate = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=muster',
    ]
    const [key, chain] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
    await run('openssl', ['req', ...certificate, '-keyout', key, '-out', chain])
    let text = await readFile(file('nginx/muster.conf'), 'utf8')
    for (const [from, to] of [
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
      ['/etc/ssl/muster/fullchain.pem', chain],
      ['/etc/ssl/muster/privkey.pem', key],
      ['127.0.0.1:8600', `127.0.0.1:${behind.port}`],
    ] as const) {
      assert.ok(text.includes(from), from)
      text = text.replace(from, to)
    }
    await writeFile(join(folder, 'muster.conf'), text)
    const main = `pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
http { access_log off; include ${folder}/muster.conf; }`
    await writeFile(join(folder, 'nginx.conf'), main)
    const nginx = findProgram('nginx') ?? 'nginx'
    const args = ['-p', folder, '-c', join(folder, 'nginx.conf')]
    await run(nginx, [...args, '-t'])
    started.push(spawn(nginx, [...args, '-g', 'daemon off;'], { stdio: 'inherit' }))
    const proxy = `https://127.0.0.1:${port}`
    await until(answers(proxy))
    await assertServes(proxy, behind)
    await assertRedirects(`http://127.0.0.1:${plainPort}`)
  },
)

test(
  'Caddy takes its file, and clients reach Muster through it',
  { skip: withoutProgram('caddy') },
  async () => {
    const behind = await serverBehind()
    const proxy = `http://127.0.0.1:${await freePort('127.0.0.1', 0)}`
    const caddy = findProgram('caddy') ?? 'caddy'
    const config = ['--config', file('caddy/Caddyfile'), '--adapter', 'caddyfile']
    await mkdir(join(folder, 'caddy'))
    const env = { HOME: join(folder, 'caddy'), CADDY_ADMIN: `unix/${folder}/caddy/admin.sock` }
    await run(caddy, ['validate', ...config], { env })
    const settings = { MUSTER_SITE: proxy, MUSTER_UPSTREAM: `127.0.0.1:${behind.port}` }
    started.push(
      spawn(caddy, ['run', ...config], { env: { ...env, ...settings }, stdio: 'ignore' }),
    )
    await until(answers(proxy))
    await assertServes(proxy, behind)
  },
)

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { createTokenSecret } from '../src/access/token-secret.ts'
import { clusterOf } from '../src/database/embedded/data-directory.ts'
import { runningServer } from '../src/database/embedded/postmaster.ts'
import { makeOwner, testServer, type TestServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'
import { portOf } from './proxy.ts'
import { finished, printedAddress, startCli } from './run-cli.ts'
import { cloneTemplate } from './template.ts'
import { untilWaiting } from './until-waiting.ts'
import { until } from './until.ts'

test('requests in flight are finished, and new ones refused, while the server closes', async () => {
  const server = await testServer()
  const { token } = await makeOwner(server)
  const person = await makeDirectoryUser(server)
  const request = (path: string) =>
    `GET /api/v1${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`
  const port = Number(new URL(server.origin).port)
  const arrived = received(server)
  const busy = await open(port)
  const kept = await open(port)
  // Only a connection that is in the middle of something outlives the call to close.
  kept.socket.write('GET /api/v1/auth/ping HTTP/1.1\r\nhost: a\r\n')

  const blocker = new Client({ connectionString: server.url })
  await blocker.connect()
  await blocker.query('begin; lock table directory_user in access exclusive mode')
  busy.socket.write(request(`/directory/users/${person.id}`))
  await arrived(2)
  const closed = server.app.close()
  await sleep(100)

  assert.equal(busy.received(), '', 'the request in flight waits')
  kept.socket.write('\r\n')
  await kept.ended
  assert.match(kept.received(), /^HTTP\/1\.1 503 /)
  assert.match(kept.received(), /\r\nretry-after: 1\r\n/)
  assert.match(kept.received(), /\r\nx-request-id: /)
  assert.match(kept.received(), /\r\n\r\n\{"message":"[^"]+"\}$/)
  await assert.rejects(fetch(`${server.origin}/api/v1/auth/ping`), 'a new connection is refused')

  await blocker.query('rollback')
  await blocker.end()
  await closed
  await busy.ended
  assert.match(busy.received(), /^HTTP\/1\.1 200 /)
  assert.ok(busy.received().includes(person.id), 'the request in flight got its answer')
})

test('a write in flight is committed before the server has closed', async () => {
  const server = await testServer()
  const { token } = await makeOwner(server)
  const blocker = new Client({ connectionString: server.url })
  await blocker.connect()
  await blocker.query('begin; lock table service in access exclusive mode')
  const arrived = received(server)
  const answer = server.call('POST', '/workspace/services', {
    token,
    body: { name: 'Late', handle: 'late' },
  })
  await arrived(1)
  await untilWaiting(server)
  const closed = server.app.close()
  await sleep(50)
  await blocker.query('rollback')
  await blocker.end()
  assert.equal((await answer).status, 201)
  await closed
  assert.equal((await server.query(`select 1 from service where handle = 'late'`)).length, 1)
})

test('SIGTERM ends a process whatever its clients do and whatever a write of theirs waits for', async () => {
  const clone = await cloneTemplate()
  const token = createTokenSecret('user')
  const child = startCli(['serve'], {
    MUSTER_DATABASE_URL: clone.url,
    MUSTER_PORT: '0',
    MUSTER_BOOTSTRAP_TOKEN: token,
  })
  const ended = finished(child)
  const blocker = new Client({ connectionString: clone.url })
  try {
    const port = Number(new URL(await printedAddress(child)).port)
    await blocker.connect()
    await blocker.query('begin; lock table service in access exclusive mode')
    const half = await open(port)
    half.socket.write('GET /api/v1/auth/pi')
    const head = (length: number) =>
      `POST /api/v1/workspace/services HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
    const trickling = await open(port)
    trickling.socket.write(`${head(1000)}{"name":`)
    const waiting = await open(port)
    const body = JSON.stringify({ name: 'Waits', handle: 'waits' })
    waiting.socket.write(head(body.length) + body)
    await untilWaiting({ query: async (text: string) => (await blocker.query(text)).rows })
    const signalled = performance.now()
    child.kill('SIGTERM')
    assert.equal((await ended).code, 0)
    const seconds = (performance.now() - signalled) / 1000
    assert.ok(seconds < 30, `it took ${seconds} s`)
    await blocker.query('rollback')
    const { rows } = await blocker.query('select from service')
    assert.equal(rows.length, 0, 'what was cut off is not done')
  } finally {
    child.kill('SIGKILL')
    await blocker.end()
    await clone.drop()
  }
})

for (const [signal, moment] of [
  ['SIGINT', /Making a PostgreSQL/],
  ['SIGTERM', /PostgreSQL \(pid \d+\) started/],
  ['SIGHUP', /Migration 0001-schema/],
  ['SIGHUP', /Muster is ready/],
] as const) {
  test(`${signal} at "${moment.source}" leaves no PostgreSQL behind`, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'muster-start-'))
    await chmod(directory, 0o777)
    const child = startCli(['serve'], { MUSTER_DATA_DIRECTORY: directory, MUSTER_PORT: '0' })
    const ended = finished(child)
    let printed = ''
    child.stdout.on('data', (chunk) => (printed += String(chunk)))
    await until(() => moment.test(printed) || child.exitCode !== null)
    // Nobody reads what it prints from now on, as where a terminal is closed.
    child.stdout.destroy()
    child.stderr.destroy()
    child.kill(signal)
    assert.equal((await ended).code, 0)
    assert.equal(await runningServer(clusterOf(directory)), undefined)
    await rm(directory, { recursive: true, force: true })
  })
}

test('a start whose port is taken makes no database', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const port = String(portOf(taken.address()))
  const directory = await mkdtemp(join(tmpdir(), 'muster-start-'))
  const env = { MUSTER_DATA_DIRECTORY: directory, MUSTER_PORT: port }
  const { code, stderr } = await finished(startCli(['serve'], env))
  taken.close()
  assert.deepEqual([code, await readdir(directory)], [1, []])
  assert.match(stderr, new RegExp(`Something else listens on 127.0.0.1:${port} already`))
  await rm(directory, { recursive: true, force: true })
})

/** Resolves once that many connections from now on have sent something that the server has read. */
function received({ app }: TestServer): (connections: number) => Promise<unknown> {
  const sockets: Socket[] = []
  app.server.server.on('connection', (socket: Socket) => sockets.push(socket))
  return (connections) =>
    until(() => sockets.filter(({ bytesRead }) => bytesRead > 0).length === connections)
}

type Connection = { socket: Socket; received(): string; ended: Promise<void> }

async function open(port: number): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port })
  const opened = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let text = ''
  socket.setEncoding('utf8')
  socket.on('connect', () => opened.resolve())
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.on('close', () => ended.resolve())
  socket.on('error', () => ended.resolve())
  await opened.promise
  return { socket, received: () => text, ended: ended.promise }
}

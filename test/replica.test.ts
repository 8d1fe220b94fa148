import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTokenSecret } from '../src/access/token-secret.ts'
import { readConfig } from '../src/config.ts'
import { query } from '../src/database/embedded/embedded-postgres.fixture.ts'
import { migrate } from '../src/database/migrate.ts'
import { createLogger } from '../src/log.ts'
import { startServer } from '../src/main.ts'
import { addStandby, startNode, urlOfAll } from './campaign/standbys.ts'
import { until } from './until.ts'

const parent = await mkdtemp(join(tmpdir(), 'muster-replica-'))
// PostgreSQL runs as a user of its own, who only passes through.
await chmod(parent, 0o711)
const primary = await startNode(join(parent, 'one'))
await migrate(primary.postgres.administrator)
const standby = await addStandby(primary, join(parent, 'two'))
const token = createTokenSecret('user')
const settings = {
  MUSTER_DATABASE_URL: urlOfAll([primary]),
  MUSTER_REPLICA_URL: urlOfAll([standby]),
  MUSTER_DATA_DIRECTORY: join(parent, 'data'),
  MUSTER_PORT: '0',
  MUSTER_CONSOLE: 'off',
  MUSTER_BOOTSTRAP_TOKEN: token,
}
const server = await startServer(readConfig(settings, {}), createLogger('silent'))
after(async () => {
  await server.stop()
  await standby.postgres.stop()
  await primary.postgres.stop()
  await rm(parent, { recursive: true, force: true, maxRetries: 5 })
})

async function ask(path: string, headers: Record<string, string> = {}, body?: object) {
  const response = await fetch(`${server.address}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const stale = { prefer: 'respond-async, Stale' }
const ofStandby = (sql: string) => query(standby.postgres.administrator, sql)

test('a list whose caller accepts stale rows is read from the replica, and nothing else is', async () => {
  // A commit need not wait for what the standby is kept from applying.
  await ofStandby('select pg_wal_replay_pause()')
  const made = await ask(
    '/directory/users',
    {},
    { first_name: 'Ada', last_name: 'New', email: 'ada@acme.example' },
  )
  assert.equal(made.status, 201, made.text)
  const { id } = JSON.parse(made.text)

  for (const path of ['/directory/users', '/audit/logs?filter[event]=directory.user.create']) {
    const old = await ask(path, stale)
    assert.deepEqual([old.status, JSON.parse(old.text).data], [200, []], path)
    assert.equal(old.headers.get('preference-applied'), 'stale')
    assert.match(old.headers.get('vary') ?? '', /prefer/)
    const current = await ask(path)
    assert.equal(JSON.parse(current.text).data.length, 1, path)
    assert.equal(current.headers.get('preference-applied'), null)
  }
  const exported = await ask('/directory/users', { ...stale, accept: 'application/x-ndjson' })
  assert.deepEqual([exported.text, exported.headers.get('preference-applied')], ['', 'stale'])
  const described = await ask(`/directory/users/${id}`, stale)
  assert.deepEqual([described.status, described.headers.get('preference-applied')], [200, null])

  await ofStandby('select pg_wal_replay_resume()')
  await until(async () => (await ask('/directory/users', stale)).text.includes(id), 'the replica')
})

test('a token that was revoked reads nothing from the replica either', async () => {
  await ofStandby('select pg_wal_replay_pause()')
  const made = await ask('/workspace/tokens', {}, { name: 'short', scopes: ['*.view'] })
  const { token: secret, id } = JSON.parse(made.text)
  const own = { ...stale, authorization: `Bearer ${secret}` }
  assert.equal((await ask('/directory/users', own)).status, 200)
  await fetch(`${server.address}/api/v1/workspace/tokens/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal((await ask('/directory/users', own)).status, 401)
  await ofStandby('select pg_wal_replay_resume()')
})

test('while the replica is away, its lists are read from the database itself', async () => {
  await query(primary.postgres.administrator, `alter system set synchronous_standby_names = ''`)
  await query(primary.postgres.administrator, 'select pg_reload_conf()')
  await standby.postgres.stop()
  const answer = await ask('/directory/users', stale)
  assert.deepEqual([answer.status, JSON.parse(answer.text).data.length], [200, 1], answer.text)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { lockPolicy } from '../../database/policy-lock.ts'

test('the process lives, and it can serve once there is an owner and the schema is up to date', async () => {
  const server = await testServer()
  const early = await fetch(`${server.origin}/readyz`)
  assert.equal(early.status, 503)
  assert.match(await early.text(), /no owner/)
  await makeOwner(server)
  const [health, ready] = await Promise.all([
    fetch(`${server.origin}/healthz`),
    fetch(`${server.origin}/readyz`),
  ])
  assert.deepEqual([health.status, await health.json()], [200, { status: 'ok' }])
  const { status, warnings } = JSON.parse(await ready.text())
  assert.deepEqual([ready.status, status], [200, 'ok'])
  // The PostgreSQL of the tests runs with fsync = off.
  assert.match(
    warnings.join(),
    /PostgreSQL runs with fsync = off and full_page_writes = off: .* can be lost/,
  )
  await server.query(
    `delete from schema_migration where name = (select max(name) from schema_migration)`,
  )
  const behind = await fetch(`${server.origin}/readyz`)
  assert.equal(behind.status, 503)
  assert.match(await behind.text(), /1 migrations? /)
})

test('while a long change holds the policy lock it is ready, and says which changes wait for which session', async () => {
  const server = await testServer()
  await makeOwner(server)
  const ready = () => fetch(`${server.origin}/readyz`)
  await server.database.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    let text = ''
    while (!text.includes('cannot')) {
      const answer = await ready()
      assert.equal(answer.status, 200)
      text = await answer.text()
      await sleep(100)
    }
    assert.match(
      text,
      /Changes of people and of the policy wait: the policy lock has been held for \d+ s by session \d+ of process /,
    )
    assert.ok(text.includes(server.database.processId))
  })
})

test('a session that is not ours is named while requests wait for it, and none waits longer than it may', async () => {
  const server = await testServer({ lockTimeoutMilliseconds: 6000 })
  const { token } = await makeOwner(server)
  const foreign = new Client({ connectionString: server.url, application_name: 'psql' })
  await foreign.connect()
  await foreign.query('begin; lock table service in share mode')
  const { rows } = await foreign.query('select pg_backend_pid() as pid')
  const create = (handle: string) =>
    server.call('POST', '/workspace/services', { token, body: { name: handle, handle } })
  const waiting = create('waits')
  const text = await until(async () => {
    const answer = await fetch(`${server.origin}/readyz`)
    const body = await answer.text()
    return answer.status === 200 && body.includes('cannot') && body
  }, 'the session in the readiness')
  assert.match(text, new RegExp(`session ${rows[0].pid}, which is none of Muster's`))
  assert.equal((await waiting).status, 503)
  await foreign.end()
  assert.equal((await create('waits')).status, 201)
})

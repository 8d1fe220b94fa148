import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeId } from '../contract/ids.ts'
import { connectDatabase } from '../database/connect-database.ts'
import { joinLease } from '../database/lease.ts'
import { lockPolicy } from '../database/policy-lock.ts'
import { databaseProblem } from './refusals/database-problem.ts'
import { makeCaller, makeOwner, testServer, type Answer } from '../../test/harness.ts'
import { untilWaiting } from '../../test/until-waiting.ts'

const server = await testServer({ lockTimeoutMilliseconds: 200 })
const owner = await makeOwner(server)
const person = await makeCaller(server, [])
const [directoryUser] = await server.query<{ id: string }>(
  `insert into directory_user (base_state) values ('active') returning id`,
)
await server.query('update workspace_user set directory_user_id = $1 where id = $2', [
  directoryUser?.id,
  person.uuid,
])
const made = await server.call('POST', '/workspace/services', {
  token: owner.token,
  body: { name: 'Deploys', handle: 'deploys', admin_user_id: owner.id },
})
const service: string = made.body?.id
const path = `/workspace/services/${service}/admins/${person.id}`
await server.call('POST', `/workspace/services/${service}/admins`, {
  token: owner.token,
  body: { user_id: person.id, admin_role: 'audit' },
})

/** Another process, as `muster import` is one. */
const importer = await connectDatabase({ connection: { url: server.url }, poolSize: 1 })
const lease = await joinLease(importer, () => undefined)
after(async () => {
  await lease.close()
  await importer.close()
})

const patch = (admin_role: string) =>
  server.call('PATCH', path, { token: owner.token, body: { admin_role } })

test('a change of a service does not wait for an import that works on the same person', async () => {
  await importer.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    await tx
      .updateTable('directory_user')
      .set({ first_name: 'Ada' })
      .where('id', '=', directoryUser?.id ?? '')
      .execute()
    assert.equal((await patch('token')).status, 200)
  })
})

test('a change that waits too long for a lock is 503 with Retry-After, and changes nothing', async () => {
  await importer.transaction(async ({ tx }) => {
    await tx.selectFrom('service').select('id').forUpdate().execute()
    const busy = await patch('permission')
    assert.equal(busy.status, 503)
    assert.equal(busy.headers.get('retry-after'), '5')
    assert.match(busy.body.message, /Nothing was changed/)
  })
  assert.equal((await patch('permission')).status, 200)
})

/** Gives the person an end. */
const expires = async (when: string) => {
  await server.query(`update workspace_user set expires_at = ${when} where id = $1`, [person.uuid])
  server.app.services.due.forget()
}

const state = async () => {
  const answer = await server.get(`/workspace/users/${person.id}`, owner.token)
  assert.equal(answer.status, 200)
  return answer.body.state
}

test('reads do not wait for what falls due while an import holds the policy lock', async () => {
  await importer.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    await expires(`clock_timestamp() + interval '1 hour'`)
    assert.equal(await state(), 'expiring')
    await expires('clock_timestamp()')
    assert.equal(await state(), 'expired')
  })
  assert.equal(await state(), 'expired')
})

test('a change of a person while something is due and an import holds the policy lock is 503, and nothing is half done', async () => {
  const id = randomUUID()
  const personPath = `/directory/users/${encodeId('directoryUser', id)}`
  const body = { first_name: 'After', metadata: { note: 'x' } }
  const change = () => server.call('PATCH', personPath, { token: owner.token, body })
  const rows = () => server.query('select from audit_log where record_id = $1', [id])
  await importer.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    await server.query(
      `insert into directory_user (id, base_state, first_name, expires_at)
       values ($1, 'active', 'Before', clock_timestamp())`,
      [id],
    )
    server.app.services.due.forget()
    const busy = await change()
    assert.equal(busy.status, 503, busy.text)
    assert.equal(busy.headers.get('retry-after'), '5')
    assert.match(busy.body.message, /A long change, such as an import, .* Nothing was changed/)
    const described = await server.get(personPath, owner.token)
    assert.equal(described.status, 200)
    const { first_name, metadata, state } = described.body
    assert.deepEqual([first_name, metadata, state], ['Before', {}, 'expired'])
    assert.deepEqual(await rows(), [])
  })
  assert.equal((await change()).status, 200)
  assert.equal((await server.get(personPath, owner.token)).body.first_name, 'After')
})

test('a change that met others once too often is 503 too', async () => {
  for (const code of ['40P01', '40001']) {
    const meets = () => Promise.reject(Object.assign(new Error('others were there'), { code }))
    const error: unknown = await server.database.transaction(meets).catch((met: unknown) => met)
    assert.equal(databaseProblem(error)?.status, 503)
  }
})

test('what only reads does not wait for changes that wait', async () => {
  const other = await testServer({ over: server, lockTimeoutMilliseconds: 60_000 })
  const people = await server.query<{ id: string }>(
    `insert into directory_user (base_state) select 'active' from generate_series(1, 8) returning id`,
  )
  const suspend = ({ id }: { id: string }) =>
    other.call('POST', `/directory/users/${encodeId('directoryUser', id)}/suspend`, {
      token: owner.token,
    })
  let changes: Promise<Answer>[] = []
  await importer.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    changes = people.map(suspend)
    await untilWaiting(server, 3)
    const read = await Promise.race([
      other.get('/policy/rulesets', owner.token),
      sleep(30_000, undefined, { ref: false }),
    ])
    assert.equal(read?.status, 200)
  })
  const statuses = (await Promise.all(changes)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([200]))
})

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeCaller, testServer, type Answer, type Person } from '../../../test/harness.ts'
import { auditRows, makeService, type MadeService } from './service-for-tests.ts'

const server = await testServer()
const [alice, bob, carol] = [
  await makeCaller(server, []),
  await makeCaller(server, []),
  await makeCaller(server, []),
]
const manager = await makeCaller(server, ['workspace.service.manage'])

function patch(
  service: MadeService,
  user: { id: string },
  caller: Person,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return server.call('PATCH', `${service.path}/admins/${user.id}`, {
    token: caller.token,
    body,
    headers,
  })
}

async function roleOf(service: MadeService, user: Person): Promise<unknown> {
  const [row] = await server.query(
    'select admin_role from service_admin where service_id = $1 and workspace_user_id = $2',
    [service.uuid, user.uuid],
  )
  return row?.['admin_role']
}

suite('PATCH an admin role', () => {
  test('it answers the role now in force as a JSON string, for each of the four', async () => {
    const service = await makeService(server, { admin: [alice, bob] })
    for (const role of ['audit', 'permission', 'token', 'admin']) {
      const answer = await patch(service, bob, alice, { admin_role: role })
      assert.deepEqual([answer.status, answer.text], [200, `"${role}"`])
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
      assert.equal(await roleOf(service, bob), role)
    }
  })

  test('it counts from the next request', async () => {
    const service = await makeService(server, { admin: [alice, bob] })
    assert.equal((await server.get(`${service.path}/tokens`, bob.token)).status, 200)
    await patch(service, bob, alice, { admin_role: 'audit' })
    assert.equal((await server.get(`${service.path}/tokens`, bob.token)).status, 403)
    assert.equal((await server.get(`${service.path}/logs`, bob.token)).status, 200)
  })

  test('the audit row names the record, its service, the person, and the directory user tied to them', async () => {
    const [person] = await server.query<{ id: string }>(
      `insert into directory_user (email) values ('tied@example.com') returning id`,
    )
    const tied = await makeCaller(server, [])
    await server.query('update workspace_user set directory_user_id = $1 where id = $2', [
      person?.id,
      tied.uuid,
    ])
    const service = await makeService(server, { admin: [alice], audit: [tied] })
    await patch(service, tied, alice, { admin_role: 'token' })
    const row = (await auditRows(server, 'workspace.service_admin.update')).at(-1)
    const [admin] = await server.query<{ id: string }>(
      'select id from service_admin where workspace_user_id = $1',
      [tied.uuid],
    )
    assert.deepEqual(
      [
        row?.record_type,
        row?.record_id,
        row?.parent_id,
        row?.related_id,
        row?.subject_id,
        row?.actor_id,
      ],
      ['wssad', admin?.id, service.uuid, tied.uuid, person?.id, alice.uuid],
    )
    assert.deepEqual(row?.changes, { admin_role: { old: 'audit', new: 'token' } })
  })

  test('the same role again answers it and leaves no audit row and no new version', async () => {
    const service = await makeService(server, { admin: [alice, bob] })
    const before = (await auditRows(server, 'workspace.service_admin.update')).length
    const etag = (await server.get(`${service.path}/admins/${bob.id}`, alice.token)).headers.get(
      'etag',
    )
    const answer = await patch(service, bob, alice, { admin_role: 'admin' })
    assert.deepEqual([answer.status, answer.text], [200, '"admin"'])
    assert.equal((await auditRows(server, 'workspace.service_admin.update')).length, before)
    assert.equal(
      (await server.get(`${service.path}/admins/${bob.id}`, alice.token)).headers.get('etag'),
      etag,
    )
  })
})

suite('its errors, in the order of the checks', () => {
  const unknownUser = 'wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx'
  const unknownService = 'wssvc_01kaf7m2t4e8j9p3q5r7s9v1wx'
  const bad = { role: 'admin' }

  test('401 before anything else', async () => {
    const answer = await server.call('PATCH', `/workspace/services/x/admins/y?z=1`, { body: bad })
    assert.deepEqual(
      [answer.status, answer.body],
      [401, { message: 'Send your token in the header Authorization: Bearer <token>.' }],
    )
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
  })

  test('400 for a body that is no JSON and for an unknown query parameter, before 404', async () => {
    const path = `/workspace/services/${unknownService}/admins/${unknownUser}`
    const notJson = await server.call('PATCH', path, { token: alice.token, raw: '{"admin_role":' })
    assert.deepEqual(
      [notJson.status, notJson.body],
      [400, { message: 'The body is not valid JSON.' }],
    )
    const query = await server.call('PATCH', `${path}?force=1`, { token: alice.token, body: bad })
    assert.deepEqual(
      [query.status, query.body],
      [400, { message: 'Unknown query parameter "force": none is allowed here.' }],
    )
  })

  test('404 for a service that is unknown, malformed or not visible, in the same words', async () => {
    const hidden = await makeService(server, { admin: [alice] })
    for (const id of [unknownService, 'wssvc_x', alice.id, hidden.id]) {
      const answer = await server.call('PATCH', `/workspace/services/${id}/admins/${alice.id}`, {
        token: bob.token,
        body: bad,
      })
      assert.deepEqual(
        [answer.status, answer.body],
        [404, { message: `There is no service ${id}.` }],
      )
    }
  })

  test('404 for a person without a role there, even to who may not change it', async () => {
    const service = await makeService(server, { admin: [alice], audit: [bob] })
    for (const caller of [alice, bob]) {
      const answer = await patch(service, carol, caller, bad)
      assert.deepEqual(
        [answer.status, answer.body],
        [404, { message: `There is no service admin ${carol.id}.` }],
      )
    }
    const malformed = await server.call(
      'PATCH',
      `${service.path}/admins/drusr_01kaf7m2t4e8j9p3q5r7s9v1wx`,
      { token: alice.token, body: bad },
    )
    assert.deepEqual(
      [malformed.status, malformed.body],
      [404, { message: 'There is no workspace user drusr_01kaf7m2t4e8j9p3q5r7s9v1wx.' }],
    )
  })

  test('403 for who may see and not change, before the body is looked at; the refusal is audited', async () => {
    const service = await makeService(server, { admin: [alice], audit: [bob] })
    const answer = await patch(service, alice, bob, bad)
    assert.deepEqual(
      [answer.status, answer.body],
      [403, { message: 'This needs the permission workspace.service.manage.' }],
    )
    await server.app.services.refusedWrites.flush()
    const refused = await server.query(
      `select from refused_write where actor_id = $1 and 'updateServiceAdmin' = any (operations)`,
      [bob.uuid],
    )
    assert.equal(refused.length, 1)
  })

  test('422 for a body that is not exactly {"admin_role": one of four}', async () => {
    const service = await makeService(server, { admin: [alice, bob] })
    const roles = 'must be one of admin, audit, permission, token'
    const cases: [unknown, object][] = [
      [{}, { admin_role: ['is required'] }],
      [{ admin_role: 'owner' }, { admin_role: [roles] }],
      [{ admin_role: null }, { admin_role: ['must be string', roles] }],
      [{ admin_role: 'audit', note: 'x' }, { note: ['is not a known key'] }],
      [{ role: 'audit' }, { admin_role: ['is required'], role: ['is not a known key'] }],
      [[], { body: ['must be object'] }],
    ]
    for (const [body, errors] of cases) {
      const answer = await patch(service, bob, alice, body)
      assert.equal(answer.status, 422, answer.text)
      assert.deepEqual(answer.body.errors, errors)
      assert.equal(typeof answer.body.message, 'string')
      assert.deepEqual(Object.keys(answer.body), ['message', 'errors'])
    }
    assert.equal(
      (await server.call('PATCH', `${service.path}/admins/${bob.id}`, { token: alice.token }))
        .status,
      422,
    )
    assert.equal(await roleOf(service, bob), 'admin')
  })

  test('412 for an If-Match of another version, after everything else', async () => {
    const service = await makeService(server, { admin: [alice], audit: [bob] })
    const stale = { 'if-match': '"99.0"' }
    assert.equal((await patch(service, bob, alice, bad, stale)).status, 422)
    const answer = await patch(service, bob, alice, { admin_role: 'token' }, stale)
    assert.equal(answer.status, 412)
    assert.deepEqual(Object.keys(answer.body), ['message'])
    const etag =
      (await server.get(`${service.path}/admins/${bob.id}`, alice.token)).headers.get('etag') ?? ''
    assert.equal(
      (await patch(service, bob, alice, { admin_role: 'token' }, { 'if-match': etag })).status,
      200,
    )
  })
})

suite('the last active admin', () => {
  const message =
    'can not change: the service would be left without an active admin who has no end. Name another admin first'
  const refusal = { message: `admin_role ${message}`, errors: { admin_role: [message] } }

  test('it keeps the role: 422 errors.admin_role for a change and for a removal', async () => {
    const service = await makeService(server, { admin: [alice], audit: [bob] })
    const changed = await patch(service, alice, alice, { admin_role: 'audit' })
    assert.deepEqual([changed.status, changed.body], [422, refusal])
    const removed = await server.call('DELETE', `${service.path}/admins/${alice.id}`, {
      token: alice.token,
    })
    assert.deepEqual([removed.status, removed.body], [422, refusal])
    assert.equal(await roleOf(service, alice), 'admin')
  })

  test('an admin who is deactivated, staged or expired doesn’t count; one who is expiring does', async () => {
    const other = await makeCaller(server, [])
    const service = await makeService(server, { admin: [alice, other] })
    const demote = () => patch(service, alice, alice, { admin_role: 'audit' })
    for (const inactive of [
      `base_state = 'deactivated'`,
      `base_state = 'staged'`,
      `base_state = 'active', expires_at = now() - interval '1 day'`,
    ]) {
      await server.query(`update workspace_user set ${inactive} where id = $1`, [other.uuid])
      assert.equal((await demote()).status, 422, inactive)
    }
    await server.query(
      `update workspace_user set base_state = 'active', expires_at = now() + interval '1 day' where id = $1`,
      [other.uuid],
    )
    assert.equal((await demote()).status, 200)
  })

  test('of two who demote each other at once, one fails', async () => {
    for (let round = 0; round < 5; round++) {
      const service = await makeService(server, { admin: [alice, bob] })
      const answers = await Promise.all([
        patch(service, bob, alice, { admin_role: 'audit' }),
        patch(service, alice, bob, { admin_role: 'audit' }),
      ])
      assert.equal(
        answers.filter(({ status }) => status === 200).length,
        1,
        answers.map(({ text }) => text).join(),
      )
      // The loser was an admin when it began and is none under the lock.
      assert.equal(answers.filter(({ status }) => status === 403).length, 1)
      assert.deepEqual(
        new Set([await roleOf(service, alice), await roleOf(service, bob)]),
        new Set(['admin', 'audit']),
      )
    }
  })

  test('of two who step down at once, one fails', async () => {
    for (let round = 0; round < 5; round++) {
      const service = await makeService(server, { admin: [alice, bob] })
      const answers = await Promise.all(
        [alice, bob].map((person) => patch(service, person, person, { admin_role: 'token' })),
      )
      assert.deepEqual(answers.map(({ status }) => String(status)).sort(), ['200', '422'])
    }
  })
})

suite('nobody gives what they do not hold', () => {
  const refusal = {
    message:
      'This needs the permission policy.rule.manage. A caller can grant only what they hold.',
  }

  test('giving admin or token needs the role admin there or every permission of the service', async () => {
    const service = await makeService(server, {
      admin: [alice],
      audit: [bob],
      permissions: ['policy.rule.manage'],
    })
    for (const role of ['admin', 'token']) {
      const refused = await patch(service, bob, manager, { admin_role: role })
      assert.deepEqual([refused.status, refused.body], [403, refusal])
      const added = await server.call('POST', `${service.path}/admins`, {
        token: manager.token,
        body: { user_id: carol.id, admin_role: role },
      })
      assert.deepEqual([added.status, added.body], [403, refusal])
    }
    assert.equal((await patch(service, bob, manager, { admin_role: 'permission' })).status, 200)
    assert.equal((await patch(service, bob, alice, { admin_role: 'token' })).status, 200)
    const holder = await makeCaller(server, ['workspace.service.manage', 'policy.rule.manage'])
    assert.equal((await patch(service, bob, holder, { admin_role: 'admin' })).status, 200)
  })

  test('a manager can’t make themselves admin by it', async () => {
    const service = await makeService(server, {
      admin: [alice],
      audit: [manager],
      permissions: ['policy.rule.manage'],
    })
    assert.deepEqual(
      (await patch(service, manager, manager, { admin_role: 'admin' })).body,
      refusal,
    )
    assert.equal((await patch(service, manager, manager, { admin_role: 'audit' })).status, 200)
  })
})

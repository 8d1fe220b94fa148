import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { auditRows, makeService, makeServiceToken } from './service-for-tests.ts'

const server = await testServer()
const owner = await makeOwner(server)
const alice = await makeCaller(server, ['workspace.service.create'])
const bob = await makeCaller(server, [])

async function create(body: object, token = alice.token) {
  return server.call('POST', '/workspace/services', { token, body })
}

suite('creating a service', () => {
  test('its creator is its admin, and both records have their audit row', async () => {
    const answer = await create({ name: 'Payroll', handle: 'payroll' })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.headers.get('location'), answer.body.links.self)
    assert.deepEqual(answer.body.count, { service_admins: 1, permissions: 0, tokens: 0 })
    assert.deepEqual(
      [answer.body.state, answer.body.is_unattended, answer.body.description],
      ['active', false, ''],
    )
    const admins = await server.get(`/workspace/services/${answer.body.id}/admins`, alice.token)
    assert.deepEqual(
      admins.body.data.map((row: { workspace_user_id: string }) => row.workspace_user_id),
      [alice.id],
    )
    const logs = await server.get(`/workspace/services/${answer.body.id}/logs`, alice.token)
    assert.deepEqual(logs.body.data.map((row: { event: string }) => row.event).sort(), [
      'workspace.service.create',
      'workspace.service_admin.create',
    ])
  })

  test('it needs workspace.service.create', async () => {
    assert.equal((await create({ name: 'x', handle: 'x' }, bob.token)).status, 403)
  })

  test('a handle is taken until its service is deleted', async () => {
    const first = await create({ name: 'One', handle: 'same' })
    const second = await create({ name: 'Two', handle: 'same' })
    assert.deepEqual(
      [second.status, second.body.errors],
      [422, { handle: ['is the handle of another service'] }],
    )
    assert.equal(
      (await server.call('DELETE', `/workspace/services/${first.body.id}`, { token: alice.token }))
        .status,
      204,
    )
    assert.equal((await create({ name: 'Two', handle: 'same' })).status, 201)
  })

  test('a service that creates one names the person who administers it', async () => {
    const maker = await makeServiceToken(
      server,
      await makeService(server, { admin: [alice], permissions: ['workspace.service.create'] }),
    )
    const refused = await create({ name: 'Made', handle: 'made-by-service' }, maker.token)
    assert.deepEqual(Object.keys(refused.body.errors), ['admin_user_id'])
    const made = await create(
      { name: 'Made', handle: 'made-by-service', admin_user_id: bob.id },
      maker.token,
    )
    assert.equal(made.status, 201, made.text)
    assert.equal((await server.get(`/workspace/services/${made.body.id}`, bob.token)).status, 200)
  })
})

suite('changing a service', () => {
  test('what is given changes, in one audit row; nothing new leaves none', async () => {
    const service = await makeService(server, { admin: [alice] })
    const patch = (body: object) => server.call('PATCH', service.path, { token: alice.token, body })
    const changed = await patch({ name: 'Renamed', description: 'What it does' })
    assert.deepEqual([changed.body.name, changed.body.description], ['Renamed', 'What it does'])
    const rows = await auditRows(server, 'workspace.service.update')
    assert.deepEqual(rows.at(-1)?.changes['description'], { old: '', new: 'What it does' })
    const again = await patch({ name: 'Renamed' })
    assert.equal(again.headers.get('etag'), changed.headers.get('etag'))
    assert.equal((await auditRows(server, 'workspace.service.update')).length, rows.length)
  })

  test('If-Match of an older version is 412, the current one passes', async () => {
    const service = await makeService(server, { admin: [alice] })
    const etag = (await server.get(service.path, alice.token)).headers.get('etag') ?? ''
    const patch = (name: string) =>
      server.call('PATCH', service.path, {
        token: alice.token,
        body: { name },
        headers: { 'if-match': etag },
      })
    assert.equal((await patch('first')).status, 200)
    assert.equal((await patch('second')).status, 412)
  })

  test('its ETag moves with its counts, so that 304 is never stale', async () => {
    const service = await makeService(server, { admin: [alice] })
    const etag = (await server.get(service.path, alice.token)).headers.get('etag') ?? ''
    assert.equal(
      (await server.get(service.path, alice.token, { 'if-none-match': etag })).status,
      304,
    )
    await makeServiceToken(server, service)
    assert.equal(
      (await server.get(service.path, alice.token, { 'if-none-match': etag })).status,
      200,
    )
  })

  test('a deactivated service has no power until it is activated, on the next request', async () => {
    const service = await makeService(server, {
      admin: [alice],
      permissions: ['directory.user.view'],
    })
    const { token } = await makeServiceToken(server, service)
    const step = (verb: string) =>
      server.call('POST', `${service.path}/${verb}`, { token: alice.token })
    assert.equal((await server.get('/auth/test', token)).status, 200)
    assert.equal((await step('deactivate')).body.state, 'deactivated')
    assert.equal((await server.get('/auth/test', token)).status, 401)
    assert.deepEqual((await step('deactivate')).body.errors, { state: ['is deactivated already'] })
    assert.equal((await step('activate')).body.state, 'active')
    assert.equal((await server.get('/auth/test', token)).status, 200)
  })

  test('a deleted service is nowhere, and its tokens are revoked with a row each', async () => {
    const service = await makeService(server, { admin: [alice] })
    const { token } = await makeServiceToken(server, service)
    const revoked = (await auditRows(server, 'workspace.token.revoke')).length
    assert.equal((await server.call('DELETE', service.path, { token: alice.token })).status, 204)
    assert.equal((await server.get('/auth/test', token)).status, 401)
    for (const path of [service.path, `${service.path}/admins`, `${service.path}/logs`]) {
      assert.equal((await server.get(path, alice.token)).status, 404)
      assert.equal((await server.get(path, owner.token)).status, 404)
    }
    assert.equal((await auditRows(server, 'workspace.token.revoke')).length, revoked + 1)
  })

  test('the row of a deletion says which state it ended', async () => {
    for (const isActive of [true, false]) {
      const service = await makeService(server, { admin: [alice] })
      if (!isActive) await server.call('POST', `${service.path}/deactivate`, { token: alice.token })
      await server.call('DELETE', service.path, { token: alice.token })
      const { changes, record_id: id } =
        (await auditRows(server, 'workspace.service.delete')).at(-1) ?? assert.fail()
      assert.equal(id, service.uuid)
      const { deleted_at: at, ...others } = changes
      assert.deepEqual(others, isActive ? { state: { old: 'active', new: 'deactivated' } } : {})
      assert.equal(at?.old, null)
    }
  })
})

/** The handles that a list answers with. */
async function names(query: string, token: string): Promise<string[]> {
  const answer = await server.get(`/workspace/services${query}`, token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map((row: { handle: string }) => row.handle)
}

suite('listing services', () => {
  test('everything for who may view every service, one’s own for everybody else', async () => {
    const carol = await makeCaller(server, [])
    const own = await makeService(server, { audit: [carol], admin: [alice] })
    const [handle] = await names('', carol.token)
    assert.deepEqual(await names('', carol.token), [handle])
    assert.ok((await names('?page[size]=500', owner.token)).length > 3)
    assert.equal(
      (await server.get('/workspace/services?page[total]=true', carol.token)).body.meta.total,
      1,
    )
    await server.query(
      'delete from service_admin where service_id = $1 and workspace_user_id = $2',
      [own.uuid, carol.uuid],
    )
    const stranger = await makeCaller(server, [])
    assert.deepEqual(await names('', stranger.token), [])
  })

  test('a token without the scope to see services is refused', async () => {
    const narrow = await makeCaller(server, [], ['directory.user.view'])
    assert.equal((await server.get('/workspace/services', narrow.token)).status, 403)
  })

  test('services are found by their ids', async () => {
    const [one, other] = [
      await makeService(server, { admin: [alice] }),
      await makeService(server, { admin: [alice] }),
    ]
    await makeService(server, { admin: [alice] })
    const found = await names(`?filter[id]=${one.id},${other.id}`, alice.token)
    assert.equal(found.length, 2)
    const wrong = await server.get(`/workspace/services?filter[id]=${alice.id}`, alice.token)
    assert.equal(wrong.status, 400)
  })

  test('filters: state, handle, name search blind to case and accents, unattended', async () => {
    const dora = await makeCaller(server, [])
    const service = await makeService(server, { admin: [dora], audit: [bob] })
    await server.query(`update service set name = 'Café Orders', handle = 'orders' where id = $1`, [
      service.uuid,
    ])
    assert.deepEqual(await names('?filter[name_search]=CAFE', owner.token), ['orders'])
    assert.deepEqual(await names('?filter[handle]=orders,none', owner.token), ['orders'])
    assert.ok(
      !(await names('?filter[state]=deactivated&page[size]=500', owner.token)).includes('orders'),
    )
    assert.ok(
      !(await names('?filter[unattended]=true&page[size]=500', owner.token)).includes('orders'),
    )
    await server.call('POST', `/workspace/users/${dora.id}/deactivate`, { token: owner.token })
    assert.ok(
      (await names('?filter[unattended]=true&page[size]=500', owner.token)).includes('orders'),
    )
    assert.ok(
      !(await names('?filter[unattended]=false&page[size]=500', owner.token)).includes('orders'),
    )
    assert.equal((await server.get(service.path, bob.token)).body.is_unattended, true)
    assert.equal(
      (await server.get('/workspace/services?filter[colour]=red', owner.token)).status,
      400,
    )
  })

  test('pages by name there and back', async () => {
    const eve = await makeCaller(server, [])
    for (let count = 0; count < 5; count++) await makeService(server, { audit: [eve] })
    const all = await names('?sort=-created_at', eve.token)
    const first = await server.get('/workspace/services?sort=-created_at&page[size]=2', eve.token)
    const next = await server.get(first.body.links.next.split('/api/v1')[1], eve.token)
    const handles = [...first.body.data, ...next.body.data].map((row) => row.handle)
    assert.deepEqual(handles, all.slice(0, 4))
    const back = await server.get(next.body.links.prev.split('/api/v1')[1], eve.token)
    assert.deepEqual(back.body.data, first.body.data)
  })
})

suite('the permissions of a service', () => {
  test('they are replaced in one audit row on the service, and count from the next request', async () => {
    const service = await makeService(server, {
      admin: [alice],
      permissions: ['directory.user.view', 'policy.rule.view'],
    })
    const { token } = await makeServiceToken(server, service)
    const put = (permissions: string[], headers = {}) =>
      server.call('PUT', `${service.path}/permissions`, {
        token: owner.token,
        body: { permissions },
        headers,
      })
    const etag =
      (await server.get(`${service.path}/permissions`, alice.token)).headers.get('etag') ?? ''
    const answer = await put(['policy.rule.view', 'audit.log.view'], { 'if-match': etag })
    assert.deepEqual(answer.body.permissions, ['audit.log.view', 'policy.rule.view'])
    assert.deepEqual(
      (await server.get('/auth/test', token)).body.permissions,
      answer.body.permissions,
    )
    const rows = await auditRows(server, 'workspace.service_permission.replace')
    assert.equal(rows.at(-1)?.record_id, service.uuid)
    assert.deepEqual(rows.at(-1)?.changes, {
      permissions: {
        old: ['directory.user.view', 'policy.rule.view'],
        new: ['audit.log.view', 'policy.rule.view'],
      },
    })
    assert.equal((await put([], { 'if-match': etag })).status, 412)
    assert.equal((await put(['audit.log.view', 'policy.rule.view'])).status, 200)
    assert.equal(
      (await auditRows(server, 'workspace.service_permission.replace')).length,
      rows.length,
    )
  })

  test('adding one needs it, taking one away needs nothing more', async () => {
    const service = await makeService(server, {
      permission: [bob],
      admin: [alice],
      permissions: ['policy.rule.view'],
    })
    const put = (permissions: string[]) =>
      server.call('PUT', `${service.path}/permissions`, { token: bob.token, body: { permissions } })
    const refused = await put(['policy.rule.view', 'audit.log.view'])
    assert.deepEqual(
      [refused.status, refused.body.message],
      [403, 'This needs the permission audit.log.view. A caller can grant only what they hold.'],
    )
    assert.deepEqual((await put([])).body.permissions, [])
    assert.equal((await put(['policy.rule.view'])).status, 403)
    assert.equal((await put(['no.such.permission'])).status, 422)
  })
})

suite('the admins of a service', () => {
  test('one is added once, and must be someone who signs in', async () => {
    const service = await makeService(server, { admin: [alice] })
    const add = (user_id: string) =>
      server.call('POST', `${service.path}/admins`, {
        token: alice.token,
        body: { user_id, admin_role: 'audit' },
      })
    const added = await add(bob.id)
    assert.equal(added.status, 201, added.text)
    assert.equal(added.headers.get('location'), added.body.links.self)
    assert.equal(added.body.included.workspace_user.id, bob.id)
    assert.deepEqual((await add(bob.id)).body.errors, {
      user_id: ['has a role on this service already: change it with PATCH'],
    })
    assert.deepEqual((await add('wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx')).body.errors, {
      user_id: ['names no workspace user'],
    })
    const gone = await makeCaller(server, [])
    await server.query(`update workspace_user set base_state = 'deactivated' where id = $1`, [
      gone.uuid,
    ])
    assert.deepEqual((await add(gone.id)).body.errors, {
      user_id: ['names a workspace user who is deactivated'],
    })
  })

  test('who an admin is, is told to who may see workspace users, and to that person', async () => {
    const known = await makeCaller(server, [])
    const own = { provider_id: 'k-1', name: 'Known', handle: 'known', email: 'known@example.com' }
    await server.query(
      `update workspace_user set (provider_id, name, handle, email) = ($2, $3, $4, $5) where id = $1`,
      [known.uuid, ...Object.values(own)],
    )
    const service = await makeService(server, { admin: [alice], audit: [known] })
    const hidden = { provider_id: null, name: null, handle: null, email: null }
    for (const [{ token }, expected] of [
      [owner, own],
      [known, own],
      [alice, hidden],
    ] as const) {
      const { body } = await server.get(`${service.path}/admins/${known.id}`, token)
      const { id: _, state, provider, ...rest } = body.included.workspace_user
      assert.deepEqual([state, provider, rest], ['active', 'test', expected])
    }
  })

  test('the row of an admin who is in the directory names that person', async () => {
    const [person] = await server.query<{ id: string }>(
      `insert into directory_user (email) values ('added@example.com') returning id`,
    )
    const tied = await makeCaller(server, [])
    await server.query('update workspace_user set directory_user_id = $1 where id = $2', [
      person?.id,
      tied.uuid,
    ])
    const service = await makeService(server, { admin: [alice] })
    const answer = await server.call('POST', `${service.path}/admins`, {
      token: alice.token,
      body: { user_id: tied.id, admin_role: 'audit' },
    })
    assert.equal(answer.status, 201, answer.text)
    const row = (await auditRows(server, 'workspace.service_admin.create')).at(-1)
    assert.deepEqual([row?.subject_id, row?.related_id], [person?.id, tied.uuid])
  })

  test('one who is removed has no right from the next request on', async () => {
    const service = await makeService(server, { admin: [alice], audit: [bob] })
    assert.equal((await server.get(service.path, bob.token)).status, 200)
    assert.equal(
      (await server.call('DELETE', `${service.path}/admins/${bob.id}`, { token: alice.token }))
        .status,
      204,
    )
    assert.equal((await server.get(service.path, bob.token)).status, 404)
    assert.equal(
      (await auditRows(server, 'workspace.service_admin.delete')).at(-1)?.related_id,
      bob.uuid,
    )
  })
})

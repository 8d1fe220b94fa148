import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeCaller, makeOwner, testServer, type Person } from '../../../test/harness.ts'
import { auditRows } from '../services/service-for-tests.ts'

const server = await testServer()
const owner = await makeOwner(server)
const clerk = await makeCaller(server, ['workspace.user.view', 'workspace.user.manage'])
const patch = (person: { id: string }, body: object, caller: Person = owner, headers = {}) =>
  server.call('PATCH', `/workspace/users/${person.id}`, { token: caller.token, body, headers })
const step = (person: { id: string }, verb: string, caller: Person = owner) =>
  server.call('POST', `/workspace/users/${person.id}/${verb}`, { token: caller.token })

suite('workspace users', () => {
  test('one is created, described, found and listed', async () => {
    const body = {
      provider: 'https://id.example',
      provider_id: 'ada-1',
      name: 'Ada Lóvelace',
      email: 'ada@example.com',
      roles: ['workspace.auditor'],
    }
    const created = await server.call('POST', '/workspace/users', { token: owner.token, body })
    assert.equal(created.status, 201, created.text)
    const described = await server.get(`/workspace/users/${created.body.id}`, clerk.token)
    assert.deepEqual(described.body, created.body)
    assert.equal(described.headers.get('etag'), created.headers.get('etag'))
    const found = await server.get(
      '/workspace/users?filter[name_search]=lovelace&filter[role]=workspace.auditor',
      clerk.token,
    )
    assert.deepEqual(found.body.data, [created.body])
    const twice = await server.call('POST', '/workspace/users', { token: owner.token, body })
    assert.deepEqual([twice.status, Object.keys(twice.body.errors)], [422, ['provider_id']])
    const row = (await auditRows(server, 'workspace.user.create')).at(-1)
    assert.ok(!JSON.stringify(row?.changes).includes('ada'), 'personal values stand apart')
  })

  test('a permission of the type is asked whatever the id; an unknown id is 404, a malformed one too', async () => {
    const stranger = await makeCaller(server, [])
    const unknown = '/workspace/users/wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx'
    assert.equal((await server.get(unknown, stranger.token)).status, 403)
    assert.equal((await server.get(unknown, clerk.token)).status, 404)
    assert.equal((await server.get('/workspace/users/x', stranger.token)).status, 404)
  })

  test('name and roles change in one audit row; nothing new leaves none', async () => {
    const person = await makeCaller(server, [])
    const changed = await patch(person, { name: 'Grace', roles: ['workspace.auditor'] })
    assert.deepEqual([changed.body.name, changed.body.roles], ['Grace', ['workspace.auditor']])
    const rows = await auditRows(server, 'workspace.user.update')
    assert.deepEqual(rows.at(-1)?.changes, { roles: { old: [], new: ['workspace.auditor'] } })
    const same = await patch(person, { name: 'Grace', roles: ['workspace.auditor'] })
    assert.equal(same.headers.get('etag'), changed.headers.get('etag'))
    assert.equal((await auditRows(server, 'workspace.user.update')).length, rows.length)
    assert.equal((await patch(person, { roles: [] }, owner, { 'if-match': '"1.0"' })).status, 412)
    assert.deepEqual((await patch(person, { roles: ['no.such'] })).body.errors, {
      roles: ['names no role no.such'],
    })
  })

  test('its ETag moves with the names of its roles, so that 304 is never stale', async () => {
    const role = (name: string, path = '', method = 'POST') =>
      server.call(method, `/workspace/roles${path}`, {
        token: owner.token,
        body: { name, ...(method === 'POST' ? { permissions: ['audit.log.view'] } : {}) },
      })
    const [one, other] = [await role('etag.one'), await role('etag.other')]
    const person = await makeCaller(server, [])
    await patch(person, { roles: ['etag.one', 'etag.other'] })
    const read = (etag = '') =>
      server.get(`/workspace/users/${person.id}`, owner.token, { 'if-none-match': etag })
    let { headers } = await read()
    for (const [made, name] of [
      [one, 'etag.uno'],
      [other, 'etag.altro'],
    ] as const) {
      const etag = headers.get('etag') ?? ''
      assert.equal((await read(etag)).status, 304)
      await role(name, `/${made.body.id}`, 'PATCH')
      const renamed = await read(etag)
      assert.equal(renamed.status, 200)
      assert.ok(renamed.body.roles.includes(name))
      headers = renamed.headers
    }
  })

  test('giving a role needs every permission that it holds, also by creating or restoring someone', async () => {
    const person = await makeCaller(server, ['workspace.user.manage'])
    for (const roles of [['workspace.owner'], ['workspace.auditor']]) {
      assert.equal((await patch(person, { roles }, clerk)).status, 403)
      const body = { provider: 'x', provider_id: 'y', name: 'z', roles }
      assert.equal(
        (await server.call('POST', '/workspace/users', { token: clerk.token, body })).status,
        403,
      )
    }
    const powerful = await makeCaller(server, ['policy.rule.manage'])
    assert.equal((await step(powerful, 'deactivate')).status, 200)
    assert.equal((await step(powerful, 'restore', clerk)).status, 403)
    assert.equal((await step(powerful, 'restore')).status, 200)
  })

  test('a deactivated person has no power from the next request on, and no old token once restored', async () => {
    const person = await makeCaller(server, ['audit.log.view'])
    assert.equal((await server.get('/auth/test', person.token)).status, 200)
    assert.equal((await step(person, 'deactivate')).body.state, 'deactivated')
    assert.equal((await server.get('/auth/test', person.token)).status, 401)
    assert.deepEqual((await step(person, 'deactivate')).body.errors, {
      state: ['is deactivated already'],
    })
    assert.equal((await step(person, 'restore')).body.state, 'active')
    assert.equal((await server.get('/auth/test', person.token)).status, 401)
    assert.equal((await step(person, 'restore')).status, 422)
  })
})

test('at least one active owner remains, also when two leave at once', async () => {
  const message =
    'can not change: the workspace would be left without an active owner. Make another owner first'
  for (const leave of [() => patch(owner, { roles: [] }), () => step(owner, 'deactivate')]) {
    const refused = await leave()
    assert.deepEqual([refused.status, refused.body.errors], [422, { roles: [message] }])
  }
  const second = await makeOwner(server)
  const answers = await Promise.all([
    patch(owner, { roles: [] }, owner),
    patch(second, { roles: [] }, second),
  ])
  assert.deepEqual(answers.map(({ status }) => String(status)).sort(), ['200', '422'])
})

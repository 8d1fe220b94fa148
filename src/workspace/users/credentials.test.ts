import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeCaller, makeOwner, testServer, type Person } from '../../../test/harness.ts'
import { cookieOf, openLink } from '../auth/sign-in-for-tests.ts'
import { auditRows, makeService } from '../services/service-for-tests.ts'

const server = await testServer()
const owner = await makeOwner(server)
const manager = await makeCaller(server, ['workspace.user.view', 'workspace.user.manage'])

const call = (method: string, path: string, { token }: Person, body?: object) =>
  server.call(method, path, { token, ...(body === undefined ? {} : { body }) })
const statusOf = async (token: string) => (await server.get('/auth/test', token)).status

/** A browser that is signed in as a person by a link that `maker` made; its cookie. */
async function openSession(maker: Person, person: Person): Promise<string> {
  const link = await call('POST', '/auth/sign-in-link', maker, { user_id: person.id })
  assert.equal(link.status, 201, link.text)
  return cookieOf(await openLink(server, link.body.url, 'POST'))
}

const pathOf = (person: Person, what: string) => `/workspace/users/${person.id}/${what}`

suite('a caller who may manage a person', () => {
  test('lists, describes and revokes their tokens', async () => {
    const person = await makeCaller(server, [])
    const path = `/workspace/users/${person.id}/tokens`
    const made = await call('POST', '/workspace/tokens', person, { name: 'of their own' })
    const { data } = (await call('GET', `${path}?sort=created_at`, manager)).body
    assert.equal(data.length, 2)
    const { body: described } = await call('GET', `${path}/${made.body.id}`, manager)
    assert.deepEqual(described, { ...data[1], used_permissions: [] })
    assert.deepEqual(data[1].issued_by, {
      type: 'user',
      id: person.id,
      name: data[0].name,
      admin_role: null,
      is_admin: null,
    })
    assert.equal((await call('DELETE', `${path}/${made.body.id}`, manager)).status, 204)
    assert.equal(await statusOf(made.body.token), 401)
    assert.equal(await statusOf(person.token), 200)
    assert.equal((await call('DELETE', path, manager)).status, 204)
    assert.equal(await statusOf(person.token), 401)
    const states = (await call('GET', path, manager)).body.data.map(
      ({ state }: { state: string }) => state,
    )
    assert.deepEqual(states, ['revoked', 'revoked'])
    const [row] = (await auditRows(server, 'workspace.token.revoke')).slice(-1)
    assert.deepEqual([row?.actor_id, row?.parent_id], [manager.uuid, person.uuid])
  })

  test('lists and ends their sessions, and sees who opened them', async () => {
    const person = await makeCaller(server, [])
    const path = `/workspace/users/${person.id}/sessions`
    const cookies = [await openSession(manager, person), await openSession(owner, person)]
    const { data } = (await call('GET', `${path}?filter[state]=active`, manager)).body
    assert.deepEqual(
      data.map((session: { opened_by: { id: string } }) => session.opened_by.id),
      [owner.id, manager.id],
    )
    assert.equal(data[0].is_current, false)
    const statuses = async () =>
      Promise.all(
        cookies.map(
          async (cookie) => (await server.get('/auth/test', undefined, { cookie })).status,
        ),
      )
    assert.deepEqual(await statuses(), [200, 200])
    const one = `${path}/${data[0].id}`
    assert.deepEqual((await call('GET', one, manager)).body, data[0])
    assert.equal((await call('DELETE', one, manager)).status, 204)
    assert.deepEqual(await statuses(), [200, 401])
    assert.equal((await call('GET', one, manager)).body.state, 'revoked')
    assert.equal((await call('DELETE', path, manager)).status, 204)
    assert.deepEqual(await statuses(), [401, 401])
  })

  test('lists and ends the links that would sign them in', async () => {
    const person = await makeCaller(server, [])
    const path = `/workspace/users/${person.id}/sign-in-links`
    const make = () => call('POST', '/auth/sign-in-link', manager, { user_id: person.id })
    const [used, unused] = [await make(), await make()]
    await openLink(server, used.body.url, 'POST')
    const states = async () =>
      (await call('GET', `${path}?sort=created_at`, manager)).body.data.map(
        ({ state }: { state: string }) => state,
      )
    assert.deepEqual(await states(), ['used', 'active'])
    assert.equal((await call('DELETE', path, manager)).status, 204)
    assert.deepEqual(await states(), ['used', 'expired'])
    assert.equal((await openLink(server, unused.body.url, 'POST')).status, 410)
    const { data } = (await call('GET', path, manager)).body
    assert.equal(data[0].issued_by.id, manager.id)
    assert.doesNotMatch(JSON.stringify(data), /mst_/)
  })

  test('holds all that the person holds', async () => {
    const powerful = await makeCaller(server, ['policy.rule.manage'])
    for (const what of ['tokens', 'sessions', 'sign-in-links']) {
      const path = `/workspace/users/${powerful.id}/${what}`
      assert.equal((await call('GET', path, manager)).status, 403, what)
      assert.equal((await call('DELETE', path, manager)).status, 403, what)
      assert.equal((await call('GET', path, owner)).status, 200, what)
    }
  })

  test('finds nothing of another person under the path of one', async () => {
    const [one, other] = [await makeCaller(server, []), await makeCaller(server, [])]
    await openSession(manager, other)
    for (const what of ['tokens', 'sessions']) {
      const { data } = (await call('GET', pathOf(other, what), manager)).body
      const path = `${pathOf(one, what)}/${data[0].id}`
      assert.equal((await call('GET', path, manager)).status, 404)
      assert.equal((await call('DELETE', path, manager)).status, 404)
    }
    assert.equal(await statusOf(other.token), 200)
  })
})

suite('deactivating a person', () => {
  test('ends their tokens, sessions and links for good, each with an audit row', async () => {
    const person = await makeCaller(server, [])
    const cookie = await openSession(manager, person)
    const { url } = (await call('POST', '/auth/sign-in-link', manager, { user_id: person.id })).body
    const path = `/workspace/users/${person.id}`
    assert.equal((await call('POST', `${path}/deactivate`, manager)).status, 200)
    assert.equal((await call('POST', `${path}/restore`, manager)).status, 200)
    assert.equal(await statusOf(person.token), 401)
    assert.equal((await server.get('/auth/test', undefined, { cookie })).status, 401)
    assert.equal((await openLink(server, url, 'POST')).status, 410)
    for (const event of ['workspace.token.revoke', 'access.session.revoke']) {
      const [row] = (await auditRows(server, event)).slice(-1)
      assert.equal(row?.parent_id, person.uuid, event)
    }
    const [ended] = (await auditRows(server, 'access.sign_in_link.end')).slice(-1)
    assert.equal(ended?.record_id, person.uuid)
    assert.deepEqual(ended?.details, { sign_in_links: 1 })
  })

  test('ends a token that is being made in a session meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await makeCaller(server, [])
      const cookie = await openSession(manager, person)
      const [made, deactivated] = await Promise.all([
        server.call('POST', '/workspace/tokens', {
          headers: { cookie, origin: 'https://muster.example' },
          body: { name: 'quick' },
        }),
        call('POST', `/workspace/users/${person.id}/deactivate`, manager),
      ])
      assert.equal(deactivated.status, 200, deactivated.text)
      assert.ok(made.status === 201 || made.status === 401, made.text)
      await call('POST', `/workspace/users/${person.id}/restore`, manager)
      if (made.status === 201) assert.equal(await statusOf(made.body.token), 401)
    }
  })
})

const permissionsOf = async (token: string) =>
  (await server.get('/auth/test', token)).body.permissions
const issue = (path: string, caller: Person, scopes?: string[]) =>
  call('POST', `${path}/tokens`, caller, {
    name: 'production',
    ...(scopes === undefined ? {} : { scopes }),
  })
const hold = (path: string, permissions: string[]) =>
  call('PUT', `${path}/permissions`, owner, { permissions })

suite('a token of a service', () => {
  test('has the permissions that its service held when it was issued, by name', async () => {
    const { path } = await makeService(server, {
      admin: [owner],
      permissions: ['directory.user.view', 'audit.log.view', 'policy.rule.manage'],
    })
    const all = await issue(path, owner, ['*'])
    const looking = await issue(path, owner)
    const named = await issue(path, owner, ['directory.user.view', 'directory.user.manage'])
    assert.deepEqual(all.body.scopes, [
      'audit.log.view',
      'directory.user.view',
      'policy.rule.manage',
    ])
    assert.deepEqual(looking.body.scopes, ['audit.log.view', 'directory.user.view'])
    assert.deepEqual(named.body.scopes, ['directory.user.view'])
    await hold(path, ['directory.user.view', 'directory.user.manage', 'directory.dimension.view'])
    for (const { body } of [all, looking, named])
      assert.deepEqual(await permissionsOf(body.token), ['directory.user.view'])
    assert.deepEqual(await permissionsOf((await issue(path, owner)).body.token), [
      'directory.dimension.view',
      'directory.user.view',
    ])
  })

  test('may do nothing where its service held nothing', async () => {
    const { path } = await makeService(server, { admin: [owner] })
    const made = await issue(path, owner, ['*'])
    assert.deepEqual([made.status, made.body.scopes], [201, []])
    await hold(path, ['directory.user.view'])
    assert.deepEqual(await permissionsOf(made.body.token), [])
  })

  test('makes tokens within its own permissions', async () => {
    const { path } = await makeService(server, {
      admin: [owner],
      permissions: ['workspace.token.manage', 'directory.user.view'],
    })
    const { token } = (await issue(path, owner, ['*'])).body
    await hold(path, ['workspace.token.manage', 'directory.user.view', 'audit.log.view'])
    const make = (scopes?: string[]) =>
      server.call('POST', '/workspace/tokens', {
        token,
        body: { name: 'child', ...(scopes === undefined ? {} : { scopes }) },
      })
    assert.deepEqual((await make()).body.scopes, ['directory.user.view'])
    assert.deepEqual((await make(['*'])).body.scopes, [
      'directory.user.view',
      'workspace.token.manage',
    ])
    assert.deepEqual((await make(['audit.log.view'])).body.scopes, [])
  })

  test('says who issued it, and whether they still administer the service', async () => {
    const admin = await makeCaller(server, [])
    const { path } = await makeService(server, { admin: [owner, admin] })
    const made = await issue(path, admin)
    const one = `${path}/tokens/${made.body.id}`
    const issuer = async (caller = owner) => (await call('GET', one, caller)).body.issued_by
    const { name, ...rest } = await issuer()
    assert.match(name, /^caller-/)
    assert.deepEqual(rest, { type: 'user', id: admin.id, admin_role: 'admin', is_admin: true })
    assert.equal((await issuer(admin)).name, name)
    const colleague = await makeCaller(server, [])
    await call('POST', `${path}/admins`, owner, { user_id: colleague.id, admin_role: 'token' })
    assert.equal((await issuer(colleague)).name, null)
    const { headers } = await call('GET', one, owner)
    await call('DELETE', `${path}/admins/${admin.id}`, owner)
    const changed = await server.get(one, owner.token, {
      'if-none-match': headers.get('etag') ?? '',
    })
    assert.equal(changed.status, 200)
    assert.deepEqual(changed.body.issued_by, { name, ...rest, admin_role: null, is_admin: false })
    await call('POST', `${path}/admins`, owner, { user_id: admin.id, admin_role: 'audit' })
    assert.deepEqual(await issuer(), { name, ...rest, admin_role: 'audit' })
    await call('POST', `/workspace/users/${admin.id}/deactivate`, owner)
    assert.equal((await issuer()).is_admin, false)
    assert.equal(await statusOf(made.body.token), 200)
  })

  test('was issued by the person who signed in as somebody else to do so', async () => {
    const admin = await makeCaller(server, [])
    const { path } = await makeService(server, { admin: [owner, admin] })
    const cookie = await openSession(owner, admin)
    const made = await server.call('POST', `${path}/tokens`, {
      headers: { cookie, origin: 'https://muster.example' },
      body: { name: 'production' },
    })
    assert.equal(made.body.issued_by.id, owner.id)
  })
})

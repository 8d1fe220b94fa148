import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeCaller, makeOwner, testServer, type Person } from '../../../test/harness.ts'
import { announceDue } from '../../events/due/announce-due.ts'
import { openLink, cookieOf } from '../auth/sign-in-for-tests.ts'
import { auditRows, makeService, makeServiceToken, type MadeService } from './service-for-tests.ts'

let now = Date.now()
const clock = () => new Date(now)
const day = 86_400_000
const inDays = (days: number) => new Date(now + days * day).toISOString()

const server = await testServer({ clock })
const second = await testServer({ clock, over: server })
const owner = await lasting()
const alice = await lasting([])
const bob = await lasting([])

/** A person with these permissions, or an owner, whose token outlives the tests. */
async function lasting(permissions?: readonly string[]): Promise<Person> {
  const person = await (permissions === undefined
    ? makeOwner(server)
    : makeCaller(server, permissions))
  await server.query(
    `update token set expires_at = created_at + interval '300 days' where workspace_user_id = $1`,
    [person.uuid],
  )
  return person
}

const post = (path: string, body: object = {}, caller: Person = alice) =>
  server.call('POST', path, { token: caller.token, body })
const read = async (path: string) => (await second.get(path, owner.token)).body
const statusesOf = async (token: string) => [
  (await server.get('/auth/test', token)).status,
  (await second.get('/auth/test', token)).status,
]
async function lastRow(event: string) {
  const rows = await auditRows(server, event)
  return rows.at(-1)
}

/** A service with an admin and a token that lives longer than the tests. */
async function serviceWithToken(permissions: readonly string[] = []) {
  const service = await makeService(server, { admin: [alice], permissions })
  const { token } = await makeServiceToken(server, service)
  await server.query(
    `update token set expires_at = created_at + interval '300 days' where service_id = $1`,
    [service.uuid],
  )
  return { ...service, token }
}

const announce = () => announceDue(server.database, new AbortController().signal)
const expire = (service: MadeService, person: Person, at: string | null, by: Person = alice) =>
  post(`${service.path}/admins/${person.id}/expire`, { expires_at: at }, by)

suite('the end of a service', () => {
  test('its tokens work until then, and at that instant on no process', async () => {
    const service = await serviceWithToken()
    assert.deepEqual(await statusesOf(service.token), [200, 200])
    const at = inDays(2)
    const given = await post(`${service.path}/deprecate`, { at })
    assert.deepEqual(
      [given.status, given.body.state, given.body.timestamp.expires_at],
      [200, 'expiring', at],
    )
    assert.deepEqual((await lastRow('workspace.service.deprecate'))?.changes, {
      state: { old: 'active', new: 'expiring' },
      expires_at: { old: null, new: at },
    })
    assert.deepEqual(await statusesOf(service.token), [200, 200])
    now += 2 * day
    assert.deepEqual(await statusesOf(service.token), [401, 401])
    assert.equal((await read(service.path)).state, 'expired')
    const row = await lastRow('workspace.service.expired')
    assert.deepEqual(
      [row?.record_id, row?.changes],
      [service.uuid, { state: { old: 'expiring', new: 'expired' } }],
    )
  })

  test('without an instant it is in 30 days, or where it is already', async () => {
    const service = await serviceWithToken()
    const ends = async (body: object) =>
      (await post(`${service.path}/deprecate`, body)).body.timestamp.expires_at
    const [usual, sooner] = [inDays(30), inDays(3)]
    assert.equal(await ends({}), usual)
    assert.equal(await ends({ at: sooner }), sooner)
    assert.equal(await ends({}), sooner)
    for (const at of [inDays(0), inDays(-1), '2031-02-30T00:00:00Z']) {
      const refused = await post(`${service.path}/deprecate`, { at })
      assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['at']])
    }
  })

  test('one that has ended gets no other; activating it gives its tokens their power back', async () => {
    const service = await serviceWithToken()
    await post(`${service.path}/deprecate`, { at: inDays(1) })
    now += day
    const refused = await post(`${service.path}/deprecate`, { at: inDays(1) })
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['state']])
    const back = await post(`${service.path}/activate`)
    assert.deepEqual([back.body.state, back.body.timestamp.expires_at], ['active', null], back.text)
    assert.deepEqual(await statusesOf(service.token), [200, 200])
  })

  test('is not later than the one by a missed confirmation, and is recorded where it is the same', async () => {
    const service = await serviceWithToken()
    const end = inDays(10)
    await server.query(`update service set unconfirmed_ends_at = $2 where id = $1`, [
      service.uuid,
      end,
    ])
    const refused = await post(`${service.path}/deprecate`, { at: inDays(11) })
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['at']])
    const given = await post(`${service.path}/deprecate`)
    assert.equal(given.body.timestamp.expires_at, end, given.text)
    assert.deepEqual((await lastRow('workspace.service.deprecate'))?.changes, {
      expires_at: { old: null, new: end },
    })
    const kept = await post(`${service.path}/confirm`, { reason: 'It is needed' })
    assert.equal(kept.body.expires_at, end, kept.text)
  })

  test('later than before it needs what activating needs', async () => {
    const service = await serviceWithToken(['audit.log.view'])
    const manager = await lasting(['workspace.service.manage'])
    const deprecate = (at: string) => post(`${service.path}/deprecate`, { at }, manager)
    assert.equal((await deprecate(inDays(2))).status, 200)
    assert.equal((await deprecate(inDays(1))).status, 200)
    const refused = await deprecate(inDays(2))
    assert.deepEqual([refused.status, refused.body.message.includes('audit.log.view')], [403, true])
    assert.equal((await post(`${service.path}/activate`, {}, manager)).status, 403)
    assert.equal((await post(`${service.path}/deprecate`, { at: inDays(2) })).status, 200)
  })

  test('with it end the sessions that it opened as a person, for good', async () => {
    const service = await serviceWithToken([
      'workspace.user.manage',
      'workspace.token.view',
      'workspace.token.manage',
    ])
    const made = await server.call('POST', '/auth/sign-in-link', {
      token: service.token,
      body: { user_id: bob.id },
    })
    assert.equal(made.status, 201, made.text)
    const headers = { cookie: cookieOf(await openLink(server, made.body.url, 'POST')) }
    // A session ends in hours, so the service does too.
    const status = async () => [
      (await server.get('/auth/test', undefined, headers)).status,
      (await second.get('/auth/test', undefined, headers)).status,
    ]
    assert.deepEqual(await status(), [200, 200])
    await post(`${service.path}/deprecate`, { at: new Date(now + 60_000).toISOString() })
    assert.deepEqual(await status(), [200, 200])
    now += 60_000
    assert.deepEqual(await status(), [401, 401])
    await post(`${service.path}/activate`)
    assert.deepEqual(await status(), [401, 401])
  })

  test('a staged service has no power until it is activated, and keeps an end that is ahead', async () => {
    const end = inDays(5)
    const made = await post(
      '/workspace/services',
      {
        name: 'Next',
        handle: 'next',
        state: 'staged',
        expires_at: end,
        environment: 'staging',
        notes: 'Soon',
      },
      owner,
    )
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(
      [made.body.state, made.body.timestamp.expires_at, made.body.environment, made.body.notes],
      ['staged', end, 'staging', 'Soon'],
    )
    const path = `/workspace/services/${made.body.id}`
    const issued = await post(`${path}/tokens`, { name: 'one' }, owner)
    assert.deepEqual(await statusesOf(issued.body.token), [401, 401])
    const begun = await post(`${path}/activate`, {}, owner)
    assert.deepEqual([begun.body.state, begun.body.timestamp.expires_at], ['expiring', end])
    assert.deepEqual(await statusesOf(issued.body.token), [200, 200])
  })

  test('lists find it by state, environment and end', async () => {
    const service = await serviceWithToken()
    await server.query(`update service set environment = 'test' where id = $1`, [service.uuid])
    await post(`${service.path}/deprecate`, { at: inDays(9) })
    const query = `filter[state]=expiring&filter[environment]=test&filter[expires_before]=${inDays(10)}`
    const found = await read(`/workspace/services?${query}`)
    assert.deepEqual(
      found.data.map(({ id }: MadeService) => id),
      [service.id],
    )
    const none = await read(
      `/workspace/services?filter[expires_before]=${inDays(8)}&filter[environment]=test`,
    )
    assert.deepEqual(none.data, [])
  })

  test('it is announced once, a week before', async () => {
    const service = await serviceWithToken()
    await post(`${service.path}/deprecate`, { at: inDays(8) })
    const announced = async () =>
      (await auditRows(server, 'workspace.service.due')).filter(
        ({ record_id: id }) => id === service.uuid,
      ).length
    await announce()
    assert.equal(await announced(), 0)
    now += 2 * day
    await announce()
    await announce()
    assert.equal(await announced(), 1)
  })
})

suite('the end of a service admin', () => {
  test('from then on they have no role on any process, and the record is gone', async () => {
    const service = await makeService(server, { admin: [alice], token: [bob] })
    const end = inDays(1)
    const given = await expire(service, bob, end)
    assert.deepEqual([given.status, given.body.timestamp.expires_at], [200, end], given.text)
    const seen = async () => [
      (await server.get(service.path, bob.token)).status,
      (await second.get(service.path, bob.token)).status,
    ]
    assert.deepEqual(await seen(), [200, 200])
    now += day
    assert.deepEqual(await seen(), [404, 404])
    const path = `${service.path}/admins/${bob.id}`
    const patched = await server.call('PATCH', path, {
      token: alice.token,
      body: { admin_role: 'audit' },
    })
    assert.deepEqual(
      [patched.status, patched.body],
      [404, { message: `There is no service admin ${bob.id}.` }],
    )
    assert.equal((await server.get(path, alice.token)).status, 404)
    assert.equal((await read(service.path)).count.service_admins, 1)
    const row = await lastRow('workspace.service_admin.expired')
    assert.deepEqual(
      [row?.parent_id, row?.related_id, row?.changes],
      [
        service.uuid,
        bob.uuid,
        { admin_role: { old: 'token', new: null }, expires_at: { old: end, new: null } },
      ],
    )
  })

  test('they can be given a role again, with another end', async () => {
    const service = await makeService(server, { admin: [alice] })
    const body = { user_id: bob.id, admin_role: 'audit', expires_at: inDays(1) }
    const add = () => post(`${service.path}/admins`, { ...body, expires_at: inDays(1) })
    assert.equal((await add()).status, 201)
    assert.equal((await add()).status, 422)
    now += day
    const again = await add()
    assert.equal(again.body.timestamp.expires_at, inDays(1), again.text)
    const past = await post(`${service.path}/admins`, { ...body, expires_at: inDays(0) })
    assert.deepEqual(Object.keys(past.body.errors), ['expires_at'])
  })

  test('another active admin without an end remains', async () => {
    const carol = await lasting([])
    const service = await makeService(server, { admin: [alice, carol] })
    assert.equal((await expire(service, carol, inDays(1))).status, 200)
    const refused = await expire(service, alice, inDays(1))
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['expires_at']])
    for (const method of ['PATCH', 'DELETE'] as const) {
      const kept = await server.call(method, `${service.path}/admins/${alice.id}`, {
        token: alice.token,
        ...(method === 'PATCH' && { body: { admin_role: 'audit' } }),
      })
      assert.deepEqual([kept.status, Object.keys(kept.body.errors)], [422, ['admin_role']], method)
    }
    assert.equal((await expire(service, carol, null)).body.timestamp.expires_at, null)
    assert.equal((await expire(service, alice, inDays(1))).status, 200)
  })

  test('a later end needs what giving the role needs', async () => {
    const service = await makeService(server, {
      admin: [alice],
      token: [bob],
      permissions: ['audit.log.view'],
    })
    const manager = await lasting(['workspace.service.manage'])
    assert.equal((await expire(service, bob, inDays(2), manager)).status, 200)
    assert.equal((await expire(service, bob, inDays(1), manager)).status, 200)
    for (const later of [inDays(2), null])
      assert.equal((await expire(service, bob, later, manager)).status, 403)
    assert.equal((await expire(service, bob, null)).status, 200)
  })

  test('what they opened as others with rights that they lose ends', async () => {
    const service = await makeService(server, { admin: [alice] })
    const maker = await lasting(['workspace.user.manage'])
    const target = await lasting([])
    for (const person of [maker, target])
      assert.equal(
        (await post(`${service.path}/admins`, { user_id: person.id, admin_role: 'audit' })).status,
        201,
      )
    const made = await post('/auth/sign-in-link', { user_id: target.id }, maker)
    assert.equal(made.status, 201, made.text)
    const headers = { cookie: cookieOf(await openLink(server, made.body.url, 'POST')) }
    assert.equal((await server.get('/auth/test', undefined, headers)).status, 200)
    await expire(service, maker, new Date(now + 60_000).toISOString())
    now += 60_000
    await read(service.path)
    assert.equal((await server.get('/auth/test', undefined, headers)).status, 401)
  })
})

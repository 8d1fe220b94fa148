import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { policyLockKey } from '../../database/policy-lock.ts'
import { makeCaller, testServer, type Person } from '../../../test/harness.ts'
import { makeIntegration, makeResource } from '../../../test/people.ts'
import { day, onProfile, policyServer } from '../rules/policy-for-tests.ts'

const server = await policyServer(
  ['ada', 'bo', 'cy'].map((name) => ({
    email: `${name}@x.example`,
    profile: { department: name === 'bo' ? 'Sales' : 'Engineering' },
  })),
)
const ruleset = await server.rulesetId('12')
const resourceOf = async (id: string): Promise<string> =>
  (await server.expect(200, 'GET', `/policy/rulesets/${id}`)).body.resource_id
const resource = await resourceOf(ruleset)
const ada = await server.personId('ada@x.example')
const bo = await server.personId('bo@x.example')
const cy = await server.personId('cy@x.example')
const { id: rule } = (
  await server.expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, {
    role: 'developer',
    conditions: [onProfile('department', 'engineering')],
  })
).body
await server.expect(200, 'POST', `/policy/rules/${rule}/activate`, {})

const path = (user: string, of = resource) => `/policy/check?user=${user}&resource=${of}`
const unknown = '01kaf7m2t4e8j9p3q5r7s9v1wx'
const pairs = (...users: readonly string[]) => ({
  pairs: users.map((user) => ({ user_id: user, resource_id: resource })),
})

suite('a check of a pair', () => {
  test('says who is in and who is not, from the database and from memory', async () => {
    const none = { is_in: false, role_name: null, role_handle: null, until: null }
    for (const from of ['database', 'memory']) {
      const { body, headers } = await server.expect(200, 'GET', path(ada))
      const role = { role_name: 'Developer', role_handle: 'developer', until: null }
      assert.deepEqual(body, { user_id: ada, resource_id: resource, is_in: true, ...role }, from)
      assert.equal(headers.get('cache-control'), 'private, no-cache')
      const other = (await server.expect(200, 'GET', path(bo))).body
      assert.deepEqual(other, { user_id: bo, resource_id: resource, ...none })
    }
    assert.ok(server.app.services.bodies.get(ada, `&resource=${resource}`), 'it is kept')
  })

  test('is 304 for the ETag, until the person or the policy changes', async () => {
    const { headers } = await server.expect(200, 'GET', path(ada))
    const etag = headers.get('etag') ?? ''
    const again = () => server.get(path(ada), server.owner.token, { 'if-none-match': etag })
    assert.equal((await again()).status, 304)
    await server.expect(200, 'PATCH', `/directory/users/${ada}`, { metadata: { desk: '4' } })
    assert.equal((await again()).status, 200)
  })

  test('takes its parameters in any order, and names what is missing, malformed or unknown', async () => {
    const turned = `/policy/check?resource=${resource}&user=${ada}`
    assert.equal((await server.expect(200, 'GET', turned)).body.is_in, true)
    for (const wrong of [
      `/policy/check?user=${ada}`,
      `${path(ada)}&at=now`,
      path('ada'),
      path(ada, ruleset),
    ])
      assert.equal((await server.send('GET', wrong)).status, 400, wrong)
    for (const [missing, named] of [
      [path(`drusr_${unknown}`), 'user'],
      [path(ada, `dirsc_${unknown}`), 'resource'],
      [path(ada, `dratr_${resource.slice(6)}`), 'attribute'],
    ] as const) {
      const { status, body } = await server.send('GET', missing)
      assert.equal(status, 404)
      assert.match(body.message, new RegExp(`${named} d\\w{4}_`))
    }
  })

  test('of a resource without a ruleset is no, for who may see all rulesets', async () => {
    const plain = await makeResource(server, await makeIntegration(server, { handle: 'plain' }))
    const { body } = await server.expect(200, 'GET', path(ada, plain.id))
    assert.deepEqual([body.is_in, body.role_handle], [false, null])
  })
})

suite('who may check', () => {
  const statuses = async (as: Person) => [
    (await server.send('GET', path(ada), undefined, as)).status,
    (await server.send('GET', path(ada, other), undefined, as)).status,
    (await server.send('POST', '/policy/check', pairs(ada), as)).status,
  ]
  let other = ''

  test('needs both rights, also where memory has the answer', async () => {
    other = await resourceOf(await server.rulesetId('13'))
    for (const each of [resource, other]) await server.expect(200, 'GET', path(ada, each))
    const all = await makeCaller(server, ['directory.user.view', 'policy.rule.view'])
    assert.deepEqual(await statuses(all), [200, 200, 200])
    for (const permission of ['directory.user.view', 'policy.rule.view'] as const)
      assert.deepEqual(
        await statuses(await makeCaller(server, [permission])),
        [403, 403, 403],
        permission,
      )
  })

  test('a role on one ruleset lets check that one, and says nothing of another, until it is taken away', async () => {
    const admin = await makeCaller(server, ['directory.user.view'])
    await server.expect(201, 'POST', `/policy/rulesets/${ruleset}/admins`, {
      user_id: admin.id,
      role: 'audit',
    })
    for (const _ of [1, 2]) assert.deepEqual(await statuses(admin), [200, 404, 200])
    const mixed = {
      pairs: [...pairs(ada).pairs, { user_id: ada, resource_id: other }],
    }
    const refused = await server.send('POST', '/policy/check', mixed, admin)
    assert.equal(refused.status, 422)
    assert.deepEqual(Object.keys(refused.body.errors), ['pairs.1.resource_id'])
    assert.equal(refused.body.data, undefined)
    await server.expect(204, 'DELETE', `/policy/rulesets/${ruleset}/admins/${admin.id}`)
    assert.deepEqual(await statuses(admin), [403, 403, 403])
  })
})

suite('a check of many pairs', () => {
  test('answers in the order of the pairs, with what a check of each says', async () => {
    const users = [bo, ada, cy, ada, bo]
    const { data } = (await server.expect(200, 'POST', '/policy/check', pairs(...users))).body
    const each = await Promise.all(
      users.map(async (user) => (await server.expect(200, 'GET', path(user))).body),
    )
    assert.deepEqual(data, each)
  })

  test('names every pair that it can’t check, and the limit', async () => {
    const body = {
      pairs: [
        ...pairs(ada, `drusr_${unknown}`).pairs,
        { user_id: bo, resource_id: `dratr_${unknown}` },
      ],
    }
    const refused = await server.send('POST', '/policy/check', body)
    assert.equal(refused.status, 422)
    assert.deepEqual(refused.body.errors, {
      'pairs.1.user_id': ['names no directory user'],
      'pairs.2.resource_id': ['names no resource whose ruleset you may see'],
    })
    const most = Array.from({ length: 500 }, () => ada)
    const { data } = (await server.expect(200, 'POST', '/policy/check', pairs(...most))).body
    assert.equal(data.length, 500)
    const beyond = await server.send('POST', '/policy/check', pairs(...most, ada))
    assert.equal(beyond.status, 422)
    assert.match(beyond.text, /500/)
  })

  test('is replayed under its Idempotency-Key, and asked for its rights again', async () => {
    const viewer = await makeCaller(server, ['directory.user.view', 'policy.rule.view'])
    const send = () =>
      server.call('POST', '/policy/check', {
        token: viewer.token,
        body: pairs(ada),
        headers: { 'idempotency-key': 'check' },
      })
    const [first, second] = [await send(), await send()]
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(second.body, first.body)
    await server.database.transaction(({ tx }) =>
      tx.deleteFrom('workspace_user_role').where('workspace_user_id', '=', viewer.uuid).execute(),
    )
    assert.equal((await send()).status, 403)
  })
})

test('access that has ended is never a yes, although a long change keeps it from being settled', async () => {
  const beside = await testServer({ over: server, clock: () => new Date(server.now()) })
  const { token } = server.owner
  await server.expect(200, 'POST', `/directory/users/${cy}/expire`, {
    at: new Date(server.now() + day).toISOString(),
  })
  const before = (await server.expect(200, 'GET', path(cy))).body
  assert.deepEqual([before.is_in, before.until], [true, new Date(server.now() + day).toISOString()])
  const locker = new Client({ connectionString: server.url })
  await locker.connect()
  await locker.query('select pg_advisory_lock($1)', [policyLockKey])
  try {
    server.pass(day)
    for (const on of [server, beside]) {
      const answer = await on.get(path(cy), token)
      assert.equal(answer.body.is_in, false)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.equal((await on.get(path(ada), token)).body.is_in, true)
      const headers = { 'idempotency-key': `unsettled-${on === server}` }
      const many = await on.call('POST', '/policy/check', { token, body: pairs(cy, ada), headers })
      assert.deepEqual(
        many.body.data.map((row: { is_in: boolean }) => row.is_in),
        [false, true],
      )
    }
  } finally {
    await locker.end()
  }
})

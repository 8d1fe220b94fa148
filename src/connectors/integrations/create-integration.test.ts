import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import canonicalize from 'canonicalize'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { okta } from '../../../test/import-world.ts'
import { until } from '../../../test/until.ts'
import { newKey } from '../../database/secrets/secret-keys.ts'

const current = newKey()
const secretKeys = { load: async () => ({ current, former: [] }), file: null }
const server = await testServer({ secretKeys })
const { token } = await makeOwner(server)
const create = (body: object, as = token) =>
  server.call('POST', '/workspace/integrations', { token: as, body })

test('a source is connected and a file of it imported through the API alone', async () => {
  const made = await create({ handle: 'okta', vendor: 'idp', type: 'okta', is_primary: true })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.headers.get('location'), made.body.links.self)
  assert.deepEqual(
    [made.body.name, made.body.is_primary, made.body.employee_id_profile_key],
    ['okta', true, 'employeeNumber'],
  )
  assert.ok(made.body.policy_keys.includes('department'))
  const profile = { department: 'Sales', employeeNumber: '17' }
  const sent = await server.call('POST', `/workspace/integrations/${made.body.id}/imports`, {
    token,
    raw: JSON.stringify(okta('ada', { profile })),
  })
  assert.equal(sent.status, 202, sent.text)
  const ada = await until(async () => (await server.get('/directory/users', token)).body.data[0])
  assert.deepEqual(
    [ada.email, ada.employee_id, ada.org],
    ['ada@example.com', '17', { department: 'Sales' }],
  )
  const [log] = (await server.get('/audit/logs?filter[event]=workspace.integration.create', token))
    .body.data
  assert.equal(log.record.id, made.body.id)
})

test('keys that are given take the place of those of the product', async () => {
  const body = {
    handle: 'sheet',
    name: 'HR sheet',
    vendor: 'file',
    trusts_email: true,
    policy_keys: ['team'],
    employee_id_profile_key: null,
    badge_id_profile_key: 'Card',
    manager_profile_key: 'Boss',
    manager_profile_holds: 'email',
  }
  const made = await create(body)
  assert.equal(made.status, 201, made.text)
  for (const [key, value] of Object.entries(body)) assert.deepEqual(made.body[key], value, key)
  assert.equal(made.body.type, 'file')
})

async function errors(body: object) {
  const answer = await create(body)
  assert.equal(answer.status, 422, answer.text)
  return answer.body.errors
}

test('a handle that is taken, a second primary and a mapping that is none are refused', async () => {
  const other = { handle: 'other', vendor: 'suite' }
  assert.match((await errors({ ...other, handle: 'okta' })).handle[0], /another integration/)
  assert.match((await errors({ ...other, is_primary: true })).is_primary[0], /"okta" is/)
  assert.match((await errors({ ...other, mapping: { accounts: 1 } })).mapping[0], /not valid/)
  assert.match((await errors({ ...other, handle: 'No Handle' })).handle[0], /pattern|must/)
  assert.ok('vendor' in (await errors({ handle: 'other' })))
  const listed = (await server.get('/workspace/integrations', token)).body.data
  assert.equal(listed.length, 2)
})

test('it needs its permission, and of two at once with one handle one is made', async () => {
  const viewer = await makeCaller(server, ['workspace.integration.view'])
  assert.equal((await create({ handle: 'x', vendor: 'chat' }, viewer.token)).status, 403)
  const both = await Promise.all([1, 2].map(() => create({ handle: 'twice', vendor: 'chat' })))
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([201, 422]))
})

const connected = {
  handle: 'directory',
  vendor: 'idp',
  type: 'ldap',
  connection: { url: 'ldaps://ldap.acme.example', bind_dn: 'cn=muster,dc=acme' },
  credentials: { password: 'a-very-secret-password' },
  sync_every_seconds: 900,
  account_limit_people: 2,
}

test('a source is made with its connection, credentials, schedule and limits at once', async () => {
  const made = await create(connected)
  assert.equal(made.status, 201, made.text)
  const { connection, credentials, sync_every_seconds, account_limit_people } = made.body
  assert.deepEqual(
    [connection, credentials.is_set, sync_every_seconds, account_limit_people],
    [connected.connection, true, 900, 2],
  )
  assert.doesNotMatch(made.text, /a-very-secret/)
})

test('nothing of a source is made where a part of it can’t be', async () => {
  const before = (await server.get('/workspace/integrations', token)).body.data.length
  const other = { ...connected, handle: 'refused' }
  assert.match((await errors({ ...other, connection: {} })).connection[0], /missing/)
  assert.match(
    (await errors({ ...other, type: 'scim' })).connection[0],
    /is for integrations of type/,
  )
  assert.match((await errors({ ...other, credentials: { token: 'x' } })).credentials[0], /password/)
  const manager = await makeCaller(server, [
    'workspace.integration.view',
    'workspace.integration.manage',
  ])
  const raised = await create({ ...other, account_limit_people: 500 }, manager.token)
  assert.equal(raised.status, 403)
  assert.match(raised.body.message, /policy\.change\.approve/)
  const known = { ...other, handle: connected.handle, account_limit_people: 500 }
  assert.equal((await create(known, manager.token)).status, 403, 'before what is wrong with it')
  assert.equal((await server.get('/workspace/integrations', token)).body.data.length, before)
  assert.equal((await create(other, manager.token)).status, 201)
})

test('a database allows no guesses at the credentials of a request that can be repeated', async () => {
  const body = { ...connected, handle: 'repeated' }
  const path = '/workspace/integrations'
  const headers = { 'idempotency-key': 'connect-once' }
  const sent = { token, body, headers }
  const made = await server.call('POST', path, sent)
  assert.equal(made.status, 201, made.text)
  const other = await testServer({ over: server, secretKeys })
  const again = await other.call('POST', path, sent)
  assert.deepEqual(
    [again.status, again.body.id, again.headers.get('idempotency-replayed')],
    [201, made.body.id, 'true'],
  )
  const guess = { ...body, credentials: { password: 'another' } }
  assert.equal((await server.call('POST', path, { ...sent, body: guess })).status, 422)
  const [row] = await server.query<{ body_hash: Buffer }>(
    `select body_hash from idempotency_key where key = 'connect-once'`,
  )
  const stored = await server.query<{ value: Buffer }>('select value from server_secret')
  const text = canonicalize(body) ?? ''
  const guessed = [
    createHash('sha256').update(text).digest(),
    ...stored.map(({ value }) => createHmac('sha256', value).update(text).digest()),
  ]
  assert.ok(stored.length > 0)
  assert.ok(!guessed.some((hash) => row?.body_hash.equals(hash)))
})

test('dimensions are made with a primary, by who may make dimensions', async () => {
  const dimensions = [{ handle: 'squad', name: 'Squad', profile_key: 'squad' }]
  const body = { handle: 'staff', vendor: 'file', policy_keys: ['squad'], dimensions }
  const caller = await makeCaller(server, ['workspace.integration.manage'])
  const refused = await create(body, caller.token)
  assert.equal(refused.status, 403)
  assert.match(refused.body.message, /directory\.dimension\.manage/)
  const unfit = await create(body)
  assert.equal(unfit.status, 422)
  assert.deepEqual(Object.keys(unfit.body.errors), ['dimensions'])
})

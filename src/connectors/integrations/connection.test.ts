import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { newKey, noSecretKeys } from '../../database/secrets/secret-keys.ts'

const current = newKey()
const secretKeys = { load: async () => ({ current, former: [] }), file: null }
const server = await testServer({ secretKeys })
const { token } = await makeOwner(server)
const password = 'a-very-secret-password'
const connection = { url: 'ldaps://ldap.acme.example', bind_dn: 'cn=muster,dc=acme' }

async function integration(handle: string, type = 'ldap') {
  const { body } = await server.call('POST', '/workspace/integrations', {
    token,
    body: { handle, vendor: 'idp', type },
  })
  const path = `/workspace/integrations/${body.id}`
  return {
    path,
    patch: (change: object, as = token) => server.call('PATCH', path, { token: as, body: change }),
  }
}

test('a connection is shown, its credentials only by when they were set', async () => {
  const { path, patch } = await integration('shown')
  const set = await patch({ connection, credentials: { password } })
  assert.equal(set.status, 200, set.text)
  assert.deepEqual(set.body.connection, connection)
  assert.equal(set.body.credentials.is_set, true)
  const read = await server.get(path, token)
  assert.match(read.body.credentials.set_at, /^20/)
  assert.doesNotMatch(set.text + read.text, /a-very-secret/)
  assert.notEqual(set.headers.get('etag'), (await patch({ credentials: null })).headers.get('etag'))
  assert.equal((await server.get(path, token)).body.credentials.is_set, false)
})

test('credentials are nowhere in the database but encrypted, and bound to their integration', async () => {
  const { patch } = await integration('stored')
  await patch({ connection, credentials: { password } })
  const [{ ciphertext } = { ciphertext: Buffer.alloc(0) }] = await server.query<{
    ciphertext: Buffer
  }>('select ciphertext from integration_secret order by integration_id desc limit 1')
  assert.ok(!ciphertext.includes(password))
  const tables = await server.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables) {
    const found = await server.query(`select 1 from "${name}" t where t::text like $1`, [
      `%${password}%`,
    ])
    assert.equal(found.length, 0, name)
  }
  const logs = (await server.get('/audit/logs?filter[event]=workspace.integration.update', token))
    .body.data
  assert.ok(logs.some(({ changes }: { changes: object }) => 'credentials_set_at' in changes))
})

test('a source that is created with its connection leaves one audit row that has all', async () => {
  const body = { handle: 'whole', vendor: 'idp', type: 'ldap', full_sync_every_seconds: 7200 }
  const made = await server.call('POST', '/workspace/integrations', {
    token,
    body: { ...body, connection, credentials: { password } },
  })
  assert.equal(made.status, 201, made.text)
  const rows = (await server.get(`/audit/logs?filter[record]=${made.body.id}`, token)).body.data
  assert.deepEqual(
    rows.map(({ event }: { event: string }) => event),
    ['workspace.integration.create'],
  )
  const [{ changes }] = rows
  assert.deepEqual(changes.handle, { old: null, new: 'whole' })
  assert.deepEqual(changes.connection, { old: null, new: connection })
  assert.deepEqual(changes.full_sync_every_seconds, { old: null, new: 7200 })
  assert.equal(changes.credentials_set_at.new, made.body.credentials.set_at)
  const faulty = { ...body, handle: 'faulty', connection: { ...connection, url: 'x' } }
  const refused = await server.call('POST', '/workspace/integrations', { token, body: faulty })
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['connection']])
})

test('a vendor is named by its host name, or by its IPv4 or IPv6 address', async () => {
  const { patch } = await integration('by-ipv6', 'okta')
  for (const host of ['acme.okta.com', '203.0.113.7', '[2001:db8::1]', '[2001:DB8::1]:8443'])
    assert.equal((await patch({ connection: { url: `https://${host}` } })).status, 200, host)
})

test('an address that can’t be read is refused by its field', async () => {
  const { patch } = await integration('by-address', 'okta')
  const directory = await integration('directory-by-address')
  for (const host of ['2001:db8::1', '[2001:db8::g]', '[fe80::1%25eth0]', 'a.example:99999'])
    for (const refused of [
      await patch({ connection: { url: `https://${host}` } }),
      await directory.patch({ connection: { url: `ldaps://${host}` } }),
    ])
      assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['connection']])
})

test('another address, encryption or name needs the credentials again', async () => {
  const { patch } = await integration('moved')
  await patch({ connection, credentials: { password } })
  for (const change of [
    { url: 'ldaps://elsewhere.example' },
    { url: 'ldaps://ldap.acme.example:3636' },
    { url: 'ldap://ldap.acme.example:636', start_tls: true },
    { bind_dn: 'cn=other,dc=acme' },
    { allow_unencrypted: true },
  ]) {
    const refused = await patch({ connection: { ...connection, ...change } })
    assert.equal(refused.status, 422, JSON.stringify(change))
    assert.match(refused.body.errors.credentials[0], /must be sent again/)
  }
  const other = { ...connection, base_dns: ['ou=people,dc=acme'], page_size: 100 }
  assert.equal((await patch({ connection: other })).status, 200)
  const moved = { ...connection, url: 'ldaps://elsewhere.example' }
  assert.equal((await patch({ connection: moved, credentials: { password } })).status, 200)
  assert.equal((await patch({ connection: { ...connection }, credentials: null })).status, 200)
})

test('a connection that is removed takes its credentials and its schedule along', async () => {
  const { patch } = await integration('removed')
  await patch({ connection, credentials: { password }, sync_every_seconds: 900 })
  const { body } = await patch({ connection: null })
  assert.deepEqual(
    [body.connection, body.credentials.is_set, body.sync_every_seconds],
    [null, false, null],
  )
})

test('a setting that is unknown is one fault, and so is a list that is none', async () => {
  const { patch } = await integration('misspelt')
  const { body } = await patch({ connection: { ...connection, page_sise: 3, base_dns: 'dc=acme' } })
  const [unknown, list, ...others] = body.errors.connection
  assert.match(unknown, /^page_sise is unknown; allowed are url, start_tls, /)
  assert.match(list, /^base_dns must be array$/)
  assert.deepEqual(others, [])
})

test('what can’t work is refused by its field', async () => {
  const { patch } = await integration('refused')
  const errors = async (change: object) => {
    const { status, body } = await patch(change)
    assert.equal(status, 422, JSON.stringify(body))
    return JSON.stringify(body.errors)
  }
  assert.match(await errors({ credentials: { password } }), /need a connection/)
  assert.match(await errors({ sync_every_seconds: 900 }), /needs a connection/)
  const plain = { url: 'ldap://ldap.acme.example', bind_dn: 'cn=a' }
  assert.match(await errors({ connection: plain }), /url would send the password unencrypted/)
  assert.match(await errors({ connection: { url: 'https://a.example' } }), /connection/)
  assert.match(await errors({ sync_every_seconds: 5 }), /sync_every_seconds/)
  const file = await integration('file', 'scim')
  const { body } = await file.patch({ connection })
  assert.match(
    body.errors.connection[0],
    /is for integrations of type ldap, okta.*; this one is of type scim/,
  )
  const every = await file.patch({ sync_every_seconds: 900 })
  assert.deepEqual(Object.keys(every.body.errors), ['sync_every_seconds'])
})

test('a sync of what is not read says what to do instead', async () => {
  const told: [handle: string, type: string, message: RegExp][] = [
    ['pushed', 'scim', /type is scim: its client sends what changes/],
    ['sent', 'file', /muster import <file> --integration sent/],
    ['unset', 'okta', /connection is not set.*integration connect unset/],
  ]
  for (const [handle, type, message] of told) {
    const { path } = await integration(handle, type)
    const { status, body } = await server.call('POST', `${path}/sync`, { token })
    assert.equal(status, 422)
    assert.match(body.message, message)
  }
})

test('a connection is changed together with other settings, or nothing is', async () => {
  const { path, patch } = await integration('together')
  const before = (await server.get(path, token)).headers.get('etag') ?? ''
  const change = {
    name: 'Together',
    connection,
    credentials: { password },
    account_limit_people: 2,
  }
  const changed = await server.call('PATCH', path, {
    token,
    body: change,
    headers: { 'if-match': before },
  })
  assert.equal(changed.status, 200, changed.text)
  const { name, account_limit_people, credentials } = changed.body
  assert.deepEqual([name, account_limit_people, credentials.is_set], ['Together', 2, true])
  const refused = await patch({ name: 'Other', connection: { url: 'https://a.example' } })
  assert.equal(refused.status, 422)
  assert.equal((await server.get(path, token)).body.name, 'Together')
})

test('each type has settings and credentials of its own', async () => {
  const { patch } = await integration('vendor', 'okta')
  const okta = { url: 'https://acme.okta.com' }
  const errors = async (change: object) => {
    const { status, body } = await patch(change)
    assert.equal(status, 422, JSON.stringify(body))
    return JSON.stringify(body.errors)
  }
  assert.match(
    await errors({ connection: okta, credentials: { password } }),
    /credentials.*of an integration of type okta are.*token/,
  )
  assert.match(
    await errors({ connection: okta, credentials: { token: 'a', password: 'b' } }),
    /type okta are/,
  )
  assert.match(
    await errors({ connection }),
    /bind_dn is unknown; allowed are url, ca, reads_groups/,
  )
  assert.match(await errors({ connection: {} }), /url is missing/)
  assert.match(
    await errors({ connection: { url: 'http://acme.okta.com' } }),
    /url must have a form such as https:..acme.okta.com/,
  )
  assert.match(await errors({ connection: { ...okta, ca: 'none' } }), /ca must be certificates/)
  const set = await patch({ connection: okta, credentials: { token: 'a-token' } })
  assert.equal(set.status, 200, set.text)
  assert.match(
    await errors({ connection: { url: 'https://evil.example' } }),
    /credentials.*must be sent again.*the address or `ca` changes/,
  )
  assert.equal((await patch({ connection: { ...okta, reads_groups: false } })).status, 200)
})

test('a connection is changed only by who may change integrations', async () => {
  const { path } = await integration('rights')
  const sync = await makeCaller(server, [
    'workspace.integration.sync',
    'workspace.integration.view',
  ])
  const refused = await server.call('PATCH', path, { token: sync.token, body: { connection } })
  assert.equal(refused.status, 403)
})

test('without a key nothing is stored, and the answer says what to set', async () => {
  const other = await testServer({ over: server, secretKeys: noSecretKeys })
  const { path } = await integration('no-key')
  const body = { connection, credentials: { password } }
  const refused = await other.call('PATCH', path, { token, body })
  assert.equal(refused.status, 422)
  assert.match(refused.body.errors.credentials[0], /Set MUSTER_SECRET_KEY/)
  assert.equal((await server.get(path, token)).body.connection, null)
})

test('a filter that comes without credentials needs the right to see profiles', async () => {
  const { patch } = await integration('filtered')
  const manager = await makeCaller(server, ['workspace.integration.manage'])
  const people_filter = '(employeeType=staff)'
  const filtered = { connection: { ...connection, people_filter } }
  assert.equal((await patch({ connection, credentials: { password } })).status, 200)
  const refused = await patch(filtered, manager.token)
  assert.equal(refused.status, 403, refused.text)
  assert.match(refused.body.message, /directory\.identity\.profile\.view/)
  const own = { ...filtered, credentials: { password: 'another-password' } }
  assert.equal((await patch(own, manager.token)).status, 200)
  assert.equal((await patch({ ...filtered, sync_every_seconds: 600 }, manager.token)).status, 200)
})

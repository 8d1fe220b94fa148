import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { cookieOf, openLink } from '../auth/sign-in-for-tests.ts'
import { auditRows, makeService, makeServiceToken } from './service-for-tests.ts'

const server = await testServer()
// The peer is 127.0.0.1; behind it is whom this server's proxy reports.
const proxied = await testServer({ over: server, trustedProxies: ['127.0.0.0/8'] })
const owner = await makeOwner(server)
const alice = await makeCaller(server, [])

async function serviceIn(networks: string[] | null, permissions: readonly string[] = []) {
  const service = await makeService(server, { admin: [alice], permissions })
  const { token, id } = await makeServiceToken(server, service)
  await server.query('update service set allowed_networks = $2 where id = $1', [
    service.uuid,
    networks,
  ])
  return { ...service, token, tokenId: id }
}
const patch = (path: string, allowed_networks: unknown, { token }: { token: string } = alice) =>
  server.call('PATCH', path, { token, body: { allowed_networks } })
const from = (token: string, address: string, path = '/auth/test') =>
  proxied.get(path, token, { 'x-forwarded-for': address })

suite('a service with allowed networks', () => {
  test('its tokens are 401 from elsewhere, with and without a trusted proxy', async () => {
    const inside = await serviceIn(['127.0.0.0/8', '203.0.113.0/24'])
    const outside = await serviceIn(['203.0.113.0/24'])
    assert.equal((await server.get('/auth/test', inside.token)).status, 200)
    const refused = await server.get('/auth/test', outside.token)
    assert.equal(refused.status, 401)
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
    // Nobody proxies here, so that the header is the client's own word.
    const claimed = await server.get('/auth/test', outside.token, {
      'x-forwarded-for': '203.0.113.7',
    })
    assert.equal(claimed.status, 401)
    for (const [address, status] of [
      ['203.0.113.7', 200],
      ['::ffff:203.0.113.7', 200],
      ['::ffff:cb00:7107', 200],
      ['203.0.114.7', 401],
      ['::ffff:203.0.114.7', 401],
      ['203.0.113.7, 198.51.100.1', 401],
      ['2001:db8::1', 401],
      ['unknown', 401],
    ] as const)
      for (const turn of ['read', 'remembered'])
        assert.equal((await from(outside.token, address)).status, status, `${address}, ${turn}`)
  })

  test('the whole of IPv6 has no IPv4 address in it', async () => {
    const six = await serviceIn(['::/0'])
    assert.equal((await from(six.token, '2001:db8::1')).status, 200)
    for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107'])
      assert.equal((await from(six.token, address)).status, 401, address)
  })

  test('each request is asked: hot reads, writes, and one on a connection that was let in', async () => {
    const service = await serviceIn(
      ['203.0.113.0/24'],
      ['directory.user.view', 'workspace.service.create'],
    )
    const person = await server.call('POST', '/directory/users', {
      token: owner.token,
      body: { first_name: 'Ada', last_name: 'Moreau', email: 'ada@acme.example' },
    })
    const path = `/directory/users/${person.body.id}`
    for (const [address, read, written] of [
      ['203.0.113.7', 200, 422],
      ['198.51.100.1', 401, 401],
      ['203.0.113.7', 200, 422],
    ] as const) {
      for (let turn = 0; turn < 3; turn++)
        assert.equal((await from(service.token, address, path)).status, read, address)
      const write = await proxied.call('POST', '/workspace/services', {
        token: service.token,
        headers: { 'x-forwarded-for': address },
        body: { name: 'x', handle: 'x' },
      })
      assert.equal(write.status, written, write.text)
    }
  })

  test('they count from the next request on, on every process', async () => {
    const service = await serviceIn(null)
    assert.equal((await server.get('/auth/test', service.token)).status, 200)
    assert.equal((await patch(service.path, ['203.0.113.0/24'])).status, 200)
    assert.equal((await server.get('/auth/test', service.token)).status, 401)
    assert.equal((await from(service.token, '203.0.113.7')).status, 200)
  })

  test('they bind its tokens, and no session that it opened as a person', async () => {
    const service = await serviceIn(null, [
      'workspace.user.manage',
      'workspace.token.view',
      'workspace.token.manage',
    ])
    const bob = await makeCaller(server, [])
    const made = await server.call('POST', '/auth/sign-in-link', {
      token: service.token,
      body: { user_id: bob.id },
    })
    const headers = { cookie: cookieOf(await openLink(server, made.body.url, 'POST')) }
    await patch(service.path, ['203.0.113.0/24'])
    assert.equal((await server.get('/auth/test', service.token)).status, 401)
    assert.equal((await server.get('/auth/test', undefined, headers)).status, 200)
  })
})

suite('setting them', () => {
  test('each has one spelling, and leaves its audit row', async () => {
    const service = await serviceIn(null)
    const sent = ['10.0.0.7', '2001:DB8:0::/48', '::ffff:192.0.2.0/120', '10.0.0.7/32']
    const set = ['10.0.0.7/32', '2001:db8::/48', '192.0.2.0/24']
    const changed = await patch(service.path, sent)
    assert.deepEqual([changed.status, changed.body.allowed_networks], [200, set], changed.text)
    const rows = await auditRows(server, 'workspace.service.update')
    assert.deepEqual(rows.at(-1)?.changes, { allowed_networks: { old: null, new: set } })
  })

  test('an empty list, what is no network, and more than 100 are 422', async () => {
    const service = await serviceIn(null)
    const hundred = Array.from({ length: 100 }, (_, at) => `10.0.${at}.0/24`)
    for (const networks of [
      [],
      ['10.0.0.7/8'],
      ['any'],
      ['10.0.0.0/33'],
      [...hundred, '::1'],
      'x',
    ]) {
      const refused = await patch(service.path, networks)
      assert.equal(refused.status, 422, refused.text)
      assert.match(Object.keys(refused.body.errors)[0] ?? '', /^allowed_networks/)
    }
    assert.equal((await patch(service.path, hundred)).status, 200)
    const created = await server.call('POST', '/workspace/services', {
      token: owner.token,
      body: { name: 'x', handle: 'narrow', allowed_networks: ['10.0.0.7/8'] },
    })
    assert.deepEqual(
      [created.status, Object.keys(created.body.errors)],
      [422, ['allowed_networks']],
    )
  })

  test('widening and clearing need all that the service holds, narrowing does not', async () => {
    const service = await serviceIn(['10.0.0.0/8', '192.0.2.0/24'], ['audit.log.view'])
    const auditor = await makeCaller(server, ['audit.log.view', 'workspace.service.manage'])
    for (const wider of [null, ['10.0.0.0/7'], ['10.1.0.0/16', '198.51.100.0/24'], ['::/0']]) {
      const refused = await patch(service.path, wider)
      assert.deepEqual(
        [refused.status, refused.body.message?.includes('audit.log.view')],
        [403, true],
        JSON.stringify(wider),
      )
    }
    assert.equal((await patch(service.path, ['10.1.0.0/16', '192.0.2.0/24'])).status, 200)
    assert.equal((await patch(service.path, ['10.0.0.0/8'], auditor)).status, 200)
    assert.equal((await patch(service.path, null, auditor)).status, 200)
  })
})

test('a use is written down with its address, of the token and the service, once a minute', async () => {
  const service = await serviceIn(null)
  const uses = async () => {
    await proxied.app.services.authenticator.noteUses()
    const token = await server.get(`${service.path}/tokens/${service.tokenId}`, alice.token)
    const { body, headers } = await server.get(service.path, alice.token)
    return {
      etag: headers.get('etag'),
      version: headers.get('etag')?.split('.')[0],
      addresses: [token.body.last_used_address, body.last_used_address],
      times: [token.body.timestamp.last_used_at, body.timestamp.last_used_at],
    }
  }
  const before = await uses()
  assert.deepEqual(
    [before.addresses, before.times],
    [
      [null, null],
      [null, null],
    ],
  )
  await from(service.token, '203.0.113.7')
  const first = await uses()
  assert.deepEqual(first.addresses, ['203.0.113.7', '203.0.113.7'])
  assert.notEqual(first.etag, before.etag)
  assert.equal(first.version, before.version)
  await from(service.token, '2001:db8::1')
  assert.deepEqual(await uses(), first)
  await server.query(`update token set last_used_at = last_used_at - interval '61 seconds'`)
  await server.query(`update service set last_used_at = last_used_at - interval '61 seconds'`)
  await from(service.token, '2001:db8::1')
  assert.deepEqual((await uses()).addresses, ['2001:db8::1', '2001:db8::1'])
  // What is refused is no use.
  await server.query(`update token set last_used_at = last_used_at - interval '61 seconds'`)
  await patch(service.path, ['2001:db8::1'])
  await from(service.token, '203.0.113.9')
  assert.deepEqual((await uses()).addresses, ['2001:db8::1', '2001:db8::1'])
})

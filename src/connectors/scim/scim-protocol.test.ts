import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testServer } from '../../../test/harness.ts'
import { core, scimEndpoint, type ScimEndpoint, type ScimReply } from './scim-for-tests.ts'

const server = await testServer()
let scim: ScimEndpoint

before(async () => {
  scim = await scimEndpoint(server)
})

function assertError(reply: ScimReply, status: number, scimType?: string): void {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  assert.deepEqual(
    [reply.body.schemas, reply.body.status, reply.body.scimType],
    [['urn:ietf:params:scim:api:messages:2.0:Error'], String(status), scimType],
  )
  assert.ok(reply.body.detail.length > 0)
  assert.match(reply.headers.get('content-type') ?? '', /^application\/scim\+json/)
}

test('without a secret, with a wrong one, or with a token of the API, everything is 401', async () => {
  for (const headers of [
    { authorization: '' },
    { authorization: 'Bearer mst_pwrong' },
    { authorization: `Bearer ${scim.token}` },
    { authorization: `Basic ${scim.secret}` },
  ]) {
    for (const path of ['/Users', '/Groups', '/Schemas', '/ServiceProviderConfig', '/Me']) {
      const reply = await scim.send('GET', path, { headers })
      assertError(reply, 401)
      assert.equal(reply.headers.get('www-authenticate'), 'Bearer')
    }
    assertError(await scim.send('POST', '/Users', { body: { userName: 'x' }, headers }), 401)
  }
})

test('a secret opens the endpoint of its own integration only, and nothing of the API', async () => {
  const other = await scimEndpoint(server, { handle: 'other', is_primary: false })
  const address = `${server.origin}/scim/v2/${other.integration.id}/Users`
  assertError(await scim.send('GET', address), 401)
  assert.equal((await other.send('GET', address)).status, 200)
  const api = await server.get('/directory/users', scim.secret)
  assert.equal(api.status, 401)
})

test('as in the API, what any client can cause leaves no row of the audit log', async () => {
  const own = await scimEndpoint(server, { handle: 'noisy', is_primary: false })
  const user = { schemas: [core.user], userName: 'twice' }
  assert.equal((await own.send('POST', '/Users', { body: user })).status, 201)
  const count = async () =>
    (await server.query<{ rows: number }>('select count(*)::int as rows from audit_log'))[0]?.rows
  const before = await count()
  const large = { ...user, displayName: 'x'.repeat(2 * 1024 * 1024) }
  assertError(await own.send('POST', '/Users', { body: user }), 409, 'uniqueness')
  assertError(await own.send('POST', '/Users', { body: large }), 413)
  assertError(await own.send('POST', '/Users', { body: user, secret: 'wrong' }), 401)
  await server.app.services.refusedWrites.show()
  assert.equal(await count(), before)
})

test('writes that a deactivated integration may not make are one row of the audit log a minute', async () => {
  const own = await scimEndpoint(server, { handle: 'stopped', is_primary: false })
  await server.query(`update integration set state = 'deactivated' where handle = 'stopped'`)
  const body = { schemas: [core.user], userName: 'x', password: 'hunter4-hunter4' }
  assertError(await own.send('GET', '/Users'), 403)
  for (const [method, path] of [
    ['POST', '/Users'],
    ['DELETE', '/Users/x'],
    ['POST', '/Bulk'],
  ] as const)
    assertError(await own.send(method, path, method === 'POST' ? { body } : {}), 403)
  const query = `filter[event]=access.write.refuse&filter[actor]=${own.integration.id}`
  const { data } = (await server.get(`/audit/logs?${query}`, own.token)).body
  assert.equal(data.length, 1)
  const [{ actor, record, details }] = data
  assert.deepEqual([actor.type, actor.id, actor.via], ['integration', own.integration.id, 'sync'])
  const secrets = (await server.get(`${own.path}/scim-secrets`, own.token)).body.data
  assert.deepEqual([record.type, record.id], ['scim_secret', secrets[0].id])
  assert.deepEqual(
    [details.count, details.operations, details.credentials, details.first_path],
    [
      3,
      ['scimBulk', 'scimCreateUser', 'scimDeleteUser'],
      [secrets[0].id],
      `/scim/v2/${own.integration.id}/Users`,
    ],
  )
  assert.doesNotMatch(JSON.stringify(data), /mst_p|hunter4/)
})

test('a revoked secret opens nothing, while the second one does', async () => {
  const own = await scimEndpoint(server, { handle: 'rotated', is_primary: false })
  const make = () =>
    server.call('POST', `${own.path}/scim-secrets`, { token: own.token, body: { name: 'next' } })
  const second = await make()
  assert.equal((await make()).status, 422)
  const { data } = (await server.get(`${own.path}/scim-secrets`, own.token)).body
  const first = data.find(({ name }: { name: string }) => name === 'test')
  const revoked = await server.call('DELETE', `${own.path}/scim-secrets/${first.id}`, {
    token: own.token,
  })
  assert.equal(revoked.status, 204)
  assertError(await own.send('GET', '/Users'), 401)
  assert.equal((await own.send('GET', '/Users', { secret: second.body.secret })).status, 200)
  assert.equal((await make()).status, 201)
})

test('a secret whose answer was lost is named by its replay, with the way to revoke it', async () => {
  const own = await scimEndpoint(server, { handle: 'lost', is_primary: false })
  const headers = { 'idempotency-key': 'make-one-secret' }
  const make = () =>
    server.call('POST', `${own.path}/scim-secrets`, {
      token: own.token,
      body: { name: 'next' },
      headers,
    })
  const { id, secret } = (await make()).body
  const again = await make()
  assert.equal(again.status, 409)
  assert.ok(!again.text.includes(secret))
  const [, path = ''] =
    new RegExp(`revoke ${id} \\(DELETE \\S+/api/v1(\\S+)\\)`).exec(again.body.message) ?? []
  const revoked = await server.call('DELETE', path, { token: own.token })
  assert.equal(revoked.status, 204, again.body.message)
})

test('bodies come as application/scim+json or application/json, and answers as the former', async () => {
  const body = JSON.stringify({ schemas: [core.user], userName: 'media' })
  const made = await scim.send('POST', '/Users', {
    body,
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(made.status, 201)
  const other = await scim.send('POST', '/Users', { body, headers: { 'content-type': 'text/xml' } })
  assertError(other, 415)
  for (const type of ['application/json; charset=utf-8', 'Application/SCIM+JSON;charset="UTF-8"']) {
    const patched = await scim.send('PATCH', `/Users/${made.body.id}`, {
      headers: { 'content-type': type },
      body: {
        schemas: [core.patch],
        Operations: [{ op: 'replace', path: 'title', value: 'Straße' }],
      },
    })
    assert.deepEqual([patched.status, patched.body.title], [200, 'Straße'], type)
  }
})

test('an answer is of the type that Accept asks for, or 406', async () => {
  const typeOf = async (accept: string) => {
    const { status, headers } = await scim.send('GET', '/Users?count=0', { headers: { accept } })
    return [status, headers.get('content-type')?.split(';')[0]]
  }
  for (const accept of [
    'application/scim+json',
    '*/*',
    'application/*',
    'application/json, */*;q=0.1',
  ])
    assert.deepEqual(await typeOf(accept), [200, 'application/scim+json'], accept)
  for (const accept of ['application/json', 'text/html, application/json;q=0.5'])
    assert.deepEqual(await typeOf(accept), [200, 'application/json'], accept)
  assertError(await scim.send('GET', '/Users', { headers: { accept: 'text/html' } }), 406)
  const body = { schemas: [core.user], userName: 'unread' }
  assertError(await scim.send('POST', '/Users', { body, headers: { accept: 'text/xml' } }), 406)
  const filter = encodeURIComponent('userName eq "unread"')
  assert.equal((await scim.send('GET', `/Users?filter=${filter}`)).body.totalResults, 0)
})

test('POST answers 201 with the address, the version and what the server adds', async () => {
  const made = await scim.user('posted', { id: 'mine', meta: { created: '2000-01-01T00:00:00Z' } })
  assert.equal(made.status, 201)
  assert.notEqual(made.body.id, 'mine')
  assert.equal(made.headers.get('location'), `${scim.integration.scim_url}/Users/${made.body.id}`)
  assert.equal(made.headers.get('etag'), made.body.meta.version)
  assert.equal(made.body.meta.resourceType, 'User')
  assert.ok(made.body.meta.created > '2020')
})

test('a userName is taken once, in any case of letters: 409 uniqueness', async () => {
  await scim.user('Unique@Example.com')
  assertError(await scim.user('unique@example.COM'), 409, 'uniqueness')
  const other = await scim.user('another')
  const renamed = await scim.patch(`/Users/${other.body.id}`, {
    op: 'replace',
    path: 'userName',
    value: 'UNIQUE@example.com',
  })
  assertError(renamed, 409, 'uniqueness')
})

test('a body that is no JSON, of another schema, or without what is required is 400', async () => {
  assertError(await scim.send('POST', '/Users', { body: '{"userName"' }), 400, 'invalidSyntax')
  assertError(await scim.send('POST', '/Users', { body: [] }), 400, 'invalidSyntax')
  const group = { schemas: [core.group], userName: 'x' }
  assertError(await scim.send('POST', '/Users', { body: group }), 400, 'invalidSyntax')
  const users = { schemas: [core.user] }
  assertError(await scim.send('POST', '/Users', { body: users }), 400, 'invalidValue')
  for (const wrong of [
    { userName: 17 },
    { userName: ' ' },
    { userName: 'x', active: 'yes' },
    { userName: 'x', active: ['True', 'False'] },
    { userName: 'x', emails: [['x@example.com']] },
    { userName: 'x', name: 'Ada' },
    { userName: 'x', title: 'a\0b' },
    { userName: 'İ'.repeat(300) },
    { userName: 'x', emails: [1, 2].map((n) => ({ value: `${n}@example.com`, primary: true })) },
  ])
    assertError(
      await scim.send('POST', '/Users', { body: { ...users, ...wrong } }),
      400,
      'invalidValue',
    )
})

test('names of attributes and URNs are in any case of letters', async () => {
  const made = await scim.send('POST', '/Users', {
    body: {
      SCHEMAS: [core.user.toUpperCase()],
      USERNAME: 'anycase',
      Emails: [{ VALUE: 'any@example.com', Primary: true }],
      [core.enterprise.toLowerCase()]: { DEPARTMENT: 'Tools' },
    },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.userName, 'anycase')
  assert.deepEqual(made.body.emails, [{ value: 'any@example.com', primary: true }])
  assert.deepEqual(made.body[core.enterprise], { department: 'Tools' })
})

test('attributes below the URN of the core schema are those at the top', async () => {
  const made = await scim.send('POST', '/Users', {
    body: { schemas: [core.user], [core.user]: { userName: 'below', password: 'hunter3-hunter3' } },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual([made.body.userName, made.body.schemas], ['below', [core.user]])
  const stored = await server.query(
    `select 1 from scim_resource where document::text like '%hunter3%'`,
  )
  assert.equal(stored.length, 0)
})

test('a password is taken, and neither stored nor returned', async () => {
  const made = await scim.user('secretive', { password: 'hunter2-hunter2' })
  assert.equal(made.status, 201)
  assert.equal('password' in made.body, false)
  const rows = await server.query(
    `select 1 from scim_resource where document::text like '%hunter2%'
     union all select 1 from identity where profile::text like '%hunter2%'`,
  )
  assert.equal(rows.length, 0)
})

test('an attribute that no schema has is left out, and the run says so', async () => {
  const made = await scim.user('surplus', { favouriteColour: 'red', name: { middle: 'x' } })
  assert.equal(made.status, 201)
  assert.equal('favouriteColour' in made.body, false)
  const { data: runs } = (await server.get(`${scim.path}/runs?sort=-started_at`, scim.token)).body
  const notes = (await server.get(`${scim.path}/runs/${runs[0].id}/rows`, scim.token)).body.data
  assert.deepEqual(
    notes.map(({ reason }: { reason: string }) => /"([^"]+)"/.exec(reason)?.[1]).toSorted(),
    ['favouriteColour', 'name.middle'],
  )
})

test('an extension that no schema here describes is kept as it is', async () => {
  const custom = 'urn:example:params:scim:schemas:extension:2.0:Badge'
  const made = await scim.user('badge', { [custom]: { colour: 'blue', doors: [1, 2] } })
  assert.deepEqual(made.body[custom], { colour: 'blue', doors: [1, 2] })
  assert.ok(made.body.schemas.includes(custom))
  const changed = await scim.patch(`/Users/${made.body.id}`, {
    op: 'replace',
    path: `${custom}:colour`,
    value: 'green',
  })
  assert.deepEqual(changed.body[custom], { colour: 'green', doors: [1, 2] })
  const found = await scim.send(
    'GET',
    `/Users?filter=${encodeURIComponent(`${custom}:colour eq "GREEN"`)}`,
  )
  assert.equal(found.body.totalResults, 1)
  const only = await scim.send('GET', `/Users/${made.body.id}?attributes=${custom}`)
  assert.deepEqual(only.body[custom], { colour: 'green', doors: [1, 2] })
  const without = await scim.send('GET', `/Users/${made.body.id}?excludedAttributes=${custom}`)
  assert.equal(without.body[custom], undefined)
  const part = await scim.send('GET', `/Users/${made.body.id}?attributes=${custom}:colour`)
  assert.deepEqual(part.body[custom], { colour: 'green' })
})

test('hostile bodies, paths and filters are refused, and change nothing else', async () => {
  const name = '"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"hostile"'
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`
  for (const body of [
    `{${name},"userName":"twice"}`,
    `{${name},"urn:example:2.0:Deep":{"a":${deep}}}`,
    `{${name},"title":"\\ud800"}`,
    `{"schemas":"${core.user}","userName":"hostile"}`,
  ])
    assert.equal((await scim.send('POST', '/Users', { body })).status, 400, body.slice(0, 200))
  assertError(await scim.send('POST', '/Users', { body: 'x'.repeat(2 ** 20 + 1) }), 413)
  const born = JSON.parse(
    '{"__proto__":{"active":false},"constructor":{"prototype":{"active":false}}}',
  )
  const made = await scim.user('hostile', born)
  assert.deepEqual([made.status, made.body.constructor], [201, Object])
  const address = `/Users/${made.body.id}`
  for (const path of [
    'constructor',
    '__proto__.active',
    'name.__proto__',
    `${core.enterprise}:__proto__`,
    `emails${'['.repeat(10_000)}`,
    `emails[${'('.repeat(1900)}`,
    `emails[${'not '.repeat(400)}(type pr)]`,
    'x'.repeat(100_000),
  ]) {
    const { status } = await scim.patch(address, { op: 'add', path, value: 'x' })
    assert.equal(status, 400, path.slice(0, 80))
  }
  for (const filter of ['('.repeat(5000), `${'a.'.repeat(900)}b pr`, 'a pr or '.repeat(240)]) {
    const refused = await scim.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    assertError(refused, 400, 'invalidFilter')
  }
  assert.deepEqual((await scim.send('GET', address)).body, made.body)
})

const patchBody = (operation: string) => `{"schemas":["${core.patch}"],"Operations":[${operation}]}`

test('keys that are one name in other letters, or at two places, are refused', async () => {
  const made = await scim.user('one-name', { active: false })
  const address = `/Users/${made.body.id}`
  const user = `"schemas":["${core.user}"],"userName":"two-names"`
  const bodies: [string, string, string][] = [
    ['POST', '/Users', `{${user},"active":false,"Active":true}`],
    ['POST', '/Users', `{${user},"USERNAME":"other"}`],
    ['POST', '/Users', `{${user},"name":{"givenName":"A","givenname":"B"}}`],
    ['POST', '/Users', `{${user},"emails":[{"value":"a@x.example","Value":"b@x.example"}]}`],
    ['POST', '/Users', `{${user},"${core.user}":{"userName":"other"}}`],
    ['POST', '/Users', `{${user},"active":false,"${core.user}":{"Active":true}}`],
    ['POST', '/Users', `{${user},"${core.enterprise}":{},"${core.enterprise.toUpperCase()}":{}}`],
    ['POST', '/Users', `{${user},"urn:example:2.0:Own":{"door":1,"DOOR":2}}`],
    ['PUT', address, `{${user},"active":false,"ACTIVE":true}`],
    ['PATCH', address, patchBody('{"op":"replace","path":"active","value":false,"Value":true}')],
    ['PATCH', address, patchBody('{"op":"replace","value":{"active":false,"Active":true}}')],
    [
      'PATCH',
      address,
      patchBody(`{"op":"replace","value":{"active":false,"${core.user}":{"active":true}}}`),
    ],
    [
      'PATCH',
      address,
      patchBody(`{"op":"replace","value":{"active":false,"${core.user}:active":true}}`),
    ],
    ['POST', '/Users/.search', `{"schemas":["${core.search}"],"count":1,"Count":2}`],
    [
      'POST',
      '/Bulk',
      `{"schemas":["${core.bulk}"],"Operations":[],"operations":[{"method":"DELETE","path":"${address}"}]}`,
    ],
  ]
  for (const [method, path, body] of bodies) {
    const reply = await scim.send(method, path, { body })
    assert.deepEqual([reply.status, reply.body.scimType], [400, 'invalidSyntax'], body)
  }
  assert.deepEqual((await scim.send('GET', address)).body, made.body)
  const found = await scim.send(
    'GET',
    `/Users?filter=${encodeURIComponent('userName eq "two-names"')}`,
  )
  assert.equal(found.body.totalResults, 0)
  // The names of the API have a case: there they are two keys.
  const { text } = await scim.server.call('PATCH', scim.path, {
    token: scim.token,
    body: { name: 'a', Name: 'b' },
  })
  assert.doesNotMatch(text, /twice/)
})

test('PUT unassigns what it leaves out, and passes over what is read-only', async () => {
  const made = await scim.user('put', { title: 'Old', nickName: 'Nick' })
  const put = await scim.send('PUT', `/Users/${made.body.id}`, {
    body: {
      schemas: [core.user],
      id: 'other',
      userName: 'put2',
      title: 'New',
      groups: [{ value: 'x' }],
      meta: { version: 'x' },
    },
  })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  assert.deepEqual(
    [put.body.id, put.body.userName, put.body.title, put.body.nickName, put.body.groups],
    [made.body.id, 'put2', 'New', undefined, undefined],
  )
  const missing = { schemas: [core.user], userName: 'x' }
  assertError(await scim.send('PUT', '/Users/nobody', { body: missing }), 404)
})

test('If-Match names the version that is changed, and If-None-Match the one that is known', async () => {
  const made = await scim.user('versions')
  const address = `/Users/${made.body.id}`
  const etag = made.body.meta.version
  const known = await scim.send('GET', address, { headers: { 'if-none-match': etag } })
  assert.deepEqual([known.status, known.body], [304, undefined])
  const body = { schemas: [core.user], userName: 'versions', title: 'x' }
  assert.equal(
    (await scim.send('PUT', address, { body, headers: { 'if-match': etag } })).status,
    200,
  )
  for (const method of ['PUT', 'DELETE'])
    assertError(
      await scim.send(method, address, {
        ...(method === 'PUT' && { body }),
        headers: { 'if-match': etag },
      }),
      412,
    )
  assert.equal((await scim.send('DELETE', address, { headers: { 'if-match': '*' } })).status, 204)
})

/** The names of attributes, and of the parts of a name. */
const named = (attributes: { name: string; subAttributes?: { name: string }[] }[]) =>
  attributes.flatMap(({ name, subAttributes }) =>
    name === 'name' ? [name, ...(subAttributes ?? []).map((part) => part.name)] : [name],
  )

type Described = { name: string; canonicalValues?: string[]; subAttributes?: Described[] }

/** The values that are suggested for parts of attributes. */
const suggested = (attributes: Described[]) =>
  Object.fromEntries(
    attributes.flatMap(({ name, subAttributes = [] }) =>
      subAttributes.flatMap(({ name: part, canonicalValues }) =>
        canonicalValues === undefined ? [] : [[`${name}.${part}`, canonicalValues.join(' ')]],
      ),
    ),
  )

test('discovery describes what there is, and takes no filter', async () => {
  const config = await scim.send('GET', '/ServiceProviderConfig')
  const { patch, bulk, filter, changePassword, sort, etag, pagination } = config.body
  const isSupported = { supported: true }
  assert.deepEqual(
    { patch, bulk, filter, changePassword, sort, etag, pagination },
    {
      patch: isSupported,
      bulk: { ...isSupported, maxOperations: 100, maxPayloadSize: 1_048_576 },
      filter: { ...isSupported, maxResults: 1000 },
      changePassword: { supported: false },
      sort: isSupported,
      etag: isSupported,
      pagination: {
        cursor: true,
        index: true,
        defaultPaginationMethod: 'index',
        defaultPageSize: 100,
        maxPageSize: 1000,
      },
    },
  )
  const types = await scim.send('GET', '/ResourceTypes')
  assert.deepEqual(
    types.body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint),
    ['/Users', '/Groups'],
  )
  const schemas = await scim.send('GET', '/Schemas')
  assert.equal(schemas.body.totalResults, 3)
  for (const { id, meta } of schemas.body.Resources) {
    const one = await scim.send('GET', `/Schemas/${id}`)
    assert.equal(one.body.id, id)
    assert.equal(meta.location, `${scim.integration.scim_url}/Schemas/${id}`)
    for (const attribute of one.body.attributes) {
      const isComplex = attribute.subAttributes !== undefined
      assert.equal(attribute.type === 'complex', isComplex, attribute.name)
      const isOfCharacters = !isComplex && attribute.type !== 'boolean'
      assert.equal('caseExact' in attribute, isOfCharacters, attribute.name)
      for (const part of attribute.subAttributes ?? []) {
        assert.notEqual(part.type, 'complex', `${attribute.name}.${part.name}`)
        assert.ok(['readWrite', 'readOnly', 'immutable'].includes(part.mutability), part.mutability)
      }
    }
  }
  const user = schemas.body.Resources.find(({ name }: { name: string }) => name === 'User')
  // The core schema of RFC 7643, 4.1.
  assert.deepEqual(
    named(user.attributes).toSorted(),
    `active addresses displayName emails entitlements familyName formatted givenName groups
    honorificPrefix honorificSuffix ims locale middleName name nickName password phoneNumbers photos
    preferredLanguage profileUrl roles timezone title userName userType x509Certificates`.split(
      /\s+/,
    ),
  )
  assert.deepEqual(suggested(user.attributes), {
    'emails.type': 'work home other',
    'phoneNumbers.type': 'work home mobile fax pager other',
    'photos.type': 'photo thumbnail',
    'addresses.type': 'work home other',
    'groups.type': 'direct',
  })
  assert.equal((await scim.send('GET', '/ResourceTypes/User')).body.id, 'User')
  assertError(await scim.send('GET', '/Schemas?filter=id%20pr'), 403)
  assertError(await scim.send('GET', '/Schemas/urn:other'), 404)
})

test('HEAD answers as GET does, without the body', async () => {
  const made = await scim.user('head')
  for (const path of ['/Users', `/Users/${made.body.id}`, '/Schemas', '/ServiceProviderConfig']) {
    const [get, head] = await Promise.all([scim.send('GET', path), scim.send('HEAD', path)])
    assert.deepEqual([head.status, head.body], [200, undefined], path)
    for (const name of ['content-type', 'content-length', 'etag', 'location'])
      assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${path}`)
  }
  assert.equal((await scim.send('HEAD', '/Users/nobody')).status, 404)
  const anonymous = await scim.send('HEAD', '/Users', { headers: { authorization: '' } })
  assert.equal(anonymous.status, 401)
  const known = { 'if-none-match': made.body.meta.version }
  const head = await scim.send('HEAD', `/Users/${made.body.id}`, { headers: known })
  assert.equal(head.status, 304)
})

test('there is no /Me, and nothing beside what is described', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
    assertError(
      await scim.send(method, '/Me', method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
      501,
    )
  assertError(await scim.send('GET', '/Devices'), 404)
  assertError(await scim.send('POST', '/Schemas', { body: {} }), 405)
})

test('each operation of a bulk request counts for the rate limit', async () => {
  const limited = await testServer({ rateLimit: { perSecond: 0.01, burst: 12 } })
  const client = await scimEndpoint(limited)
  const Operations = Array.from({ length: 10 }, () => ({ method: 'DELETE', path: '/Users/x' }))
  const body = { schemas: [core.bulk], Operations }
  assert.equal((await client.send('POST', '/Bulk', { body })).status, 200)
  assertError(await client.send('POST', '/Bulk', { body }), 429)
})

test('a request of many operations makes what it can, with ids for what it makes', async () => {
  const body = {
    schemas: [core.bulk],
    Operations: [
      {
        method: 'POST',
        path: '/Groups',
        bulkId: 'team',
        data: { schemas: [core.group], displayName: 'Bulk', members: [{ value: 'bulkId:ada' }] },
      },
      {
        method: 'POST',
        path: '/Users',
        bulkId: 'ada',
        data: { schemas: [core.user], userName: 'bulk-ada' },
      },
      {
        method: 'PATCH',
        path: '/Users/bulkId:ada',
        data: {
          schemas: [core.patch],
          Operations: [{ op: 'add', path: 'title', value: 'Bulk' }],
        },
      },
      { method: 'DELETE', path: '/Users/nobody' },
    ],
  }
  const first = await scim.send('POST', '/Bulk', { body })
  assert.equal(first.status, 200, JSON.stringify(first.body))
  assert.deepEqual(
    first.body.Operations.map(({ status }: { status: string }) => status),
    ['201', '201', '200', '404'],
  )
  const [group, user, , failed] = first.body.Operations
  // Only a POST that failed has no location (RFC 7644, 3.7.3).
  assert.equal(failed.location, `${scim.integration.scim_url}/Users/nobody`)
  assert.deepEqual([failed.response.status, failed.response.schemas.length], ['404', 1])
  assert.match(user.location, /\/Users\//)
  const made = await scim.send(
    'GET',
    group.location.replace('https://muster.example', server.origin),
  )
  assert.equal(made.body.members.length, 1)

  const failing = {
    schemas: [core.bulk],
    failOnErrors: 1,
    Operations: [
      { method: 'DELETE', path: '/Users/nobody' },
      {
        method: 'POST',
        path: '/Users',
        bulkId: 'x',
        data: { schemas: [core.user], userName: 'x1' },
      },
    ],
  }
  const stopped = await scim.send('POST', '/Bulk', { body: failing })
  assert.equal(stopped.body.Operations.length, 1)
  const many = {
    schemas: [core.bulk],
    Operations: Array.from({ length: 101 }, () => ({ method: 'DELETE', path: '/Users/x' })),
  }
  assertError(await scim.send('POST', '/Bulk', { body: many }), 413)
})

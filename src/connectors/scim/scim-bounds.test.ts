import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../test/harness.ts'
import { decodeId } from '../../contract/ids.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { core, scimEndpoint, type ScimReply } from './scim-for-tests.ts'

const server = await testServer()
const scim = await scimEndpoint(server)

const manyComparisons = Array.from({ length: 100 }, (_, at) => `value co "${at}q"`).join(' or ')

test('the PATCHes of one request share what they may compare', async () => {
  const emails = Array.from({ length: 500 }, (_, at) => ({ value: `a${at}@x.example`, type: 'x' }))
  const { body: user } = await scim.user('many-values', { emails })
  const patch = { op: 'remove', path: `emails[${manyComparisons}]` }
  const data = { schemas: [core.patch], Operations: Array.from({ length: 12 }, () => patch) }
  const path = `/Users/${user.id}`
  assert.equal((await scim.send('PATCH', path, { body: data })).status, 200)
  const operation = { method: 'PATCH', path, data }
  const bulk = await scim.send('POST', '/Bulk', {
    body: { schemas: [core.bulk], Operations: [operation, operation] },
  })
  const [first, second] = bulk.body.Operations
  assert.deepEqual([first.status, second.status], ['200', '400'])
  assert.equal(second.response.scimType, 'tooMany')
})

test('a PATCH whose transaction runs again has all its comparisons again', async () => {
  const emails = Array.from({ length: 500 }, (_, at) => ({ value: `b${at}@x.example`, type: 'x' }))
  const { body: user } = await scim.user('many-values-again', { emails })
  const patch = { op: 'remove', path: `emails[${manyComparisons}]` }
  const data = { schemas: [core.patch], Operations: Array.from({ length: 12 }, () => patch) }
  const { database } = server
  const { transaction } = database
  let runs = 0
  database.transaction = (work, options) =>
    transaction(async (context) => {
      const result = await work(context)
      runs += 1
      if (runs === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      return result
    }, options)
  try {
    assert.equal((await scim.send('PATCH', `/Users/${user.id}`, { body: data })).status, 200)
  } finally {
    database.transaction = transaction
  }
  assert.equal(runs, 2)
})

function add(ids: string[]) {
  return { op: 'add', path: 'members', value: ids.map((value) => ({ value })) }
}

function remove(id: string) {
  return { op: 'remove', path: `members[value eq "${id}"]` }
}

test('a thousand members are in one PATCH, in one operation or in a thousand', async () => {
  const users: string[] = []
  while (users.length < 20) users.push((await scim.user(`member-${users.length}`)).body.id)
  const group = await scim.send('POST', '/Groups', {
    body: { schemas: [core.group], displayName: 'Everyone' },
  })
  const address = `/Groups/${group.body.id}`
  const size = async () => (await scim.send('GET', address)).body.members?.length ?? 0
  const thousand = Array.from({ length: 1000 }, (_, at) => users[at % users.length] ?? '')
  for (const [operations, expected] of [
    [[add(thousand)], 20],
    [thousand.map(remove), 0],
    [thousand.map((id) => add([id])), 20],
  ] as const) {
    assert.equal((await scim.patch(address, ...operations)).status, 200)
    assert.equal(await size(), expected)
  }
})

const withComparisons = (count: number) => {
  const tests = Array.from({ length: count }, (_, at) => `value co "${at}z"`)
  return `/Users?filter=${encodeURIComponent(`emails[${tests.join(' or ')}]`)}`
}

test('comparisons of a search and operations of a PATCH count for the rate limit', async () => {
  const limited = await testServer({ rateLimit: { perSecond: 0.01, burst: 60 } })
  const client = await scimEndpoint(limited)
  const search = async (count: number) => (await client.send('GET', withComparisons(count))).status
  const patch = async (count: number, secret = client.secret) => {
    const Operations = Array.from({ length: count }, () => ({ op: 'remove', path: 'title' }))
    const body = { schemas: [core.patch], Operations }
    return (await client.send('PATCH', '/Users/none', { body, secret })).status
  }
  assert.deepEqual([await search(20), await patch(100), await search(20)], [200, 404, 200])
  assert.deepEqual([await search(20), await patch(100), await search(2)], [429, 429, 200])
  const { body: other } = await limited.call('POST', `${client.path}/scim-secrets`, {
    token: client.token,
    body: { name: 'other' },
  })
  // A whole allowance is enough for the largest one.
  assert.deepEqual([await patch(1000, other.secret), await patch(1, other.secret)], [404, 429])
})

test('searches that take long leave connections to other requests, and end', async () => {
  const busy = await testServer({ poolSize: 8 })
  const client = await scimEndpoint(busy)
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const holding = busy.database.transaction(async ({ tx }) => {
    await sql`lock table scim_resource in access exclusive mode`.execute(tx)
    begun.resolve()
    await held.promise
  })
  await begun.promise
  const search = (count: number) => client.send('GET', withComparisons(count))
  try {
    // One more than are taken on of one caller.
    const heavy = Array.from({ length: 7 }, () => search(10))
    const light = Array.from({ length: 8 }, () => search(2))
    await untilWaiting(busy, 4)
    const refused = await Promise.race(heavy)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1'])
    assert.equal(refused.body.schemas[0], 'urn:ietf:params:scim:api:messages:2.0:Error')
    assert.equal((await busy.get('/directory/users', client.token)).status, 200)
    const ended = await Promise.race(light)
    assert.deepEqual([ended.status, ended.headers.get('retry-after')], [503, '10'])
    assert.match(ended.body.detail, /longer than 10 s. Compare less/)
    held.resolve()
    const later = (await Promise.all([...heavy, ...light])).map(({ status }) => status)
    assert.deepEqual(new Set(later), new Set([200, 429, 503]))
  } finally {
    held.resolve()
    await holding
  }
  assert.equal((await search(10)).status, 200)
})

const large = (characters: number) => ({
  'urn:example:2.0:Badge': { notes: Array.from({ length: 10 }, () => 'x'.repeat(characters / 10)) },
})

function assertRefused({ status, body }: ScimReply) {
  assert.deepEqual([status, body.scimType], [400, 'invalidValue'])
  assert.match(body.detail, /larger than 131072 bytes/)
}

test('a resource of more than 128 KiB is refused, and one that is stored can still end', async () => {
  const document = large(140_000)
  const group = { schemas: [core.group], displayName: 'Large' }
  assertRefused(await scim.send('POST', '/Groups', { body: { ...group, ...document } }))
  assertRefused(await scim.user('large', { ...document, active: false }))
  const { body: made } = await scim.send('POST', '/Groups', {
    body: { ...group, ...large(50_000) },
  })
  const { body: ada } = await scim.user('large', { ...large(50_000), active: true })
  for (const path of [`/Groups/${made.id}`, `/Users/${ada.id}`]) {
    const { headers, body } = await scim.send('GET', path)
    assertRefused(await scim.send('PUT', path, { body: { ...body, ...document } }))
    for (const op of ['add', 'replace'])
      assertRefused(await scim.patch(path, { op, value: document }))
    assert.equal((await scim.send('GET', path)).headers.get('etag'), headers.get('etag'))
  }
  // A value that is put in many places would be larger than any text can be.
  const emails = Array.from({ length: 1000 }, (_, at) => ({ value: `x${at}` }))
  const display = { op: 'add', path: 'emails.display', value: 'x'.repeat(20_000) }
  assertRefused(
    await scim.patch(`/Users/${ada.id}`, { op: 'add', path: 'emails', value: emails }, display),
  )
  const stored = { userName: 'large', ...document }
  await server.query(`update scim_resource set document = $1 where id = $2`, [stored, ada.id])
  const deactivate = { op: 'replace', path: 'active', value: false }
  const ended = await scim.patch(`/Users/${ada.id}`, deactivate)
  assert.deepEqual([ended.status, ended.body.active], [200, false])
  assert.equal((await scim.send('DELETE', `/Users/${ada.id}`)).status, 204)
})

const makeGroup = (displayName: string, more: object = {}) =>
  scim.send('POST', '/Groups', { body: { schemas: [core.group], displayName, ...more } })

/** A group whose document has so many bytes, without `active`. */
function makeOfSize(displayName: string, size: number) {
  const notes = Array.from({ length: 7 }, () => 'x'.repeat(18_000))
  const document = { displayName, 'urn:example:2.0:Badge': { notes: [...notes, ''] } }
  // Each value counts with a comma, also the last one of each of the three containers.
  notes.push('y'.repeat(size - 3 - JSON.stringify(document).length))
  return makeGroup(displayName, { 'urn:example:2.0:Badge': { notes } })
}

test('a resource is as large as 128 KiB with all its keys, and no byte larger', async () => {
  const active = '"active":false,'.length
  assert.equal((await makeOfSize('fits', 131_072 - active)).status, 201)
  assertRefused(await makeOfSize('longer by one', 131_072 - active + 1))
  assertRefused(await makeOfSize('full without', 131_072))
})

const named = (length: number) => makeGroup('x'.repeat(length))
const known = (length: number) => scim.user(`known-${length}`, { externalId: 'x'.repeat(length) })

test('the name of a group has at most 200 characters, and an externalId 500', async () => {
  assert.deepEqual([(await named(200)).status, (await known(500)).status], [201, 201])
  for (const [refused, detail] of [
    [await named(201), "The group can't be taken: displayName is longer than 200 characters."],
    [await named(500), "The group can't be taken: displayName is longer than 200 characters."],
    [await named(501), 'displayName is longer than 500 characters.'],
    [await known(501), 'externalId is longer than 500 characters.'],
  ] as const)
    assert.deepEqual([refused.status, refused.body.detail], [400, detail])
})

test('a page has at most 16 MiB of documents, and a smaller count is answered', async () => {
  const own = await testServer()
  const client = await scimEndpoint(own)
  await own.query(
    `insert into scim_resource (integration_id, kind, name_key, document)
      select $1, 'Group', 'g' || n, jsonb_build_object('displayName', 'g' || n, 'urn:example:2.0:Notes', jsonb_build_object('text', repeat('x', 120000)))
      from generate_series(100, 300) n`,
    [decodeId('integration', client.integration.id)],
  )
  const list = (query: string) => client.send('GET', `/Groups?${query}`)
  for (const query of ['count=1000', 'count=1000&sortBy=displayName', 'count=1000&attributes=id']) {
    const { status, body } = await list(query)
    assert.deepEqual([status, body.scimType], [400, 'tooMany'], query)
    assert.match(body.detail, /smaller count/)
  }
  assert.equal((await list('')).body.itemsPerPage, 100)
  const names = async (query: string) =>
    (await list(`${query}&count=3&attributes=displayName`)).body.Resources.map(
      ({ displayName }: { displayName: string }) => displayName,
    )
  assert.deepEqual(await names('sortBy=displayName'), ['g100', 'g101', 'g102'])
  assert.deepEqual(await names('sortBy=displayName&sortOrder=descending'), ['g300', 'g299', 'g298'])
})

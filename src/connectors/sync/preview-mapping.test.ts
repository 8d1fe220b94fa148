import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { missingServer } from '../../../test/directories/running-server.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { oktaToken } from '../okta/fake-okta.fixture.ts'
import { servedOkta } from '../okta/served-okta.fixture.ts'

const skip = missingServer('openssl', ['openssl'])
const okta = skip === undefined ? await servedOkta() : undefined
after(() => okta?.close())

const server = await testServer(okta?.settings)
const { token } = await makeOwner(server)

async function source(handle: string, secret = oktaToken) {
  const body = { handle, vendor: 'idp', type: 'okta' }
  const made = await server.call('POST', '/workspace/integrations', { token, body })
  const path = `/workspace/integrations/${made.body.id}`
  const set = await server.call('PATCH', path, {
    token,
    body: { connection: { url: okta?.url, ca: okta?.ca }, credentials: { token: secret } },
  })
  assert.equal(set.status, 200, set.text)
  return { path, mapping: set.body.mapping }
}

const read = async (path: string, as = token) => server.get(`${path}/preview?include=sample`, as)
const tryOut = async (path: string, body: object, as = token) =>
  server.call('POST', `${path}/preview`, { token: as, body })

test('entries are read once, and then tried with any mapping', { skip }, async () => {
  const { path, mapping } = await source('tried')
  const { body } = await read(path)
  assert.equal(body.failure, null)
  assert.deepEqual([body.rows, body.people.length, body.groups.length], [20, 3, 5])
  assert.ok(body.columns.includes('profile.login'), body.columns.join())
  assert.equal(body.sample.people.length, 20)
  const asked = okta?.asked.requests
  const account = { ...mapping.account, first_name: ['profile.login'] }
  const tried = await tryOut(path, { mapping: { ...mapping, account }, sample: body.sample })
  assert.equal(tried.status, 200, tried.text)
  const [person] = tried.body.people
  assert.equal(person.first_name, person.handle)
  assert.deepEqual([tried.body.rows, tried.body.groups], [20, body.groups])
  const saved = await tryOut(path, { mapping, sample: body.sample })
  assert.deepEqual(saved.body.people, body.people)
  assert.equal(okta?.asked.requests, asked, 'the vendor was asked again')
})

test('a draft says which states have no meaning', { skip }, async () => {
  const { path, mapping } = await source('states')
  const { sample } = (await read(path)).body
  const sources = [{ path: 'status', values: { suspended: 'suspended' } }]
  const account = {
    ...mapping.account,
    state: { ...mapping.account.state, sources },
  }
  const { body } = await tryOut(path, { mapping: { ...mapping, account }, sample })
  const [unknown] = body.unknown_states
  assert.deepEqual([unknown.path, unknown.value], ['status', 'ACTIVE'])
  assert.ok(unknown.rows > 0)
  assert.deepEqual(body.left_out, [])
})

test('reasons and states quote values, and are withheld with the profiles', { skip }, async () => {
  const { path, mapping } = await source('withheld')
  const sources = [{ path: 'profile.login', values: {} }]
  const account = { ...mapping.account, state: { ...mapping.account.state, sources } }
  const body = { mapping: { ...mapping, account } }
  assert.equal((await server.call('PATCH', path, { token, body })).status, 200)
  const seen = (await server.get(`${path}/preview`, token)).body
  assert.match(seen.unknown_states[0].value, /@/)
  const limited = await makeCaller(server, [
    'workspace.integration.sync',
    'directory.identity.view',
  ])
  const { body: hidden } = await server.get(`${path}/preview`, limited.token)
  assert.deepEqual([hidden.left_out.length, hidden.unknown_states], [seen.left_out.length, []])
  assert.ok(hidden.people.every(({ profile }: { profile: unknown }) => profile === null))
})

test('a mapping that is none is refused with its fault', { skip }, async () => {
  const { path } = await source('faulty')
  const { sample } = (await read(path)).body
  const answer = await tryOut(path, { mapping: { account: {} }, sample })
  assert.equal(answer.status, 422)
  assert.match(answer.body.errors.mapping[0], /can't be used/)
})

test('a source that can’t be read gives no entries, and says what to do', { skip }, async () => {
  const { path } = await source('unreadable', 'a-wrong-token')
  const { body } = await read(path)
  assert.equal(body.sample, null)
  assert.match(body.failure, /The token is not valid/)
})

test('entries show no secrets', { skip }, async () => {
  const { path } = await source('secrets')
  assert.doesNotMatch((await read(path)).text, /"(credentials|password)"/)
})

test(
  'entries and drafts need what changing the mapping and seeing profiles need',
  { skip },
  async () => {
    const { path, mapping } = await source('rights')
    const { sample } = (await read(path)).body
    const all = [
      'workspace.integration.manage',
      'workspace.integration.sync',
      'directory.identity.view',
      'directory.identity.profile.view',
    ] as const
    const statuses = async (permissions: readonly (typeof all)[number][]) => {
      const caller = await makeCaller(server, [...permissions])
      return [
        (await read(path, caller.token)).status,
        (await tryOut(path, { mapping, sample }, caller.token)).status,
      ]
    }
    assert.deepEqual(await statuses(all), [200, 200])
    for (const missing of all)
      assert.deepEqual(await statuses(all.filter((each) => each !== missing)), [403, 403], missing)
  },
)

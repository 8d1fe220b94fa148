import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, testServer } from '../../../test/harness.ts'
import { makeDirectoryUser, makeIdentity, makeIntegration } from '../../../test/people.ts'

const server = await testServer()
const viewer = await makeCaller(server, ['directory.identity.view'])
const idp = await makeIntegration(server, {
  handle: 'corp-idp',
  mapping: JSON.stringify({ email: 'profile.email' }),
})
const chat = await makeIntegration(server, { vendor: 'chat', type: 'slack' })

async function ids(query: string): Promise<string[]> {
  const answer = await server.get(`/directory/identities?${query}`, viewer.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map((row: { id: string }) => row.id)
}

test('identities are found by state, integration, vendor, person, vendor id and address', async () => {
  const person = await makeDirectoryUser(server)
  const linked = await makeIdentity(server, idp, person, {
    email: 'Lin@K.example',
    vendor_id: '00u-linked',
  })
  const orphan = await makeIdentity(server, chat, null, {
    suggested_directory_user_id: person.uuid,
    vendor_state: 'suspended',
  })
  const expected: [string, string[]][] = [
    ['', [linked.id, orphan.id]],
    ['filter[state]=orphan', [orphan.id]],
    [`filter[integration_id]=${idp.id}`, [linked.id]],
    ['filter[integration_vendor]=chat', [orphan.id]],
    [`filter[directory_user_id]=${person.id}`, [linked.id]],
    ['filter[vendor_id]=00u-linked', [linked.id]],
    ['filter[email]=lin@k.EXAMPLE', [linked.id]],
  ]
  for (const [query, found] of expected) assert.deepEqual(await ids(query), found, query)
  const [row] = (await server.get('/directory/identities?filter[state]=orphan', viewer.token)).body
    .data
  assert.equal(row.suggested_directory_user_id, person.id)
  assert.equal(row.directory_user_id, null)
  assert.equal(row.links.directory_user, null)
  assert.deepEqual([row.state, row.vendor_state], ['orphan', 'suspended'])
  const one = await server.get(`/directory/identities/${orphan.id}`, viewer.token)
  assert.deepEqual([one.body.state, one.body.vendor_state], ['orphan', 'suspended'])
  assert.ok(!('profile' in row))
})

test('the raw profile is for those who may see it', async () => {
  const account = await makeIdentity(server, idp, null, { profile: JSON.stringify({ room: '12' }) })
  const path = `/directory/identities/${account.id}`
  const plain = await server.get(path, viewer.token)
  assert.deepEqual([plain.body.profile, plain.body.withheld], [null, ['profile']])
  const curious = await makeCaller(server, [
    'directory.identity.view',
    'directory.identity.profile.view',
  ])
  const seen = await server.get(path, curious.token)
  assert.deepEqual([seen.body.profile, seen.body.withheld], [{ room: '12' }, []])
  assert.notEqual(plain.headers.get('etag'), seen.headers.get('etag'))
  const again = await server.get(path, curious.token, {
    'if-none-match': seen.headers.get('etag') ?? '',
  })
  assert.equal(again.status, 304)
  const stranger = await makeCaller(server, ['directory.user.view'])
  assert.equal((await server.get(path, stranger.token)).status, 403)
})

test('integrations are listed and described with their mapping', async () => {
  const administrator = await makeCaller(server, ['workspace.integration.view'])
  const listed = await server.get('/workspace/integrations?filter[vendor]=idp', administrator.token)
  assert.deepEqual(
    listed.body.data.map((row: { id: string }) => row.id),
    [idp.id],
  )
  const described = await server.get(`/workspace/integrations/${idp.id}`, administrator.token)
  assert.equal(described.status, 200, described.text)
  assert.deepEqual(described.body, listed.body.data[0])
  assert.deepEqual(described.body.mapping, { email: 'profile.email' })
  assert.equal((await server.get('/workspace/integrations', viewer.token)).status, 403)
})

test('anybody may ask which version answers', async () => {
  const { body } = await server.get('/auth/version')
  assert.deepEqual([body.name, body.api_version], ['muster', 'v1'])
  assert.match(body.version, /^\d+\.\d+\.\d+/)
  assert.match(body.schema, /^\d{4}-[a-z-]+$/)
  if (body.commit !== null) assert.match(body.commit, /^[0-9a-f]{40}$/)
})

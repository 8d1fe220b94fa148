import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId } from '../../contract/ids.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeMember,
  makeResource,
} from '../../../test/people.ts'

const server = await testServer()
const viewer = await makeCaller(server, ['directory.user.view', 'directory.resource.view'])
const primary = await makeIntegration(server, { is_primary: true })
const chat = await makeIntegration(server, { vendor: 'chat', type: 'slack' })

async function describe(id: string) {
  const answer = await server.get(`/directory/users/${id}`, viewer.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

function follow(link: string) {
  assert.ok(link.startsWith('https://muster.example/api/v1/'), link)
  return server.get(link.slice('https://muster.example/api/v1'.length), viewer.token)
}

async function idsAt(link: string): Promise<string[]> {
  const answer = await follow(link)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map((row: { id: string }) => row.id)
}

test('resources are those of any of a person’s identities, each once', async () => {
  const person = await makeDirectoryUser(server)
  const [one, other] = [
    await makeIdentity(server, primary, person),
    await makeIdentity(server, chat, person),
  ]
  const group = await makeResource(server, primary, { name: 'b group' })
  const channel = await makeResource(server, chat, {
    type: 'chat_private_channel',
    name: 'a channel',
    parent_id: group.uuid,
  })
  await makeResource(server, chat, { type: 'chat_group' })
  await makeMember(server, group, one)
  await makeMember(server, group, other)
  await makeMember(server, channel, other, 'owner')
  const { links, count } = await describe(person.id)
  assert.deepEqual(await idsAt(`${links.self}/resources`), [channel.id, group.id])
  assert.equal(count.idp_groups + count.chat_private_channels, 2)

  const described = await follow(`https://muster.example/api/v1/directory/resources/${group.id}`)
  assert.deepEqual(described.body.count, { members: 2, child_resources: 1 })
  const members = await follow(described.body.links.members)
  assert.deepEqual(
    members.body.data.map((row: { id: string; role_handle: string }) => [row.id, row.role_handle]),
    [
      [one.id, 'member'],
      [other.id, 'member'],
    ],
  )
  const page = await follow(`${described.body.links.members}?page[size]=1`)
  assert.deepEqual(await idsAt(page.body.links.next), [other.id])
  assert.equal(
    (
      await server.get(
        `/directory/resources/${encodeId('resource', person.uuid)}/members`,
        viewer.token,
      )
    ).status,
    404,
  )

  const withoutResources = await makeCaller(server, ['directory.user.view'])
  const refused = await server.get(
    `/directory/users/${person.id}/resources`,
    withoutResources.token,
  )
  assert.equal(refused.status, 403)
  assert.match(refused.body.message, /directory\.resource\.view/)
})

test('the list counts members and manifests where it is asked to', async () => {
  const owner = await makeOwner(server)
  const group = await makeResource(server, chat, { type: 'chat_group', name: 'counted' })
  const account = await makeIdentity(server, chat, await makeDirectoryUser(server))
  await makeMember(server, group, account)
  const find = async (include: string, token = viewer.token) => {
    const answer = await server.get(`/directory/resources?filter[search]=counted${include}`, token)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data[0].count
  }
  assert.equal(await find(''), undefined)
  assert.deepEqual(await find('&include=counts'), { members: 1, manifest_users: null })
  assert.deepEqual(await find('&include=counts', owner.token), { members: 1, manifest_users: null })
  const ruleset = { resource_id: group.id, state: 'managed' }
  const made = await server.call('POST', '/policy/rulesets', { token: owner.token, body: ruleset })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(await find('&include=counts', owner.token), { members: 1, manifest_users: 0 })
  assert.deepEqual(await find('&include=counts'), { members: 1, manifest_users: null })
})

function found(filter: string): Promise<string[]> {
  return idsAt(`https://muster.example/api/v1/directory/resources?${filter}`)
}

test('resources are found by name alone and by handle alone', async () => {
  const named = await makeResource(server, chat, { name: 'Harbour watch', handle: 'quay' })
  const handled = await makeResource(server, chat, { name: 'Night shift', handle: 'harbour-2' })
  assert.deepEqual(await found('filter[name_search]=HARBOUR'), [named.id])
  assert.deepEqual(await found('filter[handle_search]=harbour'), [handled.id])
  assert.deepEqual(await found('filter[name_search]=harbour&filter[handle_search]=quay'), [
    named.id,
  ])
  assert.deepEqual(await found('filter[name_search]=harbour&filter[handle_search]=harbour'), [])
})

test('members are found by role and state, and by name where the caller may see names', async () => {
  const crew = await makeResource(server, chat, { type: 'chat_group', name: 'crew' })
  const owner = await makeIdentity(server, chat, await makeDirectoryUser(server))
  const orphan = await makeIdentity(server, chat, null, { full_name: 'Grace Hopper' })
  await makeMember(server, crew, owner, 'owner')
  await makeMember(server, crew, orphan)
  const members = (filter: string, token = viewer.token) =>
    server.get(`/directory/resources/${crew.id}/members?${filter}`, token)
  const ids = async (filter: string, token = viewer.token) =>
    (await members(filter, token)).body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual(await ids('filter[role_handle]=owner'), [owner.id])
  assert.deepEqual(await ids('filter[state]=orphan'), [orphan.id])
  assert.deepEqual(await ids(`filter[id]=${orphan.id}`), [orphan.id])
  assert.deepEqual(await ids('filter[first_seen_before]=2001-01-01T00:00:00Z'), [])
  const { token } = await makeOwner(server)
  assert.deepEqual(await ids('filter[search]=hopper', token), [orphan.id])
  const refused = await members('filter[search]=hopper')
  assert.equal(refused.status, 403)
  assert.match(refused.body.message, /directory\.identity\.view/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  deleteDirectoryUser,
  makeAttribute,
  makeDimension,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeResource,
} from '../../../test/people.ts'
import { makeRuleset } from '../../../test/policy-records.ts'

const server = await testServer()
const owner = await makeOwner(server)

async function search(q: string, { token = owner.token, rest = '' } = {}) {
  const answer = await server.get(`/workspace/search?q=${encodeURIComponent(q)}${rest}`, token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function idsOf(kind: string, q: string, options = {}): Promise<string[]> {
  return (await search(q, options))[kind].map(({ id }: { id: string }) => id)
}

const people = (q: string) => idsOf('directory_users', q)

test('people come in the order of how well they match', async () => {
  const make = (first_name: string, last_name: string, email: string) =>
    makeDirectoryUser(server, { first_name, last_name, email: `${email}@search.example` })
  const begins = await make('Quent', 'Adams', 'a1')
  const exact = await make('Quen', '', 'a2')
  const last = await make('Ada', 'Quenby', 'a3')
  const address = await make('Bo', 'Carr', 'quenching')
  const contains = await make('Cy', 'Delquen', 'a4')
  const gone = await make('Quen', 'Gone', 'a5')
  await deleteDirectoryUser(server, gone)
  assert.deepEqual(
    await people('quen'),
    [exact, last, address, begins, contains].map(({ id }) => id),
  )
  assert.deepEqual(
    (await people('q')).toSorted(),
    [exact, begins, last, address].map(({ id }) => id).toSorted(),
  )
  for (const text of ['QUENBY AD', 'a3@search', ` ${last.id} `, 'ada quen'])
    assert.deepEqual(await people(text), [last.id], text)
  assert.deepEqual(await people('quenbyx'), [])
  assert.deepEqual(await idsOf('directory_users', 'quen', { rest: '&limit=1' }), [exact.id])
})

test('a number of a person and the id of an account of theirs are found to the letter', async () => {
  const idp = await makeIntegration(server, { employee_id_profile_key: 'number' })
  const make = async (number: string, vendor_id: string) => {
    const person = await makeDirectoryUser(server, { first_name: 'Numb', last_name: `${number}.` })
    const profile = JSON.stringify({ number })
    await makeIdentity(server, idp, person, { primary: true, vendor_id, profile })
    return person.id
  }
  const [one, other] = [await make('E0010', '00uX1'), await make('E00100', '00uX2')]
  assert.deepEqual(await people('E0010'), [one, other])
  assert.deepEqual(await people('00uX2'), [other])
  assert.deepEqual(await people('00ux2'), [])
  const elsewhere = await makeIntegration(server, { badge_id_profile_key: 'badge' })
  const person = await makeDirectoryUser(server, { first_name: 'Badged' })
  const profile = JSON.stringify({ badge: 'B-900' })
  await makeIdentity(server, elsewhere, person, { vendor_id: 'v-900', profile })
  assert.deepEqual(await people('B-900'), [], 'a number of another account is not shown')
  assert.deepEqual(await people('v-900'), [person.id])
  await deleteDirectoryUser(server, person)
  assert.deepEqual(await people('v-900'), [])
})

test('a username that is exactly so is found among many that begin so', async () => {
  for (let n = 0; n < 25; n++)
    await makeDirectoryUser(server, { first_name: 'Twin', email: `twin.same${n}@search.example` })
  const one = await makeDirectoryUser(server, {
    first_name: 'Zwin',
    email: 'twin.same@search.example',
  })
  const own = await makeDirectoryUser(server, { first_name: 'Own', username: 'Twin.Samé' })
  assert.deepEqual((await people('twin.same')).slice(0, 2), [own.id, one.id])
})

test('equally good matches come by name, whatever their case and accents', async () => {
  const made = new Map<string, string>()
  for (const name of ['Übermorv', 'abmorv', 'Zmorv', 'morv b', 'Morv c', 'mörv a']) {
    const { id } = await makeDirectoryUser(server, { first_name: name, email: null })
    made.set(id, name)
  }
  assert.deepEqual(
    (await people('morv')).map((id) => made.get(id)),
    ['mörv a', 'morv b', 'Morv c', 'abmorv', 'Übermorv', 'Zmorv'],
  )
})

test('wildcards and accents are texts like others', async () => {
  const odd = await makeDirectoryUser(server, { first_name: '100%', last_name: 'Ünder_score' })
  for (const text of ['100%', '00%', 'under_', 'ÜNDER'])
    assert.deepEqual(await people(text), [odd.id], text)
  for (const text of ['1_0%', '%%%', 'under%']) assert.deepEqual(await people(text), [], text)
})

test('a text without letters and digits is found where names begin', async () => {
  const begins = await makeDirectoryUser(server, { first_name: '~~~wave' })
  await makeDirectoryUser(server, { first_name: 'Wave~~~' })
  assert.deepEqual(await people('~~~'), [begins.id])
  const listed = await server.get('/directory/users?filter[search]=~~~', owner.token)
  assert.deepEqual(
    listed.body.data.map(({ id }: { id: string }) => id),
    [begins.id],
  )
})

test('resources, rulesets, services and integrations are found by names, handles and ids', async () => {
  const integration = await makeIntegration(server, { name: 'Vexillum sso', handle: 'vex' })
  const group = await makeResource(server, integration, { name: 'Vexing', handle: 'eng/vexing' })
  const other = await makeResource(server, integration, { name: 'Annex', handle: 'convex' })
  const ruleset = await makeRuleset(server, other)
  const attribute = await makeAttribute(server, await makeDimension(server, integration), 'Vexed')
  const ofAttribute = await server.query<{ id: string }>(
    'select id from ruleset where attribute_id = $1',
    [attribute.uuid],
  )
  const service = await server.call('POST', '/workspace/services', {
    token: owner.token,
    body: { name: 'Vex reports', handle: 'reports' },
  })
  assert.equal(service.status, 201, service.text)
  const found = await search('vex')
  assert.deepEqual(
    found.resources.map(({ id }: { id: string }) => id),
    [group.id, other.id],
  )
  assert.equal(found.rulesets.length, 1 + ofAttribute.length)
  assert.equal(found.rulesets.at(-1).id, ruleset.id)
  assert.deepEqual(found.services[0].id, service.body.id)
  assert.deepEqual(found.integrations[0].id, integration.id)
  assert.deepEqual(await idsOf('resources', 'eng/v'), [group.id])
  assert.deepEqual(await idsOf('services', 'rep'), [service.body.id])
  assert.deepEqual(await idsOf('rulesets', ruleset.id), [ruleset.id])
  assert.deepEqual((await search(ruleset.id)).resources, [])
  const listed = await server.get(`/directory/resources?filter[search]=vexing`, owner.token)
  assert.deepEqual(found.resources[0], listed.body.data[0])
})

test('every kind is for those who may list it', async () => {
  const kinds = ['directory_users', 'resources', 'rulesets', 'services', 'integrations']
  const permissions = [
    'directory.user.view',
    'directory.resource.view',
    'policy.rule.view',
    'workspace.service.view',
    'workspace.integration.view',
  ]
  for (const [at, permission] of permissions.entries()) {
    const caller = await makeCaller(server, [permission])
    const body = await search('vex', { token: caller.token })
    const shown = kinds.filter((kind) => body[kind] !== null)
    // Everyone may list the services on which they have a role.
    assert.deepEqual(new Set(shown), new Set([kinds[at], 'services']), permission)
  }
  const stranger = await makeCaller(server, [])
  assert.deepEqual((await search('vex', { token: stranger.token })).services, [])
})

test('an admin of one ruleset or one service finds only that', async () => {
  const integration = await makeIntegration(server)
  const [own] = [
    await makeRuleset(server, await makeResource(server, integration, { name: 'Yonder own' })),
    await makeRuleset(server, await makeResource(server, integration, { name: 'Yonder other' })),
  ]
  const admin = await makeCaller(server, [])
  const added = await server.call('POST', `/policy/rulesets/${own.id}/admins`, {
    token: owner.token,
    body: { user_id: admin.id, role: 'audit' },
  })
  assert.equal(added.status, 201, added.text)
  for (const handle of ['yonder-a', 'yonder-b']) {
    const made = await server.call('POST', '/workspace/services', {
      token: owner.token,
      body: { name: handle, handle },
    })
    if (handle === 'yonder-b') continue
    const given = await server.call('POST', `/workspace/services/${made.body.id}/admins`, {
      token: owner.token,
      body: { user_id: admin.id, admin_role: 'audit' },
    })
    assert.equal(given.status, 201, given.text)
  }
  const found = await search('yonder', { token: admin.token })
  assert.deepEqual(
    found.rulesets.map(({ id }: { id: string }) => id),
    [own.id],
  )
  assert.deepEqual(
    found.services.map(({ handle }: { handle: string }) => handle),
    ['yonder-a'],
  )
  assert.equal((await search('yonder')).rulesets.length, 2)
})

test('a search needs a text, and a limit up to 20', async () => {
  for (const query of [
    '',
    '?q=',
    '?q=%20%20',
    '?q=a&limit=21',
    '?q=a&limit=0',
    `?q=${'a'.repeat(201)}`,
  ])
    assert.equal((await server.get(`/workspace/search${query}`, owner.token)).status, 400, query)
})

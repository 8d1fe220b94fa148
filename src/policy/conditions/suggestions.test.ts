import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  deleteDirectoryUser,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
} from '../../../test/people.ts'

const server = await testServer()
const viewer = await makeCaller(server, ['directory.identity.profile.view'])
const primary = await makeIntegration(server, {
  is_primary: true,
  handle: 'prime',
  policy_keys: ['department', 'skills', 'address.city'],
})
const hr = await makeIntegration(server, { handle: 'hr', policy_keys: ['department'] })

async function account(profile: object, integration = primary): Promise<void> {
  const person = await makeDirectoryUser(server)
  await makeIdentity(server, integration, person, { profile: JSON.stringify(profile) })
}

const profiles = [
  { department: 'Engineering', skills: ['go', 'SQL'], secret: 'hidden' },
  { department: ' engineering ', skills: ['sql', 'SQL'], address: { city: 'Køge' } },
  { department: 'Engineering' },
  { department: 'Élan engine', skills: [] },
  { department: null },
  { department: 7 },
]
for (const profile of profiles) await account(profile)
await account({ department: 'Payroll' }, hr)
const deleted = await makeDirectoryUser(server)
await makeIdentity(server, primary, deleted, { profile: '{"department": "Gone"}' })
await deleteDirectoryUser(server, deleted)
await makeIdentity(server, primary, null, { profile: '{"department": "Nobody"}' })

async function get(path: string, status = 200) {
  const answer = await server.get(`/policy/suggestions/${path}`, viewer.token)
  assert.equal(answer.status, status, answer.text)
  return answer.body
}

async function values(query: string): Promise<[string, number][]> {
  const { data } = await get(`values?${query}`)
  return data.map(({ value, people }: { value: string; people: number }) => [value, people])
}

test('values come with how many people have them, in whatever spelling', async () => {
  assert.deepEqual(await values('key=department'), [
    ['Engineering', 3],
    ['7', 1],
    ['Élan engine', 1],
  ])
  assert.deepEqual(await values('key=skills'), [
    ['SQL', 2],
    ['go', 1],
  ])
  assert.deepEqual(await values('key=address.city'), [['Køge', 1]])
  assert.deepEqual(await values(`key=department&integration=${hr.id}`), [['Payroll', 1]])
})

test('what begins with the text comes before what contains it', async () => {
  assert.deepEqual(await values('key=department&q=ENG'), [
    ['Engineering', 3],
    ['Élan engine', 1],
  ])
  assert.deepEqual(await values('key=department&q=elan'), [['Élan engine', 1]])
  assert.deepEqual(await values('key=department&q=%25'), [])
  assert.equal((await values('key=department&limit=1')).length, 1)
})

test('keys are those that policy may read, those of the primary integration first', async () => {
  const { data } = await get('keys')
  assert.deepEqual(
    data.map((row: { key: string; people: number; integration: { handle: string } }) => [
      row.integration.handle,
      row.key,
      row.people,
    ]),
    [
      ['prime', 'address.city', 1],
      ['prime', 'department', 5],
      ['prime', 'skills', 3],
      ['hr', 'department', 1],
    ],
  )
  const ofHr = (await get(`keys?integration=${hr.id}&q=DEP`)).data
  assert.deepEqual([ofHr.length, ofHr[0].integration.is_primary], [1, false])
})

test('a person who is erased leaves no value behind, and long values are left out', async () => {
  const source = await makeIntegration(server, { handle: 'erased', policy_keys: ['department'] })
  const person = await makeDirectoryUser(server)
  await makeIdentity(server, source, person, { profile: '{"department": "Secret lab"}' })
  await account({ department: 'x'.repeat(1001) }, source)
  const query = `key=department&integration=${source.id}`
  assert.deepEqual(await values(query), [['Secret lab', 1]])
  const { token } = await makeOwner(server)
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/erase'],
  ] as const) {
    const answer = await server.call(method, `/directory/users/${person.id}${path}`, { token })
    assert.ok(answer.status < 300, answer.text)
  }
  assert.deepEqual(await values(query), [])
})

test('a key that the integration does not list is refused, and so is an unknown integration', async () => {
  const refused = await get('values?key=secret', 400)
  assert.match(refused.message, /policy_keys of prime/)
  await get(`values?key=skills&integration=${hr.id}`, 400)
  await get('values?key=department&integration=wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx', 400)
  await get('values', 400)
  await get('keys?limit=51', 400)
})

test('both need the permission on profiles', async () => {
  const others = await makeCaller(server, ['policy.rule.manage', 'directory.identity.view'])
  for (const path of ['keys', 'values?key=department']) {
    const answer = await server.get(`/policy/suggestions/${path}`, others.token)
    assert.equal(answer.status, 403, path)
    assert.match(answer.body.message, /directory\.identity\.profile\.view/)
  }
})

test('a key that people can write themselves at the vendor is marked', async () => {
  const chat = await makeIntegration(server, {
    handle: 'chat',
    type: 'slack',
    policy_keys: ['title', 'is_admin'],
  })
  const { data } = await get(`keys?integration=${chat.id}`)
  assert.deepEqual(
    data.map((row: { key: string; is_self_service: boolean }) => [row.key, row.is_self_service]),
    [
      ['is_admin', false],
      ['title', true],
    ],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  deleteDirectoryUser,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeMember,
  makeResource,
} from '../../../test/people.ts'
import { makeIncident, makeRule, makeRuleset, makeStay } from '../../../test/policy-records.ts'

const server = await testServer()
const owner = await makeOwner(server)
const idp = await makeIntegration(server)
const group = await makeResource(server, idp, { name: 'Platform' })
const ruleset = await makeRuleset(server, group, { is_authoritative: true })
const rule = await makeRule(server, ruleset, { state: 'active', description: 'By hand' })
const path = `/directory/resources/${group.id}/drift`

async function read(query = '', caller = owner) {
  const answer = await server.get(path + query, caller.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const missing = await makeDirectoryUser(server, { first_name: 'Bela', last_name: 'Missing' })
const disabled = await makeIdentity(server, idp, missing, {
  state: 'deactivated',
  vendor_state: 'deactivated',
})
const usable = await makeIdentity(server, idp, missing, { vendor_id: '00u7', handle: 'bela' })
await makeStay(server, { ruleset, rule, person: missing })
const leaver = await makeDirectoryUser(server, { first_name: 'Cleo', last_name: 'Leaver' })
const account = await makeIdentity(server, idp, leaver)
await makeMember(server, group, account)
await deleteDirectoryUser(server, leaver)
const stray = await makeIdentity(server, idp, null, {
  full_name: 'Abandoned',
  email: 'a@b.example',
})
await makeMember(server, group, stray)

test('a row says what someone should have, what they have, and by which accounts', async () => {
  const { data } = await read()
  assert.deepEqual(
    data.map((row: { id: string; status: string }) => [row.id, row.status]),
    [
      [stray.id, 'extra'],
      [missing.id, 'missing'],
      [leaver.id, 'extra'],
    ],
  )
  const [orphan, person, gone] = data
  assert.equal(person.should.role_handle, 'member')
  assert.equal(person.should.policy_rule_id, rule.id)
  assert.equal(person.should.why, 'By hand')
  assert.equal(person.has, null)
  assert.deepEqual(
    person.accounts.map(({ id, has }: { id: string; has: unknown }) => [id, has]),
    [
      [usable.id, null],
      [disabled.id, null],
    ],
  )
  assert.deepEqual([person.accounts[0].vendor_id, person.accounts[0].handle], ['00u7', 'bela'])
  assert.equal(gone.has.role_handle, 'member')
  assert.equal(gone.included.directory_user.state, 'deactivated')
  assert.equal(orphan.included.directory_user, null)
  assert.equal(orphan.accounts[0].full_name, 'Abandoned')
  assert.deepEqual(orphan.links, { directory_user: null, explain: null })
})

test('people are found by a part of their name, and accounts of no one are not', async () => {
  const { data } = await read('?filter[user_search]=miss')
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [missing.id],
  )
  assert.deepEqual((await read('?filter[user_search]=abandoned')).data, [])
})

test('what is to do comes first when sorted by status, page by page', async () => {
  const place = await makeResource(server, idp, { name: 'Kitchen' })
  const rules = await makeRuleset(server, place)
  const admitting = await makeRule(server, rules, { state: 'active' })
  const person = async (name: string, should: boolean, has?: string) => {
    const made = await makeDirectoryUser(server, { first_name: name, last_name: 'K' })
    if (should) await makeStay(server, { ruleset: rules, rule: admitting, person: made })
    if (has !== undefined)
      await makeMember(server, place, await makeIdentity(server, idp, made), has)
  }
  await person('Aa', false, 'member')
  await person('Bb', true, 'member')
  await person('Cc', true, 'owner')
  await person('Dd', true)
  await person('Ee', true)
  await makeMember(server, place, await makeIdentity(server, idp, null, { full_name: 'Ab K' }))
  const wanted = ['Dd K', 'Ee K', 'Cc K', 'Aa K', 'Ab K', 'Bb K']
  const namesOf = async (sort: string) => {
    const names: string[] = []
    let query: string | null = `?sort=${sort}&page[size]=2&page[total]=true`
    while (query !== null) {
      const { body } = await server.get(
        `/directory/resources/${place.id}/drift${query}`,
        owner.token,
      )
      assert.equal(body.meta.total, wanted.length)
      for (const { included, accounts } of body.data)
        names.push(included.directory_user?.full_name ?? accounts[0].full_name)
      query = body.links.next && new URL(body.links.next).search
    }
    return names
  }
  assert.deepEqual(await namesOf('status'), wanted)
  assert.deepEqual(await namesOf('-status'), wanted.toReversed())
  const some = await server.get(
    `/directory/resources/${place.id}/drift?sort=status&filter[status]=unmanaged,missing&filter[user_search]=k`,
    owner.token,
  )
  assert.deepEqual(
    some.body.data.map(({ status }: { status: string }) => status),
    ['missing', 'missing', 'unmanaged'],
  )
})

test('people and accounts that an incident holds are marked', async () => {
  const incident = await makeIncident(server, idp)
  for (const held of [usable, stray])
    await server.query(
      `insert into held_account (identity_id, integration_id, incident_id, first_name, last_name, full_name, state, is_new, profile)
       values ($1, $2, $3, '', '', '', 'active', false, '{}')`,
      [held.uuid, idp.uuid, incident.uuid],
    )
  const { data } = await read()
  assert.deepEqual(
    data.map(({ is_held }: { is_held: boolean }) => is_held),
    [true, true, false],
  )
})

test('it needs the rights on resources, people and the ruleset', async () => {
  const on = (...permissions: string[]) => makeCaller(server, permissions)
  const all = ['directory.resource.view', 'directory.user.view', 'policy.rule.view']
  for (const left of all) {
    const caller = await on(...all.filter((each) => each !== left))
    const answer = await server.get(path, caller.token)
    assert.equal(answer.status, 403, left)
    assert.match(answer.body.message, new RegExp(left.replaceAll('.', String.raw`\.`)))
  }
  const { data } = await read('', await on(...all))
  const [orphan, person] = data
  assert.deepEqual(orphan.accounts[0].withheld, [
    'vendor_id',
    'external_id',
    'handle',
    'full_name',
    'email',
  ])
  assert.deepEqual([orphan.accounts[0].full_name, orphan.accounts[0].vendor_id], ['', null])
  assert.equal(person.accounts[0].vendor_id, '00u7')
  const delegated = await on('directory.resource.view', 'directory.user.view')
  await server.query(
    `insert into ruleset_admin (ruleset_id, workspace_user_id, role) values ($1, $2, 'audit')`,
    [ruleset.uuid, delegated.uuid],
  )
  assert.equal((await read('', delegated)).data.length, 3)
})

test('a role on its ruleset shows a resource, and no other', async () => {
  const delegated = await makeCaller(server, ['directory.user.view'])
  await server.query(
    `insert into ruleset_admin (ruleset_id, workspace_user_id, role) values ($1, $2, 'audit')`,
    [ruleset.uuid, delegated.uuid],
  )
  const resource = `/directory/resources/${group.id}`
  const own = await server.get(resource, delegated.token)
  assert.deepEqual([own.status, own.body.name], [200, 'Platform'])
  assert.equal((await server.get(path, delegated.token)).status, 200)
  const other = await makeResource(server, idp)
  await makeRuleset(server, other)
  for (const id of [other.id, other.id.replace(/.{6}$/, 'zzzzzz')])
    for (const refused of [`/directory/resources/${id}`, `/directory/resources/${id}/drift`])
      assert.equal((await server.get(refused, delegated.token)).status, 403, refused)
  const scoped = await server.call('POST', '/workspace/tokens', {
    token: delegated.token,
    body: { name: 'people', scopes: ['directory.user.view'] },
  })
  assert.equal(scoped.status, 201, scoped.text)
  assert.equal((await server.get(resource, scoped.body.token)).status, 403)
})

test('the access of a person says what they have at the vendor beside what they should have', async () => {
  const hasOf = async (query = '', caller = owner) => {
    const answer = await server.get(`/directory/users/${missing.id}/access${query}`, caller.token)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data.map(({ has }: { has?: unknown }) => has)
  }
  assert.deepEqual(await hasOf(), [null])
  await makeMember(server, group, disabled, 'owner')
  const [{ role_handle }] = await hasOf()
  assert.equal(role_handle, 'owner')
  await makeMember(server, group, usable)
  assert.equal((await hasOf())[0].role_handle, 'member')
  assert.deepEqual(await hasOf(`?at=${new Date().toISOString()}`), [undefined])
  const blind = await makeCaller(server, ['directory.user.view', 'policy.rule.view'])
  assert.deepEqual(await hasOf('', blind), [undefined])
})

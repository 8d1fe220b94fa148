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
import { makeRule, makeRuleset } from '../../../test/policy-records.ts'

const server = await testServer()
const owner = await makeOwner(server)

async function namesOf(ids: readonly string[], { token } = owner): Promise<Map<string, string>> {
  const answer = await server.get(`/workspace/names?ids=${ids.join(',')}`, token)
  assert.equal(answer.status, 200, answer.text)
  return new Map(answer.body.data.map(({ id, name }: { id: string; name: string }) => [id, name]))
}

async function makeWorld() {
  const integration = await makeIntegration(server, { name: 'Sign-on', handle: 'idp' })
  const person = await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Moreau' })
  const identity = await makeIdentity(server, integration, person)
  const resource = await makeResource(server, integration, { name: 'Backend' })
  const dimension = await makeDimension(server, integration)
  const attribute = await makeAttribute(server, dimension, 'Sales')
  const ruleset = await makeRuleset(server, resource)
  const rule = await makeRule(server, ruleset)
  const body = { name: 'Bridge', handle: 'bridge', admin_user_id: owner.id }
  const service = await server.call('POST', '/workspace/services', { token: owner.token, body })
  const roles = await server.get('/workspace/roles?sort=name', owner.token)
  return {
    person: person.id,
    integration: integration.id,
    identity: identity.id,
    resource: resource.id,
    dimension: dimension.id,
    attribute: attribute.id,
    ruleset: ruleset.id,
    rule: rule.id,
    service: String(service.body.id),
    role: String(roles.body.data[0].id),
    user: owner.id,
  }
}

const world = await makeWorld()

test('records of every kind have their names', async () => {
  const names = await namesOf(Object.values(world))
  assert.equal(names.get(world.person), 'Ada Moreau')
  assert.equal(names.get(world.integration), 'Sign-on')
  assert.match(names.get(world.identity) ?? '', /\(idp\)$/)
  assert.equal(names.get(world.resource), 'Backend')
  assert.equal(names.get(world.attribute), 'Sales')
  assert.equal(names.get(world.ruleset), 'Backend')
  assert.match(names.get(world.rule) ?? '', /: Backend$/)
  assert.equal(names.get(world.service), 'Bridge')
  assert.deepEqual([...names.keys()].toSorted(), Object.values(world).toSorted())
})

test('a caller sees the names of what they may view', async () => {
  const kindsOf: [permission: string, keys: (keyof typeof world)[]][] = [
    ['directory.user.view', ['person']],
    ['directory.identity.view', ['identity']],
    ['directory.resource.view', ['resource']],
    ['directory.attribute.view', ['attribute']],
    ['directory.dimension.view', ['dimension']],
    ['policy.rule.view', ['ruleset', 'rule']],
    ['workspace.integration.view', ['integration']],
    ['workspace.service.view', ['service']],
    ['workspace.role.view', ['role']],
    ['workspace.user.view', ['user']],
    ['audit.log.view', []],
  ]
  for (const [permission, keys] of kindsOf) {
    const seen = await namesOf(Object.values(world), await makeCaller(server, [permission]))
    const expected = keys.map((key) => world[key])
    assert.deepEqual([...seen.keys()].toSorted(), expected.toSorted(), permission)
  }
})

test('a role on one service or ruleset shows its name', async () => {
  const delegate = await makeCaller(server, [])
  const add = (path: string, body: object) =>
    server.call('POST', path, { token: owner.token, body: { user_id: delegate.id, ...body } })
  await add(`/workspace/services/${world.service}/admins`, { admin_role: 'audit' })
  await add(`/policy/rulesets/${world.ruleset}/admins`, { role: 'audit' })
  const seen = await namesOf(Object.values(world), delegate)
  assert.deepEqual(
    [...seen.keys()].toSorted(),
    [world.ruleset, world.rule, world.service].toSorted(),
  )
})

test('a token shows no more of the roles of its owner than its scopes', async () => {
  const narrow = await makeCaller(server, ['directory.user.view'], ['directory.user.view'])
  const add = (path: string, body: object) =>
    server.call('POST', path, { token: owner.token, body: { user_id: narrow.id, ...body } })
  await add(`/workspace/services/${world.service}/admins`, { admin_role: 'audit' })
  await add(`/policy/rulesets/${world.ruleset}/admins`, { role: 'audit' })
  const seen = await namesOf(Object.values(world), narrow)
  assert.deepEqual([...seen.keys()], [world.person])
})

test('deleted people keep their name, and what names nothing is left out', async () => {
  const gone = await makeDirectoryUser(server, { first_name: 'Bo', last_name: 'Gone' })
  await deleteDirectoryUser(server, gone)
  const unknown = world.person.replace('drusr', 'wstok')
  const others = [unknown, 'nonsense', 'drusr_1', '%27', world.person.replace('drusr', 'wsusr')]
  assert.deepEqual(await namesOf([gone.id, ...others]), new Map([[gone.id, 'Bo Gone']]))
})

test('ids are required, and at most 100', async () => {
  for (const query of ['', '?ids=', `?ids=${Array(101).fill('drusr_1').join(',')}`]) {
    const refused = await server.get(`/workspace/names${query}`, owner.token)
    assert.equal(refused.status, 400, query)
  }
})

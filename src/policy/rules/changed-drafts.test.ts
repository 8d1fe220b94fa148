import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDirectoryUser } from '../../../test/people.ts'
import { policyCacheOf } from '../model/policy-cache-of.ts'
import { rulesServer, sales, seniors } from './rules-for-tests.ts'

const server = await rulesServer()
const { expect, send, draft, end } = server

test('whatever happens to a draft at the same time, who enters is who meets the conditions that it has', async () => {
  for (let round = 0; round < 10; round += 1) {
    const rule = `/policy/rules/${await draft()}`
    const [added, activated, changed, deleted] = await Promise.all([
      send('POST', `${rule}/conditions`, seniors),
      send('POST', `${rule}/activate`, {}),
      send('PATCH', rule, { role: 'owner' }),
      round % 3 === 0 ? send('DELETE', rule) : undefined,
    ])
    const found = await send('GET', rule)
    assert.equal(found.status, deleted?.status === 204 ? 404 : 200)
    const isActive = activated.status === 200
    const role = changed.status === 200 ? 'owner' : 'member'
    const people = !isActive ? [] : added.status === 201 ? ['ada'] : ['ada', 'bob']
    const entered = people.map((name) => `${name}@x.example ${role} active`)
    assert.deepEqual(await server.manifest('12'), entered)
    if (found.status === 404) {
      assert.equal(activated.status, 404, activated.text)
      continue
    }
    assert.equal(found.body.state, isActive ? 'active' : 'staged')
    assert.equal(found.body.included.policy_conditions.length, added.status === 201 ? 2 : 1)
    assert.equal(found.body.role_handle, role)
    if (isActive) await end(found.body.id)
    await expect(204, 'DELETE', rule)
  }
})

test('a draft that is changed while a person whom it names is renamed says the new name', async () => {
  const { id } = await makeDirectoryUser(server)
  const conditions = [{ type: 'user', resource_id: id, profile_operator: 'equals' }]
  const rule = `/policy/rules/${await draft({ conditions })}`
  for (let round = 0; round < 10; round += 1) {
    const name = { first_name: `Name${round}` }
    await Promise.all([
      expect(200, 'PATCH', `/directory/users/${id}`, name),
      expect(200, 'PATCH', rule, { priority: round + 1 }),
      expect(201, 'POST', `${rule}/conditions`, { ...sales, profile_value: `${round}` }),
    ])
    const { description } = (await expect(200, 'GET', rule)).body
    assert.match(description, new RegExp(`Name${round}\\b`))
  }
})

test('a person is described at once, however often the policy changes meanwhile', async (t) => {
  await draft()
  const path = `/directory/users/${await server.personId('cy@x.example')}`
  const policies = policyCacheOf(server.app.services.database)
  const original = policies.compiledPolicy.bind(policies)
  let loads = 0
  t.mock.method(policies, 'compiledPolicy', async (...sent: Parameters<typeof original>) => {
    loads += 1
    // Each time that the description looks for the policy, there is a new one when it reads the person.
    const policy = await original(...sent)
    if (loads < 20) await draft()
    return policy
  })
  const { body } = await expect(200, 'GET', path)
  assert.equal(body.email, 'cy@x.example')
  assert.ok(loads <= 2, `${loads} loads`)
})

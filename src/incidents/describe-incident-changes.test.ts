import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../test/harness.ts'
import { incidentsWorld, names, omit, sellers, staff } from '../../test/incidents-world.ts'

/** Two people of Sales lose their department, the others move to Legal, and nobody else changes. */
const wrong = {
  ...staff,
  ...Object.fromEntries(
    Object.entries(sellers).map(([name, account], at) => {
      const { department: _department, ...rest } = account
      return [name, at < 2 ? rest : { ...rest, department: 'Legal' }]
    }),
  ),
}

test('an incident tells what its source changed, the most frequent change first, and finds people of its effect', async () => {
  const world = await incidentsWorld(staff)
  const held = await world.feed(wrong)
  assert.equal(held.incident?.state, 'open')
  const [{ id }] = (await world.server.get('/policy/incidents', world.token)).body.data
  const path = `/policy/incidents/${id}`

  const answer = await world.server.get(`${path}/changes`, world.token)
  assert.equal(answer.status, 200, answer.text)
  const department = { of: 'profile', key: 'department', before: 'Sales' }
  assert.deepEqual(answer.body, {
    data: [
      { ...department, after: 'Legal', accounts: 18 },
      { ...department, after: null, accounts: 2 },
    ],
    is_capped: false,
    withheld: [],
  })

  const found = await world.server.get(`${path}/effects?filter[search]=S01`, world.token)
  const all = await world.server.get(`${path}/effects?page[size]=500`, world.token)
  assert.ok(found.body.data.length > 0 && found.body.data.length < all.body.data.length)
  const plan = await world.server.get(path, world.token)
  const effects = `/policy/plans/${plan.body.effect.plan_id}/effects`
  const same = await world.server.get(`${effects}?filter[search]=S01`, world.token)
  assert.deepEqual(same.body.data, found.body.data)
  const none = await world.server.get(`${effects}?filter[search]=%25`, world.token)
  assert.deepEqual(none.body.data, [])

  const auditor = await makeCaller(world.server, ['policy.rule.view'])
  const withheld = await world.server.get(`${path}/changes`, auditor.token)
  assert.deepEqual(withheld.body, { data: [], is_capped: false, withheld: ['email', 'profile'] })
  const nobody = await makeCaller(world.server, ['directory.user.view'])
  assert.equal((await world.server.get(`${path}/changes`, nobody.token)).status, 403)
})

test('accounts that end and new ones are told by their state', async () => {
  const world = await incidentsWorld(staff)
  const left = names(sellers).slice(0, 15)
  await world.feed(omit(staff, left))
  const [{ id }] = (await world.server.get('/policy/incidents', world.token)).body.data
  const { body } = await world.server.get(`/policy/incidents/${id}/changes`, world.token)
  assert.deepEqual(body.data, [
    { of: 'state', key: null, before: 'active', after: 'deactivated', accounts: 15 },
  ])
})

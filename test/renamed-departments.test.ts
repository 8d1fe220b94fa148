import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accounts,
  applyPlan,
  incidentsWorld,
  hour,
  lawyers,
  names,
  sellers,
  staff,
  type IncidentsWorld,
} from './incidents-world.ts'

const renamed = (department: string) => ({
  ...staff,
  ...accounts('s', 20, { department, managerId: 'boss' }),
})

async function salesOf(world: IncidentsWorld) {
  const { server, token } = world
  const attributes = (await server.get('/directory/attributes', token)).body.data
  const { id } = attributes.find(({ name }: { name: string }) => name === 'Sales')
  return {
    id,
    rename: async (profile_value: string) => {
      const path = `/directory/attributes/${id}`
      const answer = await server.call('PATCH', path, { token, body: { profile_value } })
      assert.equal(answer.status, 200, answer.text)
    },
    tested: async () => {
      const rows = await server.query<{ value: string }>(
        `select c.profile_value as value from condition c join rule r on r.id = c.rule_id
         join ruleset s on s.id = r.ruleset_id join attribute a on a.id = s.attribute_id
         where a.handle = 'sales' and r.state = 'active'`,
      )
      return rows.map(({ value }) => value)
    },
  }
}

const stays = async ({ server }: IncidentsWorld) =>
  server.query(
    `select u.id, u.state from policy_user u join ruleset s on s.id = u.ruleset_id
     where u.deleted_at is null and s.resource_id is not null order by u.id`,
  )

test('a department that the feed renames is followed by one rename, and the incident ends by itself', async () => {
  const world = await incidentsWorld(staff)
  const sales = await salesOf(world)
  const before = await stays(world)
  const held = await world.feed(renamed('Revenue'))
  assert.deepEqual([held.incident?.state, held.incident?.people], ['open', 20])
  await sales.rename('Revenue')
  assert.deepEqual(await sales.tested(), ['["Sales","Revenue"]'])
  world.pass(hour)
  assert.equal((await world.feed(renamed('Revenue'))).incident?.state, 'closed')
  assert.deepEqual(await stays(world), before)
  assert.deepEqual(await sales.tested(), ['Revenue'], 'no fact has Sales')
})

test('an old value is kept while a pending fact has it', async () => {
  const world = await incidentsWorld(staff)
  const sales = await salesOf(world)
  const before = await stays(world)
  await world.feed(renamed('Revenue'))
  await sales.rename('Revenue')
  await sales.rename('Income')
  assert.deepEqual(await sales.tested(), ['["Sales","Revenue","Income"]'])
  world.pass(hour)
  assert.equal((await world.feed(renamed('Revenue'))).incident?.state, 'closed')
  assert.deepEqual(await stays(world), before)
  assert.deepEqual(await sales.tested(), ['["Revenue","Income"]'])
})

test('an old value is kept while only new people who are held have it', async () => {
  const world = await incidentsWorld(staff)
  const sales = await salesOf(world)
  await sales.rename('Revenue')
  assert.deepEqual(await sales.tested(), ['["Sales","Revenue"]'])
  const joiners = accounts('n', 15, { department: 'Sales', managerId: 'boss' })
  const held = await world.feed({ ...renamed('Revenue'), ...joiners })
  assert.deepEqual([held.incident?.state, held.incident?.people], ['open', 15])
  assert.deepEqual(await sales.tested(), ['["Sales","Revenue"]'])
})

test('a department that the feed renames to one that exists is followed by one plan', async () => {
  const world = await incidentsWorld(staff)
  const sales = await salesOf(world)
  const before = await stays(world)
  const held = await world.feed(renamed('Legal'))
  assert.equal(held.incident?.state, 'open')
  await applyPlan(world, {
    op: 'change_attribute',
    attribute_id: sales.id,
    profile_value: 'Legal',
  })
  assert.deepEqual(await world.members('sellers'), names({ ...sellers, ...lawyers }))
  world.pass(hour)
  assert.equal((await world.feed(renamed('Legal'))).incident?.state, 'closed')
  assert.deepEqual(await world.members('sellers'), names({ ...sellers, ...lawyers }))
  const left = new Set((await stays(world)).map((row) => row['id']))
  assert.ok(
    before.every((row) => left.has(row['id'])),
    'nobody who was in has left',
  )
  assert.deepEqual(await sales.tested(), ['Legal'])
})

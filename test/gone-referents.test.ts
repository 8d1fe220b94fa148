import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accounts,
  freezesWorld,
  names,
  omit,
  sellers,
  staff,
  type FreezesWorld,
} from './freezes-world.ts'

async function personId({ server, token }: FreezesWorld, handle: string): Promise<string> {
  const found = await server.get(
    `/directory/users?filter[search]=${handle}%40&filter[trashed]=with`,
    token,
  )
  return found.body.data[0].id
}

async function act(world: FreezesWorld, method: string, path: string, body?: object) {
  const answer = await world.server.call(method, path, { token: world.token, body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

test('a ruleset follows the manager edges when the manager has left', async () => {
  const world = await freezesWorld(staff)
  await world.feed(omit(staff, ['boss']))
  assert.deepEqual(await world.members('team'), names(sellers))
  await world.feed(omit({ ...staff, s01: { department: 'Sales', managerId: 'deputy' } }, ['boss']))
  assert.deepEqual(await world.members('team'), names(omit(sellers, ['s01'])))
  assert.deepEqual(await world.events(), [])
})

for (const verb of ['deactivate', 'delete'] as const)
  test(`nobody leaves because an administrator ${verb}s the manager, nor with the next import`, async () => {
    const world = await freezesWorld(staff)
    const boss = `/directory/users/${await personId(world, 'boss')}`
    if (verb === 'delete') await act(world, 'DELETE', boss)
    else await act(world, 'POST', `${boss}/deactivate`)
    assert.deepEqual(await world.members('team'), names(sellers))
    await world.feed({ ...staff, s20: { department: 'Legal', managerId: 'boss' } })
    assert.deepEqual(await world.members('team'), names(sellers))
    assert.deepEqual(await world.events(), [])
  })

test('a new manager of everybody moves them, whatever the state of the former one', async () => {
  const world = await freezesWorld(accountsOf(5))
  await world.feed(
    omit({ ...accountsOf(5), ...accounts('s', 5, { department: 'Sales', managerId: 'deputy' }) }, [
      'boss',
    ]),
  )
  assert.deepEqual(await world.members('team'), [])
})

const accountsOf = (count: number) => ({
  boss: {},
  deputy: {},
  ...accounts('s', count, { department: 'Sales', managerId: 'boss' }),
})

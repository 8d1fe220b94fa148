import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../test/harness.ts'
import { core, scimEndpoint } from './scim-for-tests.ts'

const server = await testServer()
const scim = await scimEndpoint(server)

const manyComparisons = Array.from({ length: 100 }, (_, at) => `value co "${at}q"`).join(' or ')

test('the PATCHes of one request share what they may compare', async () => {
  const emails = Array.from({ length: 500 }, (_, at) => ({ value: `a${at}@x.example`, type: 'x' }))
  const { body: user } = await scim.user('many-values', { emails })
  const patch = { op: 'remove', path: `emails[${manyComparisons}]` }
  const data = { schemas: [core.patch], Operations: Array.from({ length: 12 }, () => patch) }
  const path = `/Users/${user.id}`
  assert.equal((await scim.send('PATCH', path, { body: data })).status, 200)
  const operation = { method: 'PATCH', path, data }
  const bulk = await scim.send('POST', '/Bulk', {
    body: { schemas: [core.bulk], Operations: [operation, operation] },
  })
  const [first, second] = bulk.body.Operations
  assert.deepEqual([first.status, second.status], ['200', '400'])
  assert.equal(second.response.scimType, 'tooMany')
})

test('a thousand members are in one PATCH, in one operation or in a thousand', async () => {
  const users: string[] = []
  while (users.length < 20) users.push((await scim.user(`member-${users.length}`)).body.id)
  const group = await scim.send('POST', '/Groups', {
    body: { schemas: [core.group], displayName: 'Everyone' },
  })
  const address = `/Groups/${group.body.id}`
  const size = async () => (await scim.send('GET', address)).body.members?.length ?? 0
  const thousand = Array.from({ length: 1000 }, (_, at) => users[at % users.length] ?? '')
  const add = (ids: string[]) => {
    return { op: 'add', path: 'members', value: ids.map((value) => ({ value })) }
  }
  const remove = (id: string) => ({ op: 'remove', path: `members[value eq "${id}"]` })
  for (const [operations, expected] of [
    [[add(thousand)], 20],
    [thousand.map(remove), 0],
    [thousand.map((id) => add([id])), 20],
  ] as const) {
    assert.equal((await scim.patch(address, ...operations)).status, 200)
    assert.equal(await size(), expected)
  }
})

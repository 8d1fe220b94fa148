import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { makeIntegration, makeResource } from '../../../test/people.ts'
import { makeRuleset } from '../../../test/policy-records.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const integration = await makeIntegration(server)

for (const [name, handle] of [
  ['--- Archive', 'old/archive'],
  ['Archive --- old', '+++/old'],
  ['Élan Engine', 'elan'],
  ['100% sure', 'a_b'],
] as const)
  await makeRuleset(server, await makeResource(server, integration, { name, handle }))

async function names(list: string, text: string): Promise<string[]> {
  const query = `filter[search]=${encodeURIComponent(text)}`
  const answer = await server.get(`/${list}?${query}`, token)
  assert.equal(answer.status, 200, answer.text)
  const rows: { name?: string; policy_resource?: { name: string } }[] = answer.body.data
  return rows.map((row) => row.name ?? row.policy_resource?.name ?? '').sort()
}

suite('a search of a list', () => {
  for (const list of ['directory/resources', 'policy/rulesets'])
    test(`finds ${list} by a part of the name or handle, or without letters by the beginning`, async () => {
      assert.deepEqual(await names(list, 'ENGINE'), ['Élan Engine'])
      assert.deepEqual(await names(list, 'archive'), ['--- Archive', 'Archive --- old'])
      assert.deepEqual(await names(list, 'chive'), ['--- Archive', 'Archive --- old'])
      assert.deepEqual(await names(list, '---'), ['--- Archive'])
      assert.deepEqual(await names(list, '+++'), ['Archive --- old'])
      assert.deepEqual(await names(list, '%%%'), [])
      assert.deepEqual(await names(list, 'a_b'), ['100% sure'])
    })
})

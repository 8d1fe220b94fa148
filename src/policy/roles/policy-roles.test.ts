import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, testServer } from '../../../test/harness.ts'

test('the roles that rules can grant are listed by type', async () => {
  const server = await testServer()
  const viewer = await makeCaller(server, ['policy.rule.view'])
  const path = '/policy/roles?filter[resource_type]=codehost_group'
  const { data } = (await server.get(path, viewer.token)).body
  assert.deepEqual(
    data.map(({ handle }: { handle: string }) => handle),
    ['developer', 'guest', 'maintainer', 'member', 'owner', 'reporter'],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from './harness.ts'

test('a token says whose it is', async () => {
  const server = await testServer()
  const owner = await makeOwner(server)
  const answer = await server.get('/auth/test', owner.token)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.owner_id, owner.id)
  assert.deepEqual(answer.body.roles, ['workspace.owner'])
  assert.equal((await server.get('/auth/test')).status, 401)
  assert.equal((await server.get('/auth/ping')).status, 200)
})

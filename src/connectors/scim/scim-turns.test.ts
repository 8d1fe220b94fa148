import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../test/harness.ts'
import { lockImports } from '../import/import-lock.ts'
import { scimEndpoint } from './scim-for-tests.ts'

test('pushes of one integration that wait for each other are all made', async () => {
  const scim = await scimEndpoint(await testServer())
  const many = Array.from({ length: 8 }, (_, at) => scim.user(`u${at}@acme.example`))
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([201]))
})

test('pushes that have waited for ten seconds are 503, and say what they waited for', async () => {
  const server = await testServer()
  const scim = await scimEndpoint(server)
  const lock = await lockImports(server.database, 'idp')
  const begun = performance.now()
  try {
    const replies = await Promise.all([scim.user('a@acme.example'), scim.user('b@acme.example')])
    const seconds = (performance.now() - begun) / 1000
    assert.ok(seconds > 9 && seconds < 13, String(seconds))
    const [first, second] = replies
    assert.deepEqual([first?.status, second?.status], [503, 503])
    assert.ok(replies.every(({ headers }) => headers.get('retry-after') === '5'))
    for (const { body } of replies)
      assert.match(
        body.detail,
        /^(?:An import of this integration, or requests|Earlier requests of this integration).*, took longer than 10 s/,
      )
  } finally {
    await lock.release()
  }
  assert.equal((await scim.user('a@acme.example')).status, 201)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'

test('a token that is used too fast gets 429, and says when to come back; another token does not', async () => {
  const server = await testServer({ rateLimit: { perSecond: 1, burst: 5 } })
  const [hasty, calm] = [await makeOwner(server), await makeOwner(server)]
  const person = await makeDirectoryUser(server)
  const paths = ['/auth/test', `/directory/users/${person.id}`, '/directory/users?nope=1']
  const statuses: number[] = []
  for (let count = 0; count < 12; count++) {
    const answer = await server.get(paths[count % 3] ?? '', hasty.token)
    statuses.push(answer.status)
    if (answer.status !== 429) continue
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
    assert.match(answer.headers.get('ratelimit') ?? '', /^"token";r=0;t=\d+$/)
    assert.match(answer.headers.get('ratelimit-policy') ?? '', /^"token";q=5;w=5$/)
  }
  assert.deepEqual(statuses.slice(0, 5), [200, 200, 400, 200, 200])
  assert.ok(statuses.filter((status) => status === 429).length >= 5, String(statuses))
  assert.equal(
    (await server.call('POST', '/workspace/services', { token: hasty.token, body: {} })).status,
    429,
  )
  assert.equal((await server.get('/auth/test', calm.token)).status, 200)
})

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

test('a request takes from the allowance what it costs, and one that costs more than all of it takes all', async () => {
  const server = await testServer({ rateLimit: { perSecond: 1, burst: 12 } })
  const [planner, reader, small] = [
    await makeOwner(server),
    await makeOwner(server),
    await makeOwner(server),
  ]
  const plan = { token: planner.token, body: { operations: [{ op: 'change_settings' }] } }
  assert.equal((await server.call('POST', '/policy/plans', plan)).status, 201)
  const refused = await server.call('POST', '/policy/plans', plan)
  assert.equal(refused.status, 429)
  assert.ok(
    Number(refused.headers.get('retry-after')) > 8,
    refused.headers.get('retry-after') ?? '',
  )
  const page = '/directory/users?page[size]=500&include=policy-users,policy-rulesets'
  assert.equal((await server.get(page, reader.token)).status, 200)
  assert.equal((await server.get('/auth/test', reader.token)).status, 200)
  assert.equal((await server.get(page, reader.token)).status, 429)
  for (let count = 0; count < 12; count++)
    assert.equal(
      (await server.get('/directory/users?include=policy-users', small.token)).status,
      200,
    )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeavyRequests } from '../src/http/request-cost.ts'
import { Problem } from '../src/http/problem.ts'
import { lockPolicy } from '../src/database/policy-lock.ts'
import { makeOwner, testServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'
import { untilWaiting } from './until-waiting.ts'

const isRefused = (error: unknown) =>
  error instanceof Problem && error.status === 429 && error.headers['retry-after'] === '1'

test('heavy requests are limited for each caller and in all; the others get 429 at once', async () => {
  const heavy = new HeavyRequests({ perCaller: 2, inAll: 3 })
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const begin = (caller: string) => heavy.run(caller, () => end.then(() => 'done'))
  const running = [begin('ada'), begin('ada')]
  await assert.rejects(begin('ada'), isRefused)
  running.push(begin('bob'))
  await assert.rejects(begin('cy'), isRefused)
  finish()
  assert.deepEqual(await Promise.all(running), ['done', 'done', 'done'])
  await Promise.all([begin('ada'), begin('ada'), begin('cy')])
  await assert.rejects(
    heavy.run('ada', () => Promise.reject(new Error('it fails'))),
    /it fails/,
  )
  await Promise.all([begin('ada'), begin('ada')])
})

test('heavy requests of one caller run one after the other, those of others beside them', async () => {
  const heavy = new HeavyRequests({ perCaller: 2, inAll: 4 })
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const begun: string[] = []
  const begin = (caller: string) =>
    heavy.run(caller, () => {
      begun.push(caller)
      return end
    })
  const running = [begin('ada'), begin('ada'), begin('bob')]
  assert.deepEqual(begun, ['ada', 'bob'])
  finish()
  await Promise.all(running)
  assert.deepEqual(begun, ['ada', 'bob', 'ada'])
})

test('while a heavy request of a caller runs, the next is 429, light ones and other callers are answered', async () => {
  const server = await testServer({ heavyLimits: { perCaller: 1, inAll: 2 } })
  const [busy, other] = [await makeOwner(server), await makeOwner(server)]
  const person = await makeDirectoryUser(server)
  const body = { operations: [{ op: 'change_settings', expires_after_days: 3 }] }
  const plan = await server.call('POST', '/policy/plans', { token: busy.token, body })
  assert.equal(plan.status, 201, plan.text)
  const apply = `/policy/plans/${plan.body.id}/apply`

  const { promise: end, resolve: letGo } = Promise.withResolvers<void>()
  const held = server.database.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    await end
  })
  const running = server.call('POST', apply, { token: busy.token })
  await untilWaiting(server)
  const refused = await server.call('POST', apply, { token: busy.token })
  assert.equal(refused.status, 429, refused.text)
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.match(refused.body.message, /1 heavy requests of one caller, and 2 in all/)
  assert.equal((await server.get(`/directory/users/${person.id}`, busy.token)).status, 200)
  const missing = '/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx/staged-users'
  assert.equal((await server.get(missing, busy.token)).status, 429)
  assert.equal((await server.get(missing, other.token)).status, 404)
  letGo()
  await held
  assert.equal((await running).status, 200)
  assert.equal((await server.get(missing, busy.token)).status, 404)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeavyTime } from '../src/http/limits/heavy-time.ts'
import { HeavyRequests } from '../src/http/limits/heavy-requests.ts'
import { Problem } from '../src/http/refusals/problem.ts'
import { lockPolicy } from '../src/database/policy-lock.ts'
import { makeOwner, testServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'
import { untilWaiting } from './until-waiting.ts'

const isRefused = (error: unknown) =>
  error instanceof Problem && error.status === 429 && error.headers['retry-after'] === '1'

/** Heavy requests that end on command. `begun` has the caller of each that runs, in order. */
function heldRequests(...limits: ConstructorParameters<typeof HeavyRequests>) {
  const heavy = new HeavyRequests(...limits)
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const begun: string[] = []
  const begin = (caller: string) =>
    heavy.run(caller, () => {
      begun.push(caller)
      return end
    })
  return { begin, begun, finish }
}

test('six heavy requests of a caller are taken on, and run one after the other; a seventh gets 429 at once', async () => {
  const { begin, begun, finish } = heldRequests()
  const running = Array.from({ length: 6 }, () => begin('ada'))
  await assert.rejects(begin('ada'), isRefused)
  assert.deepEqual(begun, ['ada'])
  finish()
  await Promise.all(running)
  assert.equal(begun.length, 6)
  await begin('ada')
})

test('two callers who send as many heavy requests as they may leave places to others', async () => {
  const { begin, begun, finish } = heldRequests({ perCaller: 2, running: 4, callers: 20 })
  const callers = ['ada', 'ada', 'bob', 'bob', 'cy', 'dan']
  const running = callers.map(begin)
  await assert.rejects(begin('bob'), isRefused)
  assert.deepEqual(begun, ['ada', 'bob', 'cy', 'dan'])
  finish()
  await Promise.all(running)
})

test('where all places are taken, callers wait in turn, and no caller waits for the second request of another', async () => {
  const { begin, begun, finish } = heldRequests({ perCaller: 2, running: 1, callers: 3 })
  const running = ['ada', 'ada', 'bob', 'cy'].map(begin)
  await assert.rejects(begin('dan'), isRefused)
  assert.deepEqual(begun, ['ada'])
  finish()
  await Promise.all(running)
  assert.deepEqual(begun, ['ada', 'bob', 'cy', 'ada'])
  await begin('dan')
})

test('a heavy request that fails gives its place back', async () => {
  const heavy = new HeavyRequests({ perCaller: 1, running: 1, callers: 1 })
  for (const _attempt of [1, 2]) {
    const failing = heavy.run('ada', () => Promise.reject(new Error('it fails')))
    await assert.rejects(failing, /it fails/)
  }
  assert.equal(await heavy.run('bob', async () => 'done'), 'done')
})

test('heavy requests of a caller take two seconds at once, and a fifth of the time afterwards', () => {
  const time = new HeavyTime()
  const pauses = [0, 1000, 2000, 2500].map((now) => {
    const pause = time.pauseOf('ada', now)
    time.charge('ada', 1000, now)
    return pause
  })
  // 2000 ms, less 1000 ms each, and 200 ms more each second.
  assert.deepEqual(pauses, [0, 0, 0, 2500])
  assert.equal(time.pauseOf('bob', 2500), 0)
  assert.equal(time.pauseOf('ada', 2500 + 5000), 0)
})

test('no pause is longer than five seconds, and no rest brings more than two seconds', () => {
  const time = new HeavyTime()
  time.charge('ada', 60_000, 0)
  assert.equal(time.pauseOf('ada', 0), 5000)
  time.charge('ada', 2500, 1_000_000)
  assert.equal(time.pauseOf('ada', 1_000_000), 2500)
})

test('the next heavy request of a caller without time waits, and takes no place meanwhile', async () => {
  const time = new HeavyTime({ share: 1, burstMilliseconds: 0, longestPauseMilliseconds: 20 })
  const { begin, begun, finish } = heldRequests({ perCaller: 2, running: 1, callers: 2 }, time)
  finish()
  time.charge('ada', 20)
  await Promise.all([begin('ada'), begin('bob')])
  assert.deepEqual(begun, ['bob', 'ada'])
})

test('a heavy request that fails is charged, too', async () => {
  const time = new HeavyTime({ share: 1e-9, burstMilliseconds: 0, longestPauseMilliseconds: 1e15 })
  const heavy = new HeavyRequests(undefined, time)
  await assert.rejects(heavy.run('ada', () => Promise.reject(new Error('it fails'))))
  assert.ok(time.pauseOf('ada') > 0)
  assert.equal(time.pauseOf('bob'), 0)
})

test('while a heavy request of a caller runs, the next is 429, light ones and other callers are answered', async () => {
  const server = await testServer({ heavyLimits: { perCaller: 1, running: 2, callers: 2 } })
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
  assert.match(refused.body.message, /1 heavy requests of one caller/)
  assert.equal((await server.get(`/directory/users/${person.id}`, busy.token)).status, 200)
  const missing = '/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx/staged-users'
  assert.equal((await server.get(missing, busy.token)).status, 429)
  assert.equal((await server.get(missing, other.token)).status, 404)
  letGo()
  await held
  assert.equal((await running).status, 200)
  assert.equal((await server.get(missing, busy.token)).status, 404)
})

test('while all heavy places are taken, people are described and changed, and a heavy request waits', async () => {
  const server = await testServer({ heavyLimits: { perCaller: 2, running: 2, callers: 9 } })
  const { token } = await makeOwner(server)
  const person = `/directory/users/${(await makeDirectoryUser(server)).id}`
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const { heavy } = server.app.services
  const others = ['ada', 'ada', 'bob', 'bob'].map((caller) => heavy.run(caller, () => end))
  const body = { operations: [{ op: 'change_settings', expires_after_days: 3 }] }
  const waiting = server.call('POST', '/policy/plans', { token, body })
  const change = { metadata: { desk: '7' } }
  assert.equal((await server.call('PATCH', person, { token, body: change })).status, 200)
  assert.equal((await server.get(person, token)).body.metadata.desk, '7')
  assert.equal(await Promise.race([waiting, Promise.resolve('waits')]), 'waits')
  finish()
  await Promise.all(others)
  assert.equal((await waiting).status, 201)
})

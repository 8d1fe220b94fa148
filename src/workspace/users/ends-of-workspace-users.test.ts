import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer, type Person } from '../../../test/harness.ts'
import { cookieOf, openLink } from '../auth/sign-in-for-tests.ts'
import { auditRows } from '../services/service-for-tests.ts'

let now = Date.now()
const clock = () => new Date(now)
const hour = 3_600_000
const inHours = (hours: number) => new Date(now + hours * hour).toISOString()

const server = await testServer({ clock })
const second = await testServer({ clock, over: server })
const owner = await makeOwner(server)

const patch = (person: { id: string }, body: object, caller: Person = owner) =>
  server.call('PATCH', `/workspace/users/${person.id}`, { token: caller.token, body })
const describe = async (person: { id: string }) =>
  (await second.get(`/workspace/users/${person.id}`, owner.token)).body

async function statesOf(...credentials: ({ token: string } | { cookie: string })[]) {
  const states: number[] = []
  for (const at of [server, second])
    for (const each of credentials) {
      const headers = 'cookie' in each ? each : undefined
      const token = 'token' in each ? each.token : undefined
      states.push((await at.get('/auth/test', token, headers)).status)
    }
  return states
}

/** A browser in which someone signed in as a person. */
async function sessionAs(person: { id: string }, maker: { token?: string; cookie?: string }) {
  const made = await server.call('POST', '/auth/sign-in-link', {
    token: maker.token,
    body: { user_id: person.id },
    ...(maker.cookie === undefined
      ? {}
      : { headers: { cookie: maker.cookie, origin: 'https://muster.example' } }),
  })
  assert.equal(made.status, 201, made.text)
  const opened = await openLink(server, made.body.url, 'POST')
  assert.equal(opened.status, 303, opened.text)
  return { cookie: cookieOf(opened) }
}

test('a person with an end is expiring, and at that instant may do nothing on any process', async () => {
  const person = await makeCaller(server, ['audit.log.view'])
  const end = inHours(2)
  const changed = await patch(person, { expires_at: end })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual([changed.body.state, changed.body.timestamp.expires_at], ['expiring', end])
  const [row] = (await auditRows(server, 'workspace.user.update')).slice(-1)
  assert.deepEqual(row?.changes, {
    state: { old: 'active', new: 'expiring' },
    expires_at: { old: null, new: end },
  })
  assert.deepEqual(await statesOf(person), [200, 200])
  now += 2 * hour
  assert.deepEqual(await statesOf(person), [401, 401])
  assert.equal((await describe(person)).state, 'expired')
  assert.equal((await auditRows(server, 'workspace.user.expired')).length, 1)
})

test('what someone opened as another person ends with their end, also from a browser', async () => {
  const target = await makeCaller(server, [])
  const maker = await makeCaller(server, ['workspace.user.manage'])
  const byToken = await sessionAs(target, maker)
  const browser = await sessionAs(maker, maker)
  const byBrowser = await sessionAs(target, browser)
  const issued = await server.call('POST', '/workspace/tokens', {
    headers: { ...byBrowser, origin: 'https://muster.example' },
    body: { name: 'as another' },
  })
  assert.equal(issued.status, 201, issued.text)
  const opened = [byToken, browser, byBrowser, { token: issued.body.token }]
  assert.deepEqual(
    await statesOf(...opened),
    Array.from({ length: 8 }, () => 200),
  )
  assert.equal((await patch(maker, { expires_at: inHours(1) })).status, 200)
  assert.deepEqual(
    await statesOf(...opened),
    Array.from({ length: 8 }, () => 200),
  )
  now += hour
  assert.deepEqual(
    await statesOf(...opened),
    Array.from({ length: 8 }, () => 401),
  )
  assert.deepEqual(await statesOf(target), [200, 200])
})

test('an end that has passed ends tokens for good, one that has not passed is taken away', async () => {
  const person = await makeCaller(server, [])
  await patch(person, { expires_at: inHours(1) })
  assert.equal((await patch(person, { expires_at: null })).body.state, 'active')
  assert.deepEqual(await statesOf(person), [200, 200])
  await patch(person, { expires_at: inHours(1) })
  now += hour
  const back = await patch(person, { expires_at: inHours(5) })
  assert.equal(back.body.state, 'expiring', back.text)
  assert.deepEqual(await statesOf(person), [401, 401])
})

test('a later end ends what others opened as them, an earlier one does not', async () => {
  const maker = await makeCaller(server, ['workspace.user.manage'])
  const person = await makeCaller(server, [])
  await patch(person, { expires_at: inHours(4) })
  const opened = await sessionAs(person, maker)
  await patch(person, { expires_at: inHours(2) })
  assert.deepEqual(await statesOf(opened), [200, 200])
  await patch(person, { expires_at: inHours(3) })
  assert.deepEqual(await statesOf(opened), [401, 401])
  assert.deepEqual(await statesOf(person), [200, 200])
})

test('an end is in the future, and the one that a person has may be sent again', async () => {
  const person = await makeCaller(server, [])
  for (const expires_at of [inHours(-1), inHours(0), '2031-02-30T00:00:00Z']) {
    const refused = await patch(person, { expires_at })
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['expires_at']])
  }
  const end = inHours(1)
  await patch(person, { expires_at: end })
  now += hour
  const again = await patch(person, { expires_at: end, name: 'Renamed' })
  assert.deepEqual([again.status, again.body.name, again.body.state], [200, 'Renamed', 'expired'])
})

test('a person is created with an end, staged or active', async () => {
  for (const [state, shown] of [
    ['staged', 'staged'],
    ['active', 'expiring'],
  ]) {
    const body = {
      provider: 'p',
      provider_id: `end-${state}`,
      name: 'N',
      state,
      expires_at: inHours(1),
    }
    const made = await server.call('POST', '/workspace/users', { token: owner.token, body })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual([made.body.state, made.body.timestamp.expires_at], [shown, body.expires_at])
    const found = await server.get(
      `/workspace/users?filter[id]=${made.body.id}&filter[expires_before]=${inHours(2)}`,
      owner.token,
    )
    assert.equal(found.body.data.length, 1)
  }
  const past = { provider: 'p', provider_id: 'past', name: 'N', expires_at: inHours(-1) }
  const refused = await server.call('POST', '/workspace/users', { token: owner.token, body: past })
  assert.deepEqual(Object.keys(refused.body.errors), ['expires_at'])
})

test('an owner without an end remains, and only who holds their rights gives a person an end', async () => {
  const clerk = await makeCaller(server, ['workspace.user.manage'])
  assert.equal((await patch(owner, { expires_at: inHours(1) }, clerk)).status, 403)
  const last = await patch(owner, { expires_at: inHours(1) })
  assert.deepEqual([last.status, Object.keys(last.body.errors)], [422, ['expires_at']])
  const other = await makeOwner(server)
  assert.equal((await patch(other, { expires_at: inHours(1) })).status, 200)
  // The other owner has an end: they will not be there.
  for (const body of [{ roles: [] }, { expires_at: inHours(1) }])
    assert.equal((await patch(owner, body, other)).status, 422, JSON.stringify(body))
  assert.equal((await patch(other, { expires_at: null })).status, 200)
  assert.equal((await patch(owner, { expires_at: inHours(1) }, other)).status, 200)
  assert.equal((await patch(owner, { expires_at: null }, other)).status, 200)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { makeDirectoryUser } from '../../../test/people.ts'
import { makeService, makeServiceToken } from '../services/service-for-tests.ts'
import { cookieOf, openLink, ownOrigin, signIn } from './sign-in-for-tests.ts'

const server = await testServer()

test('a person sees their own sessions, and which of them this is', async () => {
  const person = await makeCaller(server, ['workspace.user.manage'])
  await signIn(server, await makeOwner(server))
  const first = await signIn(server, person)
  await signIn(server, person)
  const list = await server.get('/auth/sessions', undefined, { cookie: first })
  assert.equal(list.status, 200, list.text)
  assert.deepEqual(
    list.body.data.map((session: { state: string; is_current: boolean; user_agent: string }) => [
      session.state,
      session.is_current,
      session.user_agent,
    ]),
    [
      ['active', false, 'node'],
      ['active', true, 'node'],
    ],
  )
  assert.doesNotMatch(list.text, /mst_w/)
  const revoked = await server.get('/auth/sessions?filter[state]=revoked', person.token)
  assert.deepEqual(revoked.body.data, [])
})

test('ending them signs every browser out at once, on every server, and leaves tokens', async () => {
  const owner = await makeOwner(server)
  const other = await testServer({ over: server })
  const cookies = [await signIn(server, owner), await signIn(other, owner)]
  const statuses = () =>
    Promise.all(
      [server, other].flatMap((each) =>
        cookies.map(async (cookie) => (await each.get('/auth/test', undefined, { cookie })).status),
      ),
    )
  assert.deepEqual(await statuses(), [200, 200, 200, 200])
  const ended = await server.call('DELETE', '/auth/sessions', {
    headers: { cookie: cookies[0] ?? '', origin: ownOrigin },
  })
  assert.equal(ended.status, 204, ended.text)
  assert.match(
    ended.headers.get('set-cookie') ?? '',
    /^__Host-muster_session=; Max-Age=0; Path=\/;/,
  )
  assert.deepEqual(await statuses(), [401, 401, 401, 401])
  assert.equal((await other.get('/auth/test', owner.token)).status, 200)
  const rows = await server.query<{ via: string }>(
    `select via from audit_log where event = 'access.session.revoke' and actor_id = $1`,
    [owner.uuid],
  )
  assert.deepEqual(rows, [{ via: 'console' }, { via: 'console' }])
})

test('a process that is alone forgets an ended session too', async () => {
  const alone = await testServer()
  const owner = await makeOwner(alone)
  const cookie = await signIn(alone, owner)
  const status = async () => (await alone.get('/auth/test', undefined, { cookie })).status
  assert.deepEqual([await status(), await status()], [200, 200])
  const ended = await alone.call('DELETE', '/auth/sessions', { token: owner.token })
  assert.equal(ended.status, 204)
  assert.equal(ended.headers.get('set-cookie'), null)
  assert.equal(await status(), 401)
})

test('an owner’s end is the end of what memory knows of them', async () => {
  let offset = 0
  const alone = await testServer({ clock: () => new Date(Date.now() + offset) })
  const person = await makeCaller(alone, ['workspace.user.manage'])
  await alone.database.transaction(({ tx }) =>
    tx
      .updateTable('workspace_user')
      .set({ expires_at: new Date(Date.now() + 60_000) })
      .where('id', '=', person.uuid)
      .execute(),
  )
  const cookie = await signIn(alone, person)
  const statuses = async () => [
    (await alone.get('/auth/test', undefined, { cookie })).status,
    (await alone.get('/auth/test', person.token)).status,
  ]
  assert.deepEqual(await statuses(), [200, 200])
  offset = 61_000
  assert.deepEqual(await statuses(), [401, 401])
})

test('sessions are a person’s: a service gets 403, and so does a token that may only look', async () => {
  const service = await makeService(server, {
    permissions: ['workspace.token.view', 'workspace.token.manage'],
  })
  const { token } = await makeServiceToken(server, service)
  for (const method of ['GET', 'DELETE'])
    assert.equal((await server.call(method, '/auth/sessions', { token })).status, 403)
  const looking = await makeCaller(server, [], ['*.view'])
  assert.equal((await server.get('/auth/sessions', looking.token)).status, 200)
  assert.equal(
    (await server.call('DELETE', '/auth/sessions', { token: looking.token })).status,
    403,
  )
})

test('use is noted for sessions as for tokens', async () => {
  const owner = await makeOwner(server)
  await signIn(server, owner).then((cookie) => server.get('/auth/test', undefined, { cookie }))
  await server.app.services.authenticator.noteUses()
  const list = await server.get('/auth/sessions', owner.token)
  assert.notEqual(list.body.data[0].timestamp.last_used_at, null)
})

test('a session that a token opened, and what is made in it, dies with that token', async () => {
  const owner = await makeOwner(server)
  const short = await server.call('POST', '/workspace/tokens', {
    token: owner.token,
    body: { name: 'short', scopes: ['*'] },
  })
  const cookie = await signIn(server, { ...owner, token: short.body.token })
  const write = { headers: { cookie, origin: ownOrigin } }
  const longer = await server.call('POST', '/workspace/tokens', {
    ...write,
    body: { name: 'longer', scopes: ['*'], expires_in_days: 300 },
  })
  assert.equal(longer.status, 422, longer.text)
  const made = await server.call('POST', '/workspace/tokens', { ...write, body: { name: 'child' } })
  assert.equal(made.body.parent_token_id, short.body.id, made.text)
  await server.call('DELETE', `/workspace/tokens/${short.body.id}`, { token: owner.token })
  assert.equal((await server.get('/auth/test', made.body.token)).status, 401)
  assert.equal((await server.get('/auth/test', undefined, { cookie })).status, 401)
})

test('a session that somebody else opened ends with them too, in memory as in the database', async () => {
  let offset = 0
  const alone = await testServer({ clock: () => new Date(Date.now() + offset) })
  const [owner, maker] = [
    await makeOwner(alone),
    await makeCaller(alone, ['workspace.user.manage']),
  ]
  const person = await makeCaller(alone, [])
  await alone.database.transaction(({ tx }) =>
    tx
      .updateTable('workspace_user')
      .set({ expires_at: new Date(Date.now() + 60_000) })
      .where('id', '=', maker.uuid)
      .execute(),
  )
  const body = { user_id: person.id }
  const openedBy = async ({ token }: { token: string }) => {
    const link = await alone.call('POST', '/auth/sign-in-link', { token, body })
    return cookieOf(await openLink(alone, link.body.url, 'POST'))
  }
  const cookies = [await openedBy(maker), await openedBy(owner)]
  const statuses = () =>
    Promise.all(
      cookies.map(async (cookie) => (await alone.get('/auth/test', undefined, { cookie })).status),
    )
  assert.deepEqual([await statuses(), await statuses()].flat(), [200, 200, 200, 200])
  offset = 61_000
  assert.deepEqual(await statuses(), [401, 200])
})

test('a session that is not used for half an hour has ended, and each request keeps it for as long again', async () => {
  let now = new Date('2026-03-02T08:00:00Z')
  const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
  const clocked = await testServer({ clock: () => now })
  const second = await testServer({ over: clocked, clock: () => now })
  const person = await makeOwner(clocked)
  const cookie = await signIn(clocked, person)
  const statusAt = async (each = clocked) =>
    (await each.get('/auth/test', undefined, { cookie })).status
  later(30 * 60 - 1)
  assert.equal(await statusAt(), 200)
  // Its use is known to one process at first, and holds in all.
  later(30 * 60 - 1)
  assert.equal(await statusAt(second), 200)
  for (let minutes = 0; minutes < 60; minutes += 5) {
    later(5 * 60)
    assert.equal(await statusAt(), 200)
  }
  const shown = async () => (await clocked.get('/auth/sessions', person.token)).body.data[0]
  assert.equal((await shown()).state, 'active')
  later(30 * 60)
  assert.deepEqual([await statusAt(), await statusAt(second)], [401, 401])
  assert.equal((await shown()).state, 'expired')
  assert.equal(
    (await clocked.get('/auth/sessions?filter[state]=active', person.token)).body.data.length,
    0,
  )
})

test('a session ends after twelve hours however much it is used, and after the idle time that is set', async () => {
  let now = new Date('2026-03-02T08:00:00Z')
  const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
  const patient = await testServer({ clock: () => now, sessionIdleSeconds: 12 * 3600 })
  const cookie = await signIn(patient, await makeOwner(patient))
  const status = async () => (await patient.get('/auth/test', undefined, { cookie })).status
  later(12 * 3600 - 1)
  assert.equal(await status(), 200)
  later(1)
  assert.equal(await status(), 401)
  const hasty = await testServer({ clock: () => now, sessionIdleSeconds: 60 })
  const other = await signIn(hasty, await makeOwner(hasty))
  later(59)
  const usedAt = async () => (await hasty.get('/auth/test', undefined, { cookie: other })).status
  assert.equal(await usedAt(), 200)
  later(60)
  assert.equal(await usedAt(), 401)
})

for (const isAlone of [true, false])
  test(`what a page reads by itself does not keep its session from ending, ${isAlone ? 'in memory' : 'beside another server'}`, async () => {
    let now = new Date('2026-03-02T08:00:00Z')
    const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
    const idle = await testServer({ clock: () => now, sessionIdleSeconds: 30 * 60 })
    if (!isAlone) await testServer({ over: idle, clock: () => now })
    const owner = await makeOwner(idle)
    const { id } = await makeDirectoryUser(idle)
    const cookie = await signIn(idle, owner)
    const byItself = { cookie, 'muster-background': 'true' }
    const paths = [`/directory/users/${id}`, '/auth/test', '/policy/plans']
    const statuses = (headers: { [name: string]: string }) =>
      Promise.all(paths.map(async (path) => (await idle.get(path, undefined, headers)).status))
    const isSignedIn = async () => {
      const answer = await fetch(`${idle.origin}/session`, { headers: byItself })
      return (await answer.text()) === '{"is_signed_in":true}'
    }

    assert.deepEqual(await statuses({ cookie }), [200, 200, 200])
    for (const minutes of [10, 10, 9]) {
      later(minutes)
      assert.deepEqual(await statuses(byItself), [200, 200, 200])
      assert.equal(await isSignedIn(), true)
      await idle.app.services.authenticator.noteUses()
    }
    // Someone is there again, and goes.
    assert.deepEqual(await statuses({ cookie }), [200, 200, 200])
    later(29)
    assert.deepEqual(await statuses(byItself), [200, 200, 200])
    later(1)
    assert.equal(await isSignedIn(), false)
    assert.deepEqual(await statuses(byItself), [401, 401, 401])
    assert.deepEqual(await statuses({ cookie }), [401, 401, 401])
  })

test('a change is a use of its session whatever it says, and so is every use of a token', async () => {
  let now = new Date('2026-03-02T08:00:00Z')
  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
  const idle = await testServer({ clock: () => now, sessionIdleSeconds: 30 * 60 })
  const owner = await makeOwner(idle)
  const cookie = await signIn(idle, owner)
  const headers = { cookie, origin: ownOrigin, 'muster-background': 'true' }
  later(20)
  const made = await idle.call('POST', '/policy/plans', { headers, body: { operations: [] } })
  assert.equal(made.status, 422, made.text)
  later(20)
  assert.equal((await idle.get('/auth/test', undefined, { cookie })).status, 200)
  assert.equal(
    (await idle.get('/auth/test', owner.token, { 'muster-background': 'true' })).status,
    200,
  )
  await idle.app.services.authenticator.noteUses()
  const [token] = await idle.query<{ at: Date }>(
    'select last_used_at as at from token where workspace_user_id = $1',
    [owner.uuid],
  )
  assert.equal(new Date(token?.at ?? 0).getTime(), now.getTime())
})

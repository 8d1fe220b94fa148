import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { auditRows } from '../services/service-for-tests.ts'
import { cookieOf, openLink, ownOrigin, signIn } from './sign-in-for-tests.ts'

const server = await testServer()
const owner = await makeOwner(server)

async function isSignedIn(cookie?: string): Promise<unknown> {
  const answer = await fetch(`${server.origin}/session`, {
    headers: cookie === undefined ? {} : { cookie },
  })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  return answer.json()
}
const signOut = (headers: Record<string, string>) =>
  server.call('POST', '/auth/sign-out', { headers })

test('a browser asks whether it is signed in, and gets no error where it is not', async () => {
  const cookie = await signIn(server, owner)
  assert.deepEqual(await isSignedIn(cookie), { is_signed_in: true })
  assert.deepEqual(await isSignedIn(), { is_signed_in: false })
  assert.deepEqual(await isSignedIn('__Host-muster_session=nonsense'), { is_signed_in: false })
  assert.deepEqual(await isSignedIn(`__Host-muster_session=${owner.token}`), {
    is_signed_in: false,
  })
})

test('signing out ends the session of this browser only, and takes its cookie and its cache away', async () => {
  const [here, elsewhere] = [await signIn(server, owner), await signIn(server, owner)]
  const answer = await signOut({ cookie: here, origin: ownOrigin })
  assert.deepEqual([answer.status, answer.body], [200, { url: '/' }])
  assert.match(
    answer.headers.get('set-cookie') ?? '',
    /^__Host-muster_session=; Max-Age=0; .*HttpOnly/,
  )
  assert.equal(answer.headers.get('clear-site-data'), '"cache"')
  assert.deepEqual(await isSignedIn(here), { is_signed_in: false })
  assert.equal((await server.get('/auth/test', undefined, { cookie: here })).status, 401)
  assert.deepEqual(await isSignedIn(elsewhere), { is_signed_in: true })
  const [row] = (await auditRows(server, 'access.session.revoke')).slice(-1)
  assert.equal(row?.actor_id, owner.uuid)
})

test('it needs no permission, but a session', async () => {
  const person = await makeCaller(server, [])
  const made = await server.call('POST', '/auth/sign-in-link', {
    token: owner.token,
    body: { user_id: person.id },
  })
  const cookie = cookieOf(await openLink(server, made.body.url, 'POST'))
  assert.deepEqual(await isSignedIn(cookie), { is_signed_in: true })
  assert.equal((await signOut({ cookie, origin: ownOrigin })).status, 200)
  assert.deepEqual(await isSignedIn(cookie), { is_signed_in: false })
  assert.equal((await signOut({ cookie, origin: ownOrigin })).status, 401)
  const byToken = await server.call('POST', '/auth/sign-out', { token: person.token })
  assert.equal(byToken.status, 422)
})

test('another site signs nobody out', async () => {
  const cookie = await signIn(server, owner)
  const foreign: Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { origin: ownOrigin, 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign)
    assert.equal((await signOut({ cookie, ...headers })).status, 403, JSON.stringify(headers))
  assert.deepEqual(await isSignedIn(cookie), { is_signed_in: true })
})

test('the session says whose it is by name', async () => {
  const cookie = await signIn(server, owner)
  const { body } = await server.get('/auth/test', undefined, { cookie })
  assert.equal(body.owner_id, owner.id)
  const [row] = await server.query<{ name: string }>(
    'select name from workspace_user where id = $1',
    [owner.uuid],
  )
  assert.equal(body.owner_name, row?.name)
})

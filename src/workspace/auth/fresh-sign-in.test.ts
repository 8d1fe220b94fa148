import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeCaller, makeOwner, testServer, type Answer } from '../../../test/harness.ts'
import { makeDirectoryUser } from '../../../test/people.ts'
import { cookieOf, loginRequest, openLink, ownOrigin, signIn } from './sign-in-for-tests.ts'

let now = new Date('2026-03-02T08:00:00Z')
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
const server = await testServer({ clock: () => now })
const owner = await makeOwner(server)
const viewer = await makeCaller(server, ['workspace.user.view'])

type Sent = [method: string, path: string, body?: object]
const bySession = (cookie: string, [method, path, body]: Sent) =>
  server.call(method, path, { headers: { cookie, origin: ownOrigin }, body })
const byToken = ([method, path, body]: Sent) =>
  server.call(method, path, { token: owner.token, body })

let made = 0
async function makeUser(roles: string[]): Promise<string> {
  const provider_id = `person-${(made += 1)}`
  const body = { provider: 'test', provider_id, name: provider_id, roles }
  const { body: user } = await byToken(['POST', '/workspace/users', body])
  return String(user.id)
}

function assertStale(answer: Answer, what: string): void {
  assert.equal(answer.status, 403, `${what}: ${answer.text}`)
  assert.match(answer.body.message, /needs a sign-in within the last 10 minutes/, what)
  assert.match(
    answer.headers.get('www-authenticate') ?? '',
    /^Bearer error="insufficient_user_authentication", .*max_age="600"$/,
  )
}

const everything = { name: 'all', scopes: ['*'] }
const isOwner = ['workspace.owner']

/** What takes a fresh sign-in, each with a record of its own. */
const guarded: Record<string, () => Promise<Sent>> = {
  'creating an owner': async () => [
    'POST',
    '/workspace/users',
    { provider: 'test', provider_id: `new-${(made += 1)}`, name: 'New', roles: isOwner },
  ],
  'making someone an owner': async () => [
    'PATCH',
    `/workspace/users/${await makeUser([])}`,
    { roles: isOwner },
  ],
  'taking the role of owners away': async () => [
    'PATCH',
    `/workspace/users/${await makeUser(isOwner)}`,
    { roles: [] },
  ],
  'renaming an owner': async () => [
    'PATCH',
    `/workspace/users/${await makeUser(isOwner)}`,
    { name: 'Other' },
  ],
  'deactivating an owner': async () => [
    'POST',
    `/workspace/users/${await makeUser(isOwner)}/deactivate`,
  ],
  'restoring an owner': async () => {
    const id = await makeUser(isOwner)
    await byToken(['POST', `/workspace/users/${id}/deactivate`])
    return ['POST', `/workspace/users/${id}/restore`]
  },
  'a link that signs an owner in': async () => [
    'POST',
    '/auth/sign-in-link',
    { user_id: await makeUser(isOwner) },
  ],
  'a link that signs the caller in': async () => ['POST', '/auth/sign-in-link', {}],
  'a token for everything': async () => ['POST', '/workspace/tokens', everything],
  'a token that changes owners': async () => [
    'POST',
    '/workspace/tokens',
    { name: 'users', scopes: ['workspace.user.manage'] },
  ],
  'a token that approves': async () => [
    'POST',
    '/workspace/tokens',
    { name: 'approve', scopes: ['policy.change.*'] },
  ],
  'the login of a command for everything': async () => [
    'POST',
    '/auth/login-codes',
    { ...loginRequest().body, scopes: ['*'] },
  ],
  'a token of a service that erases': async () => {
    const service = { handle: `eraser-${(made += 1)}`, name: 'Eraser' }
    const { body } = await byToken(['POST', '/workspace/services', service])
    const path = `/workspace/services/${body.id}`
    const permissions = ['directory.user.erase']
    const given = await byToken(['PUT', `${path}/permissions`, { permissions }])
    assert.equal(given.status, 200, given.text)
    return ['POST', `${path}/tokens`, { name: 'erase', scopes: ['directory.user.erase'] }]
  },
  'erasing a person': async () => {
    const { id } = await makeDirectoryUser(server)
    await byToken(['DELETE', `/directory/users/${id}`])
    return ['POST', `/directory/users/${id}/erase`]
  },
  'raising a limit': async () => [
    'PATCH',
    '/policy/settings',
    { overall_limit_percent: 10 + (made += 1) },
  ],
}

suite('a session whose person signed in more than ten minutes ago is refused', () => {
  for (const [what, make] of Object.entries(guarded))
    test(`${what}, and a new sign-in is not`, async () => {
      const sent = await make()
      const cookie = await signIn(server, owner)
      later(10 * 60 + 0.001)
      assertStale(await bySession(cookie, sent), what)
      const fresh = await signIn(server, owner)
      later(10 * 60)
      const done = await bySession(fresh, sent)
      assert.ok(done.status < 300, `${what}: ${done.text}`)
    })
})

suite('an old session still does', () => {
  const open: Record<string, () => Promise<Sent>> = {
    'changes of people who are no owners': async () => [
      'PATCH',
      `/workspace/users/${await makeUser([])}`,
      { name: 'Other' },
    ],
    'tokens that only read': async () => ['POST', '/workspace/tokens', { name: 'reads' }],
    'plans of what it could not do': async () => [
      'POST',
      '/policy/plans',
      { operations: [{ op: 'change_settings', overall_limit_percent: 99 }] },
    ],
  }
  for (const [what, make] of Object.entries(open))
    test(what, async () => {
      const cookie = await signIn(server, owner)
      const sent = await make()
      later(20 * 60)
      const done = await bySession(cookie, sent)
      assert.ok(done.status < 300, `${what}: ${done.text}`)
    })
})

test('a session whose issuer does not say when its person signed in is never fresh', async () => {
  const cookie = await signIn(server, owner)
  const sent: Sent = ['POST', '/workspace/tokens', everything]
  assert.equal((await bySession(cookie, sent)).status, 201)
  await server.query('update session set signed_in_at = null')
  server.app.services.authenticator.forget()
  assertStale(await bySession(cookie, sent), 'an unknown sign-in')
})

test('a token has no sign-in, and is never asked for one', async () => {
  const { 'the login of a command for everything': _browser, ...byAnyone } = guarded
  for (const [what, make] of Object.entries(byAnyone)) {
    const done = await byToken(await make())
    assert.ok(done.status < 300, `${what}: ${done.text}`)
  }
})

test('a caller without the permission is told of that, and not to sign in again', async () => {
  const link = await byToken(['POST', '/auth/sign-in-link', { user_id: viewer.id }])
  const cookie = cookieOf(await openLink(server, link.body.url, 'POST'))
  const path = `/workspace/users/${await makeUser(isOwner)}`
  later(20 * 60)
  const refused = await bySession(cookie, ['PATCH', path, { name: 'Other' }])
  assert.equal(refused.status, 403)
  assert.match(refused.body.message, /workspace\.user\.manage/)
  assert.equal(refused.headers.get('www-authenticate'), null)
})

test('how old a sign-in may be is a setting', async () => {
  const hasty = await testServer({ clock: () => now, freshSignInSeconds: 60 })
  const person = await makeOwner(hasty)
  const cookie = await signIn(hasty, person)
  const create = () =>
    hasty.call('POST', '/workspace/tokens', {
      headers: { cookie, origin: ownOrigin },
      body: everything,
    })
  later(60)
  assert.equal((await create()).status, 201)
  later(1)
  const refused = await create()
  assert.match(refused.body.message, /within the last minute/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer, type TestServer } from '../../../test/harness.ts'
import { confirmLogin, loginRequest, ownOrigin, signIn } from './sign-in-for-tests.ts'

let offset = 0
const clock = () => new Date(Date.now() + offset)
const server = await testServer({ clock })
const redirect = 'http://127.0.0.1:49152/muster-login'

const confirm = (cookie: string, body: unknown, headers = {}, on: TestServer = server) =>
  on.call('POST', '/auth/login-codes', { headers: { cookie, origin: ownOrigin, ...headers }, body })
const exchange = (body: unknown, on: TestServer = server) =>
  on.call('POST', '/auth/login-codes/exchange', { body })

const confirmed = (cookie: string, more = {}) => confirmLogin(server, cookie, more)

test('what a person confirms in the browser is exchanged for their token, once', async () => {
  const owner = await makeOwner(server)
  const cookie = await signIn(server, owner)
  const { verifier, body } = loginRequest({ redirect_uri: redirect, state: 'xyz' })
  const answer = await confirm(cookie, body)
  assert.equal(answer.status, 201, answer.text)
  const { code, url, expires_at: end } = answer.body
  assert.match(code, /^mst_c/)
  assert.equal(url, `${redirect}?code=${code}&state=xyz`)
  assert.ok(Date.parse(end) - Date.now() <= 60_000)
  assert.equal(answer.headers.get('cache-control'), 'no-store')

  const sent = { code, verifier, redirect_uri: redirect }
  const made = await exchange(sent)
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(
    [made.body.name, made.body.owner_id, made.body.scopes],
    ['muster on laptop', owner.id, ['*.view']],
  )
  assert.equal((await server.get('/auth/test', made.body.token)).body.owner_id, owner.id)
  const again = await exchange(sent)
  assert.equal(again.status, 401)
  assert.match(again.body.message, /^This code is unknown, used or too old/)

  const rows = await server.query<{ event: string; via: string }>(
    `select event, via from audit_log where actor_id = $1
       and event in ('access.login_code.create', 'workspace.token.create') order by id`,
    [owner.uuid],
  )
  assert.deepEqual(rows, [
    { event: 'access.login_code.create', via: 'console' },
    { event: 'workspace.token.create', via: 'console' },
  ])
})

test('a code is worth nothing to others: without its verifier, elsewhere, or after a minute', async () => {
  const cookie = await signIn(server, await makeOwner(server))
  const sent = await confirmed(cookie, { redirect_uri: redirect })
  const other = loginRequest().verifier
  const elsewhere = 'http://127.0.0.1:49153/muster-login'
  for (const wrong of [
    { ...sent, verifier: other },
    { ...sent, redirect_uri: elsewhere },
    { code: sent.code, verifier: sent.verifier },
    { ...sent, code: `${sent.code.slice(0, -1)}!` },
  ])
    assert.equal((await exchange(wrong)).status, 401)
  offset = 61_000
  assert.equal((await exchange(sent)).status, 401)
  offset = 0
  assert.equal((await exchange(sent)).status, 201)
})

test('a code ends with the session in which it was confirmed', async () => {
  const owner = await makeOwner(server)
  const cookie = await signIn(server, owner)
  const sent = await confirmed(cookie)
  const ended = await server.call('DELETE', '/auth/sessions', { token: owner.token })
  assert.equal(ended.status, 204, ended.text)
  assert.equal((await exchange(sent)).status, 401)
})

test('only a person confirms, in this console, with a redirect to their own machine', async () => {
  const owner = await makeOwner(server)
  const cookie = await signIn(server, owner)
  const { body } = loginRequest()
  const foreign = await confirm(cookie, body, { origin: 'https://evil.example' })
  assert.equal(foreign.status, 403)
  const cross = await confirm(cookie, body, { 'sec-fetch-site': 'cross-site' })
  assert.equal(cross.status, 403)
  const byToken = await server.call('POST', '/auth/login-codes', { token: owner.token, body })
  assert.match(byToken.body.errors.session[0], /^is missing: a login is confirmed in a browser/)
  for (const address of [
    'https://127.0.0.1:4000/muster-login',
    'http://localhost:4000/muster-login',
    'http://127.0.0.1.evil.example:4000/muster-login',
    'http://127.0.0.1:4000/other',
    'http://127.0.0.1:99999/muster-login',
    'http://user@127.0.0.1:4000/muster-login',
    'http://127.0.0.1:4000/muster-login?x=1',
    'http://evil.example:4000/muster-login',
  ]) {
    const refused = await confirm(cookie, loginRequest({ redirect_uri: address }).body)
    assert.equal(refused.status, 422, address)
  }
  const six = await confirm(
    cookie,
    loginRequest({ redirect_uri: 'http://[::1]:4000/muster-login' }).body,
  )
  assert.equal(six.status, 201, six.text)
})

test('the token stays within the session: its scopes, and the life of the token that opened it', async () => {
  const person = await makeCaller(
    server,
    ['workspace.user.manage', 'workspace.user.view'],
    ['workspace.*'],
  )
  const cookie = await signIn(server, person)
  const own = await exchange(await confirmed(cookie, { scopes: ['workspace.*'] }))
  assert.deepEqual(own.body.scopes, ['workspace.*'], own.text)
  const usual = await confirm(cookie, loginRequest().body)
  assert.equal(usual.status, 403, usual.text)
  assert.notEqual(own.body.parent_token_id, null)
  const wider = await confirm(cookie, loginRequest({ scopes: ['*'] }).body)
  assert.equal(wider.status, 403, wider.text)
  const longer = await confirm(
    cookie,
    loginRequest({ scopes: ['workspace.*'], expires_in_days: 300 }).body,
  )
  assert.equal(longer.status, 422, longer.text)
  const narrow = await exchange(await confirmed(cookie, { scopes: ['workspace.user.view'] }))
  assert.deepEqual(narrow.body.scopes, ['workspace.user.view'])
})

test('many wrong codes from one address are refused for a while', async () => {
  const limited = await testServer({ rateLimit: { perSecond: 0.1, burst: 10 } })
  const statuses = []
  for (let count = 0; count < 8; count += 1)
    statuses.push(
      (await exchange({ code: 'mst_c', verifier: loginRequest().verifier }, limited)).status,
    )
  assert.deepEqual([statuses.at(0), statuses.at(-1)], [401, 429])
})

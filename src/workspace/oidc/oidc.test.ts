import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { suite, test } from 'node:test'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { createLogger } from '../../log.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { ownOrigin } from '../auth/sign-in-for-tests.ts'
import { Browser, type Visit } from './browser-for-tests.ts'
import { startProvider, type TestPerson, type TestProvider } from './provider-for-tests.ts'

const acme = await startProvider('acme', {
  allowedDomains: new Set(['acme.example']),
  roles: {
    claim: 'groups',
    byValue: new Map([
      ['auditors', ['workspace.auditor']],
      ['admins', ['workspace.owner']],
      ['typo', ['workspace.audittor']],
      ['leads', ['team.leads', 'team.heads']],
    ]),
  },
})
const partner = await startProvider('partner', { claimsInIdToken: true })
const guests = await startProvider('guests', {
  allowedDomains: new Set(['acme.example']),
  defaultGrant: 'guests.look',
})
let log = ''
const logger = createLogger(
  'info',
  new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk)
      done()
    },
  }),
)
let offset = 0
const server = await testServer({
  issuers: [acme.issuer, partner.issuer, guests.issuer],
  logger,
  clock: () => new Date(Date.now() + offset),
})
const owner = await makeOwner(server)

const startOf = ({ issuer }: TestProvider, search = '') =>
  `${ownOrigin}/auth/oidc/${issuer.handle}/start${search}`
const callbackOf = ({ issuer }: TestProvider) => `${ownOrigin}/auth/oidc/${issuer.handle}/callback`

let people = 0
function makePerson(claims: Record<string, unknown> = {}): TestPerson {
  people += 1
  const email = `person${people}@acme.example`
  return { sub: `sub-${people}`, name: `Person ${people}`, email, email_verified: true, ...claims }
}

/** Comes back from the issuer, but does not open the address yet. */
async function untilCallback(
  provider: TestProvider,
  person: TestPerson,
  browser = new Browser(server),
): Promise<{ browser: Browser; callback: string }> {
  provider.person = person
  const { url } = await browser.follow(startOf(provider), callbackOf(provider))
  return { browser, callback: url }
}

/** Signs in, in a new browser, as far as the redirect or the refusal at the end. */
async function signIn(
  provider: TestProvider,
  person: TestPerson,
): Promise<{ browser: Browser; page: Visit }> {
  const { browser, callback } = await untilCallback(provider, person)
  return { browser, page: await browser.visit(callback) }
}

const whoIs = (browser: Browser) => server.get('/auth/test', undefined, { cookie: browser.cookies })
type User = { id: string; base_state: string; email: string | null; name: string; roles: string[] }

async function userOf(provider: TestProvider, sub: string): Promise<User | undefined> {
  const [user] = await server.query<User>(
    `select u.id, base_state, email, u.name, array(select r.name from workspace_user_role ur join role r on r.id = ur.role_id
       where ur.workspace_user_id = u.id order by 1) as roles
     from workspace_user u where provider = $1 and provider_id = $2`,
    [provider.origin, sub],
  )
  return user
}

const refusals = (reason: string) =>
  server.query<{ details: { provider: string }; parent_id: string | null }>(
    `select details, parent_id from audit_log where event = 'access.sign_in.refuse' and details->>'reason' = $1`,
    [reason],
  )

const refusalsOfAll = '/audit/logs?filter[event]=access.sign_in.refuse&sort=-at'

/** Asserts a plain page that refuses, sets no session, and has the strict policy of these pages. */
function assertRefused(page: Visit, status: number, words: RegExp): void {
  assert.equal(page.status, status, page.text)
  assert.match(page.text, words)
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /^default-src 'none'; style-src 'sha256-[^;]*; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
  )
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.doesNotMatch(page.text, /<script|src=/)
  const cookies = page.headers.getSetCookie().join(' ')
  assert.doesNotMatch(cookies, /__Host-muster_session=mst_/)
}

suite('signing in by an issuer', () => {
  test('creates a person without roles, and finds the same one the next time', async () => {
    const person = makePerson({ preferred_username: 'ada', groups: ['unknown'] })
    const { browser, page } = await signIn(acme, person)
    assert.equal(page.status, 303, page.text)
    const me = await whoIs(browser)
    assert.deepEqual([me.body.roles, me.body.permissions, me.body.scopes], [[], [], ['*']])
    const described = await server.get(`/workspace/users/${me.body.owner_id}`, owner.token)
    assert.partialDeepStrictEqual(described.body, {
      state: 'active',
      provider: acme.origin,
      provider_id: person.sub,
      name: person['name'],
      handle: 'ada',
      email: person['email'],
      directory_user_id: null,
    })
    const again = await signIn(acme, person)
    assert.equal((await whoIs(again.browser)).body.owner_id, me.body.owner_id)
    const sessions = await server.get(`/workspace/users/${me.body.owner_id}/sessions`, owner.token)
    assert.equal(sessions.body.data.length, 2)
    assert.equal(sessions.body.data[0].opened_by.id, me.body.owner_id)
  })

  test('uses cookies that no script can read, and ends that of the sign-in', async () => {
    acme.person = makePerson()
    const browser = new Browser(server)
    const start = await browser.visit(startOf(acme))
    assert.equal(start.status, 303)
    assert.match(
      start.headers.get('set-cookie') ?? '',
      /^__Host-muster_sign_in=[\w-]+; Max-Age=600; Path=\/; SameSite=Lax; HttpOnly; Secure$/,
    )
    const sent = new URL(start.headers.get('location') ?? '').searchParams
    assert.equal(sent.get('response_type'), 'code')
    assert.equal(sent.get('code_challenge_method'), 'S256')
    assert.equal(sent.get('redirect_uri'), callbackOf(acme))
    assert.match(sent.get('state') ?? '', /^[\w-]{43}$/)
    assert.match(sent.get('nonce') ?? '', /^[\w-]{43}$/)
    const { url } = await browser.follow(start.headers.get('location') ?? '', callbackOf(acme))
    const back = await browser.visit(url)
    assert.equal(back.headers.get('location'), '/')
    const [, session, atIssuer] = back.headers.getSetCookie()
    assert.match(
      session ?? '',
      /^__Host-muster_session=mst_w\w+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    assert.match(
      atIssuer ?? '',
      /^__Secure-muster_provider_session=[\w-]+; Max-Age=43200; Path=\/auth\/oidc; SameSite=Strict; HttpOnly; Secure$/,
    )
    assert.equal(browser.cookie('__Host-muster_sign_in'), undefined)
    assert.match(browser.cookie('__Host-muster_session') ?? '', /^mst_w/)
  })

  test('a second time, asked by max_age, makes an old session fresh, and leads back', async () => {
    const person = makePerson({ groups: ['admins'] })
    const { browser } = await signIn(acme, person)
    const me = await whoIs(browser)
    const create = () =>
      server.call('POST', '/workspace/users', {
        headers: { cookie: browser.cookies, origin: ownOrigin },
        body: {
          provider: acme.origin,
          provider_id: `made-by-${person.sub}`,
          name: 'New owner',
          roles: ['workspace.owner'],
        },
      })
    await server.query(`update session set signed_in_at = now() - interval '1 day'`)
    server.app.services.authenticator.forget()
    const refused = await create()
    assert.equal(refused.status, 403, refused.text)
    // Somebody who is signed in at the issuer is asked again there.
    const back = '/settings/people?q=new#top'
    const search = `?max_age=0&return_to=${encodeURIComponent(back)}`
    const start = await browser.visit(startOf(acme, search))
    const authorize = new URL(start.headers.get('location') ?? '')
    assert.equal(authorize.searchParams.get('max_age'), '0')
    const seconds = Math.floor(Date.now() / 1000)
    const { url } = await browser.follow(authorize.href, callbackOf(acme))
    const done = await browser.visit(url)
    assert.deepEqual([done.status, done.headers.get('location')], [303, back])
    assert.equal((await whoIs(browser)).body.owner_id, me.body.owner_id)
    const [session] = await server.query<{ at: Date }>(
      'select signed_in_at as at from session order by created_at desc, id desc limit 1',
    )
    assert.ok(session && session.at.getTime() / 1000 >= seconds)
    const made = await create()
    assert.equal(made.status, 201, made.text)
    for (const id of [made.body.id, me.body.owner_id])
      await server.call('PATCH', `/workspace/users/${id}`, {
        token: owner.token,
        body: { roles: [] },
      })
  })

  test('is never matched by e-mail to a person who exists', async () => {
    const email = 'same@acme.example'
    const first = await signIn(acme, makePerson({ email }))
    const second = await signIn(acme, makePerson({ email }))
    const [one, other] = [await whoIs(first.browser), await whoIs(second.browser)]
    assert.notEqual(one.body.owner_id, other.body.owner_id)
    const elsewhere = await signIn(partner, makePerson({ email }))
    assert.notEqual((await whoIs(elsewhere.browser)).body.owner_id, one.body.owner_id)
  })

  test('ends the session that the browser had when it began, also if the way back is without its cookie', async () => {
    const { browser } = await signIn(acme, makePerson())
    const earlier = browser.cookies
    const { callback } = await untilCallback(acme, makePerson(), browser)
    const strict = `__Host-muster_sign_in=${browser.cookie('__Host-muster_sign_in') ?? ''}`
    const back = await fetch(callback.replace(ownOrigin, server.origin), {
      redirect: 'manual',
      headers: { cookie: strict },
    })
    assert.equal(back.status, 303)
    assert.equal((await server.get('/auth/test', undefined, { cookie: earlier })).status, 401)
  })

  test('keeps the session of a browser whose next sign-in is refused', async () => {
    const { browser } = await signIn(acme, makePerson())
    const { callback } = await untilCallback(acme, makePerson({ email: 'a@evil.example' }), browser)
    assertRefused(await browser.visit(callback), 403, /of your domain/)
    assert.equal((await whoIs(browser)).status, 200)
  })

  test('creates one person for two first sign-ins at once', async () => {
    const person = makePerson({ groups: ['auditors'] })
    const [one, other] = [await untilCallback(acme, person), await untilCallback(acme, person)]
    const pages = await Promise.all(
      [one, other].map(({ browser, callback }) => browser.visit(callback)),
    )
    assert.deepEqual(
      pages.map(({ status }) => status),
      [303, 303],
    )
    const ids = [await whoIs(one.browser), await whoIs(other.browser)].map(
      ({ body }) => body.owner_id,
    )
    assert.equal(ids[0], ids[1])
  })

  test('takes claims from the ID token where it has them', async () => {
    const person = makePerson({ email: 'someone@partner.example' })
    const { browser } = await signIn(partner, person)
    assert.equal((await whoIs(browser)).status, 200)
    assert.equal((await userOf(partner, person.sub))?.email, 'someone@partner.example')
  })

  test('leaves out an address that the issuer does not confirm, and one that it no longer confirms', async () => {
    const email = 'victim@partner.example'
    for (const email_verified of [false, undefined, 'false', 1]) {
      const person = { ...makePerson({ email, email_verified }), name: undefined }
      const { page } = await signIn(partner, person)
      assert.equal(page.status, 303, page.text)
      const user = await userOf(partner, person.sub)
      assert.deepEqual([user?.email, user?.name], [null, ''])
    }
    const logged = await server.query(
      `select from audit_log_personal p where p::text like '%victim%'`,
    )
    assert.equal(logged.length, 0)
    const person = makePerson({ email: 'once@partner.example' })
    await signIn(partner, person)
    await signIn(partner, { ...person, email_verified: false })
    assert.equal((await userOf(partner, person.sub))?.email, null)
  })

  test('lets the address follow the issuer, and keeps a name that an administrator gave', async () => {
    const person = makePerson()
    await signIn(acme, person)
    const user = await userOf(acme, person.sub)
    const path = `/workspace/users/${encodeId('workspaceUser', user?.id ?? '')}`
    await server.call('PATCH', path, { token: owner.token, body: { name: 'Renamed' } })
    await signIn(acme, { ...person, name: 'Married', email: 'married@acme.example' })
    const later = await userOf(acme, person.sub)
    assert.deepEqual([later?.name, later?.email], ['Renamed', 'married@acme.example'])
  })

  test('leaves audit rows of the person and of the session', async () => {
    const person = makePerson()
    await signIn(acme, person)
    const id = (await userOf(acme, person.sub))?.id
    const rows = await server.query(
      `select event, actor_type, via, details from audit_log where record_id = $1 or parent_id = $1 order by sequence`,
      [id],
    )
    assert.deepEqual(rows, [
      { event: 'workspace.user.create', actor_type: 'system', via: 'console', details: null },
      {
        event: 'access.session.create',
        actor_type: 'user',
        via: 'console',
        details: { opened_with: 'issuer' },
      },
    ])
  })
})

const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value)

suite('the way back from an issuer', () => {
  test('works once: neither the address nor the cookie opens a second session', async () => {
    const { browser, callback } = await untilCallback(acme, makePerson())
    const kept = browser.cookies
    assert.equal((await browser.visit(callback)).status, 303)
    assertRefused(await browser.visit(callback), 400, /another browser/)
    const replay = await fetch(callback.replace(ownOrigin, server.origin), {
      redirect: 'manual',
      headers: { cookie: kept },
    })
    assert.equal(replay.status, 410)
    assert.match(await replay.text(), /used already/)
  })

  test('of one sign-in opens one session, even with a second code', async () => {
    const person = makePerson()
    acme.person = person
    const browser = new Browser(server)
    const start = await browser.visit(startOf(acme))
    const authorize = start.headers.get('location') ?? ''
    const kept = browser.cookies
    const statuses = []
    for (let time = 0; time < 2; time++) {
      const { url } = await browser.follow(authorize, callbackOf(acme))
      const opened = await fetch(url.replace(ownOrigin, server.origin), {
        redirect: 'manual',
        headers: { cookie: kept },
      })
      statuses.push(opened.status)
    }
    assert.deepEqual(statuses, [303, 410])
    const id = (await userOf(acme, person.sub))?.id
    const rows = await server.query('select from session where workspace_user_id = $1', [id])
    assert.equal(rows.length, 1)
  })

  test('is refused in a browser that did not begin the sign-in', async () => {
    const { browser, callback } = await untilCallback(acme, makePerson())
    assertRefused(await new Browser(server).visit(callback), 400, /another browser/)
    const other = new Browser(server)
    await other.visit(startOf(acme))
    assertRefused(await other.visit(callback), 400, /another browser/)
    assert.equal((await browser.visit(callback)).status, 303)
  })

  test('is refused with another state, code, issuer or cookie', async () => {
    const person = makePerson()
    const changed = async (change: (url: URL) => void) => {
      const { browser, callback } = await untilCallback(acme, person)
      const url = new URL(callback)
      change(url)
      return browser.visit(url.href)
    }
    assertRefused(await changed(set('state', 'a'.repeat(43))), 400, /another browser/)
    assertRefused(await changed((url) => url.searchParams.delete('state')), 400, /another browser/)
    assertRefused(await changed((url) => url.searchParams.append('state', 'b')), 400, /not valid/)
    assertRefused(await changed(set('iss', partner.origin)), 400, /not valid/)
    assertRefused(await changed((url) => url.searchParams.delete('iss')), 400, /not valid/)
    assertRefused(await changed(set('code', 'x')), 400, /not valid/)
    const stolen = await untilCallback(acme, makePerson())
    const code = new URL(stolen.callback).searchParams.get('code') ?? ''
    // The code of another sign-in does not fit to the verifier of this one.
    assertRefused(await changed(set('code', code)), 400, /not valid/)
    assertRefused(
      await changed((url) => {
        url.pathname = '/auth/oidc/partner/callback'
      }),
      400,
      /another browser/,
    )
    assert.equal(await userOf(acme, person.sub), undefined)
  })

  test('is refused with a forged cookie, or two', async () => {
    const { browser, callback } = await untilCallback(acme, makePerson())
    const sealed = browser.cookie('__Host-muster_sign_in') ?? ''
    const name = '__Host-muster_sign_in='
    const flipped = sealed.slice(0, 60) + (sealed[60] === 'A' ? 'B' : 'A') + sealed.slice(61)
    for (const cookie of [`${name}${flipped}`, `${name}x`, name, `${name}${sealed}; ${name}x`]) {
      const page = await fetch(callback.replace(ownOrigin, server.origin), { headers: { cookie } })
      assert.equal(page.status, 400, cookie)
    }
  })

  test('is refused after ten minutes', async () => {
    const { browser, callback } = await untilCallback(acme, makePerson())
    offset = 601_000
    try {
      assertRefused(await browser.visit(callback), 400, /ten minutes/)
    } finally {
      offset = 0
    }
  })

  test('shows nothing of what the address says', async () => {
    acme.person = makePerson()
    const browser = new Browser(server)
    const start = await browser.visit(startOf(acme))
    const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const hostile = '<img src=x onerror=alert(1)>'
    const url = new URL(callbackOf(acme))
    for (const [key, value] of Object.entries({
      state,
      iss: acme.origin,
      error: 'access_denied',
      error_description: hostile,
    }))
      url.searchParams.set(key, value)
    const page = await browser.visit(url.href)
    assertRefused(page, 403, /Issuer acme did not sign you in/)
    assert.doesNotMatch(page.text, /onerror|access_denied/)
    const unknown = await browser.visit(
      `${ownOrigin}/auth/oidc/${encodeURIComponent(hostile)}/start`,
    )
    assertRefused(unknown, 404, /no such issuer/)
    assert.doesNotMatch(unknown.text, /onerror/)
  })

  test('leads to a page of this server only', async () => {
    const targets = {
      '/people?filter=%C3%A9#top': '/people?filter=%C3%A9#top',
      '//evil.example': '/',
      'https://evil.example/': '/',
      '/\\evil.example': '/',
    }
    for (const [sent, expected] of Object.entries(targets)) {
      acme.person = makePerson()
      const browser = new Browser(server)
      const search = `?return_to=${encodeURIComponent(sent)}`
      const { url } = await browser.follow(startOf(acme, search), callbackOf(acme))
      const page = await browser.visit(url)
      assert.equal(page.headers.get('location'), expected)
    }
  })
})

suite('an account that may not sign in', () => {
  test('has an address that is missing, not confirmed or of another domain', async () => {
    const cases: [claims: Record<string, unknown>, reason: string, words: RegExp][] = [
      [{ email: undefined }, 'unverified', /did not confirm/],
      [{ email_verified: false }, 'unverified', /did not confirm/],
      [{ email_verified: undefined }, 'unverified', /did not confirm/],
      [{ email: 'eve@evil.example' }, 'domain', /of your domain/],
      [{ email: 'eve@sub.acme.example' }, 'domain', /of your domain/],
      [{ email: 'eve@acme.example.evil.example' }, 'domain', /of your domain/],
      [{ email: 'eve@evil.example@acme.example' }, 'unverified', /did not confirm/],
    ]
    for (const [claims, reason, words] of cases) {
      const before = await refusals(reason)
      const person = makePerson(claims)
      const { browser, page } = await signIn(acme, person)
      assertRefused(page, 403, words)
      assert.equal((await whoIs(browser)).status, 401)
      assert.equal(await userOf(acme, person.sub), undefined)
      const rows = await refusals(reason)
      assert.equal(rows.length, before.length + 1)
      assert.equal(rows.at(-1)?.details.provider, acme.origin)
      const { body } = await server.get(`${refusalsOfAll}&page[size]=1`, owner.token)
      const { email, unverified_email: unverified } = body.data[0].changes
      assert.equal(email.new === null, reason === 'unverified')
      assert.equal(email.new === null || unverified.new === null, true)
    }
    assert.equal((await signIn(acme, makePerson({ email: 'Ada@ACME.Example' }))).page.status, 303)
  })

  test('belongs to a person who is staged, expired or deactivated', async () => {
    for (const change of [
      `base_state = 'staged'`,
      `base_state = 'deactivated'`,
      `expires_at = now() - interval '1 second'`,
    ]) {
      const person = makePerson({ groups: ['auditors'] })
      await signIn(acme, { ...person, groups: [] })
      const user = await userOf(acme, person.sub)
      await server.query(`update workspace_user set ${change} where id = $1`, [user?.id])
      const { browser, page } = await signIn(acme, person)
      assertRefused(page, 403, /not active/)
      assert.equal((await whoIs(browser)).status, 401)
      assert.deepEqual((await userOf(acme, person.sub))?.roles, [])
      assert.equal((await refusals('inactive')).at(-1)?.parent_id, user?.id)
    }
  })

  test('leaves one audit row in a minute', async () => {
    const person = makePerson({ email: 'loop@evil.example' })
    const before = (await refusals('domain')).length
    for (let attempt = 0; attempt < 3; attempt++)
      assertRefused((await signIn(acme, person)).page, 403, /of your domain/)
    assert.equal((await refusals('domain')).length, before + 1)
    const { body } = await server.get(`${refusalsOfAll}&page[size]=1`, owner.token)
    assert.equal(body.data[0].record.type, 'sign_in_attempt')
    assert.equal(body.data[0].changes.email.new, 'loop@evil.example')
  })

  test('was created in advance, and is found by issuer and subject', async () => {
    const person = makePerson()
    const created = await server.call('POST', '/workspace/users', {
      token: owner.token,
      body: {
        provider: acme.origin,
        provider_id: person.sub,
        name: 'In advance',
        state: 'staged',
        roles: ['workspace.auditor'],
      },
    })
    assert.equal(created.status, 201, created.text)
    assertRefused((await signIn(acme, person)).page, 403, /not active/)
    await server.query(`update workspace_user set base_state = 'active' where provider_id = $1`, [
      person.sub,
    ])
    const { browser } = await signIn(acme, person)
    const me = await whoIs(browser)
    assert.deepEqual([me.body.owner_id, me.body.roles], [created.body.id, ['workspace.auditor']])
  })
})

suite('roles from a claim', () => {
  test('begin and end with it, beside those given by hand', async () => {
    const person = makePerson({ groups: ['auditors', 'others'] })
    const { browser } = await signIn(acme, person)
    const me = await whoIs(browser)
    assert.deepEqual(me.body.roles, ['workspace.auditor'])
    const role = await server.call('POST', '/workspace/roles', {
      token: owner.token,
      body: { name: 'by.hand', description: '', permissions: ['directory.user.view'] },
    })
    assert.equal(role.status, 201, role.text)
    const given = await server.call('PATCH', `/workspace/users/${me.body.owner_id}`, {
      token: owner.token,
      body: { roles: ['workspace.auditor', 'by.hand'] },
    })
    assert.equal(given.status, 200, given.text)
    const later = await signIn(acme, { ...person, groups: 'others' })
    assert.deepEqual((await whoIs(later.browser)).body.roles, ['by.hand'])
    assert.deepEqual((await whoIs(browser)).body.roles, ['by.hand'])
    const without = await signIn(acme, { ...person, groups: undefined })
    assert.deepEqual((await whoIs(without.browser)).body.roles, ['by.hand'])
    const rows = await server.query<{ changes: { roles?: { old: string[]; new: string[] } } }>(
      `select changes from audit_log where event = 'workspace.user.update' and record_id = $1 and actor_type = 'system' order by sequence`,
      [(await userOf(acme, person.sub))?.id],
    )
    assert.deepEqual(
      rows.map(({ changes }) => changes.roles),
      [
        { old: [], new: ['workspace.auditor'] },
        { old: ['by.hand', 'workspace.auditor'], new: ['by.hand'] },
      ],
    )
  })

  test('that were given by hand before stay when the claim ends', async () => {
    const person = makePerson()
    await signIn(acme, person)
    const id = encodeId('workspaceUser', (await userOf(acme, person.sub))?.id ?? '')
    const body = { roles: ['workspace.auditor'] }
    await server.call('PATCH', `/workspace/users/${id}`, { token: owner.token, body })
    await signIn(acme, { ...person, groups: ['auditors'] })
    await signIn(acme, person)
    assert.deepEqual((await userOf(acme, person.sub))?.roles, ['workspace.auditor'])
  })

  test('are only those of the configuration that exist', async () => {
    const person = makePerson({
      groups: ['workspace.owner', 'typo', { admins: true }, 'constructor'],
    })
    const { page } = await signIn(acme, person)
    assert.equal(page.status, 303, page.text)
    assert.deepEqual((await userOf(acme, person.sub))?.roles, [])
    assert.match(
      log,
      /"roles":\["workspace.audittor"\],"msg":"the issuer gives roles that do not exist"/,
    )
    const elsewhere = await signIn(partner, makePerson({ groups: ['admins'] }))
    assert.deepEqual((await whoIs(elsewhere.browser)).body.roles, [])
  })

  test('are the one that an issuer gives everybody, while it is read-only', async () => {
    const person = makePerson()
    const givers = ({ cookies: cookie }: Browser) =>
      server.get('/auth/role-givers', undefined, { cookie })
    const { browser } = await signIn(guests, person)
    assert.deepEqual((await userOf(guests, person.sub))?.roles, [])
    const told = await givers(browser)
    assert.equal(told.status, 200, told.text)
    assert.equal(
      told.body.data[0]?.name,
      (await server.get('/auth/test', owner.token)).body.owner_name,
    )
    const made = await server.call('POST', '/workspace/roles', {
      token: owner.token,
      body: { name: 'guests.look', permissions: ['directory.user.view'] },
    })
    const change = (permissions: string[]) =>
      server.call('PATCH', `/workspace/roles/${made.body.id}`, {
        token: owner.token,
        body: { permissions },
      })
    const again = await signIn(guests, person)
    assert.deepEqual((await userOf(guests, person.sub))?.roles, ['guests.look'])
    assert.deepEqual((await givers(again.browser)).body.data, [], 'who can look is not told')
    for (const beyond of ['directory.user.manage', 'directory.identity.profile.view']) {
      const refused = await change(['directory.user.view', beyond])
      assert.equal(refused.status, 422, refused.text)
      assert.match(refused.body.errors.permissions[0], /default_grant of an issuer/)
      // As it may be where the configuration names another role now.
      const set = 'update role set permissions = $1 where id = $2'
      const id = decodeId('role', made.body.id)
      await server.query(set, [['directory.user.view', beyond], id])
      const before = log.length
      await signIn(guests, person)
      assert.deepEqual((await userOf(guests, person.sub))?.roles, [], beyond)
      assert.match(log.slice(before), /default_grant is not given: the role is not read-only/)
      await server.query(set, [['directory.user.view'], id])
    }
    await signIn(guests, person)
    assert.deepEqual((await userOf(guests, person.sub))?.roles, ['guests.look'])
    const elsewhere = await signIn(guests, makePerson({ email: 'x@other.example' }))
    assert.equal(elsewhere.page.status, 403)
  })

  test('are those that had the names when the configuration began to use them', async () => {
    const makeRole = (name: string, permissions: string[], token = owner.token) =>
      server.call('POST', '/workspace/roles', { token, body: { name, permissions } })
    const rename = (role: { body: { id: string } }, name: string, token = owner.token) =>
      server.call('PATCH', `/workspace/roles/${role.body.id}`, { token, body: { name } })
    const person = makePerson({ groups: ['leads'] })
    await signIn(acme, person)
    assert.deepEqual((await userOf(acme, person.sub))?.roles, [])
    // A name without a role is bound at the first sign-in that finds one.
    const leads = await makeRole('team.leads', ['directory.user.view', 'policy.rule.view'])
    assert.equal(leads.status, 201, leads.text)
    await signIn(acme, person)
    assert.deepEqual((await userOf(acme, person.sub))?.roles, ['team.leads'])
    assert.equal((await rename(leads, 'team.former')).status, 200)
    const clerk = await makeCaller(server, ['workspace.role.manage', 'audit.log.view'])
    const narrow = await makeRole('clerks', ['audit.log.view'], clerk.token)
    for (const refused of [
      await rename(narrow, 'team.leads', clerk.token),
      await makeRole('team.leads', ['audit.log.view'], clerk.token),
    ]) {
      assert.equal(refused.status, 403, refused.text)
      assert.match(refused.body.message, /configuration of issuers gives a role by this name/)
    }
    // Even to those who may take it, the name gives the role that it was bound to.
    assert.equal((await rename(narrow, 'team.leads')).status, 200)
    await signIn(acme, person)
    assert.deepEqual((await userOf(acme, person.sub))?.roles, ['team.former'])
    assert.equal((await rename(leads, 'team.heads')).status, 200)
    await signIn(acme, person)
    assert.deepEqual((await userOf(acme, person.sub))?.roles, ['team.heads'])
    // With the role its bindings end.
    await signIn(acme, { ...person, groups: [] })
    const path = `/workspace/roles/${leads.body.id}`
    assert.equal((await server.call('DELETE', path, { token: owner.token })).status, 204)
    await signIn(acme, person)
    assert.deepEqual((await userOf(acme, person.sub))?.roles, ['team.leads'])
  })

  test('are bound when a server starts, which says what was renamed or does not exist', async () => {
    const [bound] = await server.query<{ name: string }>(
      `select name from configured_role where name = 'workspace.owner'`,
    )
    assert.equal(bound?.name, 'workspace.owner')
    assert.match(log, /"roles":\[[^\]]*"workspace.audittor"[^\]]*\],"msg":"issuers give roles that/)
  })

  test('end what others opened as the person, and keep their own session', async () => {
    const person = makePerson()
    const { browser } = await signIn(acme, person)
    const user_id = (await whoIs(browser)).body.owner_id
    const link = await server.call('POST', '/auth/sign-in-link', {
      token: owner.token,
      body: { user_id },
    })
    assert.equal(link.status, 201, link.text)
    await signIn(acme, { ...person, groups: ['auditors'] })
    const links = await server.get(`/workspace/users/${user_id}/sign-in-links`, owner.token)
    assert.equal(links.body.data[0].state, 'expired')
    assert.equal((await whoIs(browser)).status, 200)
  })

  test('leave the last active owner that role, and say so', async () => {
    const person = makePerson({ groups: ['admins'] })
    const { browser } = await signIn(acme, person)
    assert.deepEqual((await whoIs(browser)).body.roles, ['workspace.owner'])
    const id = (await userOf(acme, person.sub))?.id
    await server.query(`update workspace_user set base_state = 'staged' where id = $1`, [
      owner.uuid,
    ])
    try {
      const kept = await signIn(acme, { ...person, groups: ['auditors'] })
      assert.equal(kept.page.status, 303, kept.page.text)
      assert.deepEqual((await userOf(acme, person.sub))?.roles, [
        'workspace.auditor',
        'workspace.owner',
      ])
      const rows = await server.query(
        `select from audit_log where event = 'workspace.user.keep_owner' and record_id = $1`,
        [id],
      )
      assert.equal(rows.length, 1)
      assert.match(log, /the last active owner keeps that role/)
    } finally {
      await server.query(`update workspace_user set base_state = 'active' where id = $1`, [
        owner.uuid,
      ])
    }
    await signIn(acme, { ...person, groups: ['auditors'] })
    assert.deepEqual((await userOf(acme, person.sub))?.roles, ['workspace.auditor'])
  })
})

const signOut = (browser: Browser, headers: Record<string, string> = { origin: ownOrigin }) =>
  server.call('POST', '/auth/sign-out', { headers: { cookie: browser.cookies, ...headers } })

suite('signing out', () => {
  test('ends this session, and leads to the end of the one at the issuer', async () => {
    const person = makePerson()
    const { browser } = await signIn(acme, person)
    const other = await signIn(acme, person)
    assert.equal((await signOut(browser, {})).status, 403)
    const out = await signOut(browser)
    assert.equal(out.status, 200, out.text)
    assert.deepEqual(out.body, { url: '/auth/oidc/sign-out' })
    assert.match(out.headers.get('set-cookie') ?? '', /^__Host-muster_session=; Max-Age=0;/)
    assert.equal((await whoIs(browser)).status, 401)
    assert.equal((await whoIs(other.browser)).status, 200)
    const next = await browser.visit(`${ownOrigin}${out.body.url}`)
    assert.equal(next.status, 303)
    const end = new URL(next.headers.get('location') ?? '')
    assert.equal(end.origin + end.pathname, `${acme.origin}/session/end`)
    assert.equal(end.searchParams.get('post_logout_redirect_uri'), `${ownOrigin}/`)
    assert.match(end.searchParams.get('id_token_hint') ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/)
    assert.equal((await browser.visit(end.href)).status, 200)
    assert.equal(browser.cookie('__Secure-muster_provider_session'), undefined)
    const again = await browser.visit(`${ownOrigin}/auth/oidc/sign-out`)
    assert.equal(again.headers.get('location'), '/')
    assert.deepEqual(again.headers.getSetCookie(), [])
  })

  test('is for browsers: a token is revoked', async () => {
    const answer = await server.call('POST', '/auth/sign-out', { token: owner.token })
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['session']])
    assert.equal((await server.get('/auth/test', owner.token)).status, 200)
  })
})

test('the issuers are listed for everybody, by name and address only', async () => {
  const { status, body } = await server.get('/auth/issuers')
  assert.equal(status, 200)
  assert.deepEqual(body.data, [
    { handle: 'acme', name: 'Issuer acme', url: startOf(acme) },
    { handle: 'partner', name: 'Issuer partner', url: startOf(partner) },
    { handle: 'guests', name: 'Issuer guests', url: startOf(guests) },
  ])
})

test('no secret, code or token is in the log, in the database or in a page', async () => {
  const { browser, callback } = await untilCallback(acme, makePerson())
  const { searchParams } = new URL(callback)
  const sealed = browser.cookie('__Host-muster_sign_in') ?? ''
  assert.equal((await browser.visit(callback)).status, 303)
  const { client } = acme.issuer
  const secrets = [
    'secret' in client ? client.secret : '',
    searchParams.get('code') ?? '',
    searchParams.get('state') ?? '',
    sealed,
    browser.cookie('__Secure-muster_provider_session') ?? '',
    browser.cookie('__Host-muster_session') ?? '',
  ]
  const tables = ['sign_in_attempt', 'session', 'workspace_user', 'audit_log']
  const stored = await Promise.all(
    tables.map((table) => server.query(`select t::text from ${table} t`)),
  )
  const everything = log + JSON.stringify(stored)
  for (const secret of secrets) assert.ok(secret.length > 20 && !everything.includes(secret))
})

test('an issuer that is down has a page that says so, and a line in the log', async () => {
  const down = await startProvider('down')
  const other = await testServer({ over: server, issuers: [down.issuer], logger })
  const { browser, callback } = await untilCallback(down, makePerson(), new Browser(other))
  await down.close()
  assertRefused(await browser.visit(callback), 502, /Issuer down can’t be reached/)
  const fresh = await testServer({ over: server, issuers: [down.issuer], logger })
  const page = await new Browser(fresh).visit(startOf(down))
  assertRefused(page, 502, /Issuer down can’t be reached/)
  assert.match(
    log,
    /"issuer":"down","reason":"[^"]*ECONNREFUSED[^"]*","msg":"an issuer can not be reached"/,
  )
})

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { ownOrigin } from '../auth/sign-in-for-tests.ts'
import { Browser, type Visit } from './browser-for-tests.ts'
import { startHostileIssuer, type HostileIssuer } from './hostile-issuer-for-tests.ts'
import { until } from '../../../test/until.ts'

const pages = `${ownOrigin}/auth/oidc`
const evil = await startHostileIssuer('evil')
const server = await testServer({ issuers: [evil.issuer] })
await makeOwner(server)

type Overrides = Partial<Pick<HostileIssuer, 'claims' | 'header' | 'userInfo' | 'signsWrongly'>>

/** Comes back from the issuer with the code that it may give to anybody. */
async function comeBack(
  overrides: Overrides,
  search: Record<string, string> = {},
  asked = '',
): Promise<Visit> {
  const browser = new Browser(server)
  const { headers } = await browser.visit(`${pages}/evil/start${asked}`)
  const sent = new URL(headers.get('location') ?? '').searchParams
  const nonce = sent.get('nonce')
  Object.assign(evil, { claims: {}, header: {}, userInfo: {}, signsWrongly: false }, overrides)
  evil.claims = { nonce, ...overrides.claims }
  const callback = new URL(`${pages}/evil/callback`)
  callback.searchParams.set('code', 'any')
  callback.searchParams.set('state', sent.get('state') ?? '')
  for (const [name, value] of Object.entries(search)) callback.searchParams.set(name, value)
  return browser.visit(callback.href)
}

/** When the person of the newest session signed in. */
const signedIn = async () => {
  const [row] = await server.query<{ seconds: number | null; ahead: boolean | null }>(
    `select extract(epoch from signed_in_at)::float as seconds, signed_in_at > now() as ahead
     from session order by created_at desc, id desc limit 1`,
  )
  return row
}

suite('an ID token', () => {
  test('that is right opens a session', async () => {
    assert.equal((await comeBack({})).status, 303)
    assert.equal((await comeBack({}, { iss: evil.origin })).status, 303)
  })

  const wrong: Record<string, Overrides> = {
    'has another nonce': { claims: { nonce: 'x'.repeat(43) } },
    'has no nonce': { claims: { nonce: undefined } },
    'is of another issuer': { claims: { iss: 'https://other.example' } },
    'is for another client': { claims: { aud: 'other' } },
    'is for several, and authorises another': {
      claims: { aud: ['muster', 'other'], azp: 'other' },
    },
    'has no end': { claims: { exp: undefined } },
    'is not signed': { header: { alg: 'none' } },
    'is signed with another key': { signsWrongly: true },
    'names an unknown key': { header: { kid: 'two' } },
    'has no subject': { claims: { sub: undefined } },
    'differs from UserInfo': { userInfo: { sub: 'victim' } },
  }
  for (const [what, overrides] of Object.entries(wrong))
    test(`that ${what} opens nothing`, async () => {
      const page = await comeBack(overrides)
      assert.equal(page.status, 400, page.text)
      assert.match(page.text, /is not valid/)
    })

  // Half a minute is left for a slow machine.
  const seconds = Math.floor(Date.now() / 1000)
  const beyond: Record<string, HostileIssuer['claims']> = {
    'has expired': { iat: seconds - 700, exp: seconds - 61 },
    'was issued in the future': { iat: seconds + 91, exp: seconds + 400 },
    'is not valid yet': { nbf: seconds + 91 },
  }
  for (const [what, claims] of Object.entries(beyond))
    test(`that ${what}, beyond the tolerance, shows that the clocks differ`, async () => {
      const page = await comeBack({ claims })
      assert.equal(page.status, 400, page.text)
      assert.match(page.text, /The clocks of Issuer evil and of this server differ/)
    })

  test('that was asked for a new sign-in, and shows none, opens nothing', async () => {
    const at = Math.floor(Date.now() / 1000)
    for (const claims of [{}, { auth_time: undefined }, { auth_time: at - 91 }, { auth_time: 0 }]) {
      const page = await comeBack({ claims }, {}, '?max_age=0')
      assert.equal(page.status, 403, JSON.stringify(claims))
      assert.match(page.text, /Issuer evil did not confirm that you have just signed in/)
    }
    for (const auth_time of ['soon', -1, 1.5]) {
      const page = await comeBack({ claims: { auth_time } }, {}, '?max_age=0')
      assert.ok([400, 403].includes(page.status), page.text)
    }
    const ahead = await comeBack({ claims: { auth_time: at + 91 } }, {}, '?max_age=0')
    assert.match(ahead.text, /The clocks of Issuer evil and of this server differ/)
    const within = await comeBack({ claims: { auth_time: at - 30 } }, {}, '?max_age=0')
    assert.equal(within.status, 303, within.text)
  })

  test('tells when its person signed in, where it does: never later than now', async () => {
    const at = Math.floor(Date.now() / 1000)
    assert.equal((await comeBack({})).status, 303)
    assert.deepEqual(await signedIn(), { seconds: null, ahead: null })
    assert.equal((await comeBack({ claims: { auth_time: at - 5000 } })).status, 303)
    assert.deepEqual(await signedIn(), { seconds: at - 5000, ahead: false })
    assert.equal((await comeBack({ claims: { auth_time: at + 50 } })).status, 303)
    assert.equal((await signedIn())?.ahead, false)
  })

  test('within the tolerance opens a session', async () => {
    const at = Math.floor(Date.now() / 1000)
    for (const claims of [
      { iat: at - 700, exp: at - 30 },
      { iat: at + 60, exp: at + 400 },
      { nbf: at + 60 },
    ])
      assert.equal((await comeBack({ claims })).status, 303, JSON.stringify(claims))
  })

  test('that is signed with a new key opens a session, however soon the one before was new', async () => {
    assert.equal((await comeBack({})).status, 303)
    const asked = () => evil.requests.get('/jwks') ?? 0
    for (const name of ['two', 'three']) {
      await sleep(5100)
      const before = asked()
      evil.keyName = name
      assert.equal((await comeBack({})).status, 303)
      assert.equal(asked(), before + 1)
      // A wrong name asks for the keys again, but not within five seconds.
      assert.equal((await comeBack({ header: { kid: 'unknown' } })).status, 400)
      assert.equal((await comeBack({})).status, 303)
      assert.equal(asked(), before + 1)
    }
    evil.keyName = 'one'
    await sleep(5100)
  })

  test('with a response of another issuer opens nothing', async () => {
    assert.equal((await comeBack({}, { iss: 'https://other.example' })).status, 400)
  })

  test('with a subject that can not be stored as it is opens nothing', async () => {
    for (const sub of ['x'.repeat(256), 'ä', 'a\u0000b']) {
      const page = await comeBack({ claims: { sub }, userInfo: { sub } })
      assert.equal(page.status, 403, page.text)
      assert.match(page.text, /did not identify you/)
    }
  })

  test('with hostile texts leaves only what may be stored', async () => {
    const claims = {
      sub: 'hostile',
      name: `\u202e<img src=x onerror=alert(1)>\u0000${'𝕏'.repeat(300)}`,
      preferred_username: 'x'.repeat(1000),
      email: `a\u0000b@acme.example`,
    }
    const page = await comeBack({ claims, userInfo: { sub: 'hostile' } })
    assert.equal(page.status, 303, page.text)
    const [row] = await server.query<{ name: string; handle: string; email: null }>(
      `select name, handle, email from workspace_user where provider_id = 'hostile'`,
    )
    assert.match(row?.name ?? '', /^<U\+202E><img src=x onerror=alert\(1\)><U\+0000>𝕏+$/u)
    assert.deepEqual(
      [Array.from(row?.name ?? '').length, row?.handle.length, row?.email],
      [200, 200, null],
    )
  })
})

const start = async (
  change: (issuer: HostileIssuer) => void,
): Promise<Visit & { from: HostileIssuer }> => {
  const from = await startHostileIssuer('other')
  change(from)
  const own = await testServer({ over: server, issuers: [from.issuer] })
  return { ...(await new Browser(own).visit(`${pages}/other/start`)), from }
}
const assertDown = (page: Visit) => {
  assert.equal(page.status, 502, page.text)
  assert.equal(page.headers.get('set-cookie'), null)
}

suite('an issuer that', () => {
  test('redirects its metadata is not followed', async () => {
    const elsewhere = await startHostileIssuer('elsewhere')
    assertDown(
      await start(({ replace }) =>
        replace.set('/.well-known/openid-configuration', (response) => {
          response
            .writeHead(302, { location: `${elsewhere.origin}/.well-known/openid-configuration` })
            .end()
        }),
      ),
    )
    assert.equal(elsewhere.requests.size, 0)
  })

  test('publishes an endpoint on another host is not used', async () => {
    for (const name of [
      'authorization_endpoint',
      'token_endpoint',
      'jwks_uri',
      'userinfo_endpoint',
      'end_session_endpoint',
    ])
      assertDown(
        await start((issuer) => Object.assign(issuer.metadata, { [name]: `${evil.origin}/x` })),
      )
  })

  test('publishes a scheme that runs scripts, or plain http elsewhere, is not used', async () => {
    for (const address of ['javascript:alert(1)', 'http://acme.example/authorize', 'not a url'])
      assertDown(
        await start((issuer) => {
          issuer.metadata = { authorization_endpoint: address }
          issuer.issuer = {
            ...issuer.issuer,
            hosts: new Set([...issuer.issuer.hosts, 'acme.example', '']),
          }
        }),
      )
  })

  test('publishes another name, or too much, is not used', async () => {
    assertDown(await start((issuer) => Object.assign(issuer.metadata, { issuer: evil.origin })))
    assertDown(
      await start((issuer) => Object.assign(issuer.metadata, { pad: 'x'.repeat(1024 * 1024) })),
    )
  })

  test('does not answer is asked once for many visitors, and given up after seconds', async () => {
    const from = await startHostileIssuer('slow')
    from.replace.set('/.well-known/openid-configuration', () => undefined)
    const own = await testServer({ over: server, issuers: [from.issuer] })
    const began = performance.now()
    const visits = await Promise.all(
      [1, 2, 3, 4].map(() => new Browser(own).visit(`${pages}/slow/start`)),
    )
    for (const page of visits) assertDown(page)
    assertDown(await new Browser(own).visit(`${pages}/slow/start`))
    assert.ok(performance.now() - began < 30_000)
    assert.equal(from.requests.get('/.well-known/openid-configuration'), 1)
  })

  test('offers no end of its sessions leaves the browser here', async () => {
    const browser = new Browser(server)
    const page = await browser.visit(`${pages}/sign-out`)
    assert.equal(page.headers.get('location'), '/')
  })
})

test('wrong ways back are limited for each address', async () => {
  const own = await testServer({
    over: server,
    issuers: [evil.issuer],
    rateLimit: { perSecond: 0.1, burst: 20 },
  })
  const statuses = new Set<number>()
  for (let time = 0; time < 15; time++)
    statuses.add((await new Browser(own).visit(`${pages}/evil/callback?state=x&code=y`)).status)
  assert.deepEqual([...statuses], [400, 429])
})

const limited = (from: HostileIssuer) =>
  testServer({ over: server, issuers: [from.issuer], rateLimit: { perSecond: 0.1, burst: 10 } })
const refuse = (from: HostileIssuer) =>
  from.replace.set('/token', (response) => {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'invalid_grant' }))
  })
/** Begins a sign-in: the way back, in the form that the browser has it, and the cookie. */
const begin = async (own: { origin: string }, from: HostileIssuer) => {
  const browser = new Browser(own)
  const { headers } = await browser.visit(`${pages}/${from.issuer.handle}/start`)
  const sent = new URL(headers.get('location') ?? '').searchParams
  from.claims = { nonce: sent.get('nonce') }
  const state = sent.get('state') ?? ''
  const address = `${own.origin}/auth/oidc/${from.issuer.handle}/callback?state=${state}&code=any`
  const { cookies } = browser
  return async () =>
    (await fetch(address, { headers: { cookie: cookies }, redirect: 'manual' })).status
}

suite('the exchange of a code', () => {
  test('that fails uses the sign-in up, also for several at once', async () => {
    const from = await startHostileIssuer('once')
    refuse(from)
    const own = await testServer({ over: server, issuers: [from.issuer] })
    const comeBackTo = await begin(own, from)
    const statuses = await Promise.all([comeBackTo(), comeBackTo(), comeBackTo()])
    assert.deepEqual(
      statuses.sort((a, b) => a - b),
      [400, 410, 410],
    )
    assert.equal(await comeBackTo(), 410)
    assert.equal(from.requests.get('/token'), 1)
  })

  test('fails only so often for each address, and one that succeeds is not counted', async () => {
    const from = await startHostileIssuer('often')
    const own = await limited(from)
    for (let time = 0; time < 8; time++) assert.equal(await (await begin(own, from))(), 303)
    refuse(from)
    const statuses = []
    for (let time = 0; time < 8; time++) statuses.push(await (await begin(own, from))())
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429, 429])
    assert.equal(from.requests.get('/token'), 13)
  })

  test('is for a new sign-in only: one that is repeated keeps nobody out', async () => {
    const from = await startHostileIssuer('repeated')
    const own = await limited(from)
    refuse(from)
    const repeat = await begin(own, from)
    const statuses = []
    for (let time = 0; time < 8; time++) statuses.push(await repeat())
    assert.deepEqual(statuses, [400, 410, 410, 410, 410, 410, 429, 429])
    assert.equal(from.requests.get('/token'), 1)
    from.replace.clear()
    for (let time = 0; time < 8; time++) assert.equal(await (await begin(own, from))(), 303)
  })

  test('that is put off can be repeated', async () => {
    const from = await startHostileIssuer('later')
    refuse(from)
    const own = await testServer({
      over: server,
      issuers: [from.issuer],
      rateLimit: { perSecond: 10, burst: 2 },
    })
    // One that is so slow that its predecessor no longer counts is not put off.
    const putOff = await until(async () => {
      const comeBackTo = await begin(own, from)
      return (await comeBackTo()) === 429 && comeBackTo
    })
    from.replace.clear()
    const status = await until(async () => {
      const each = await putOff()
      return each !== 429 && each
    })
    assert.equal(status, 303)
  })
})

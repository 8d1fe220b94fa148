import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { encodeId } from '../../contract/ids.ts'
import { makeCaller, makeOwner, testServer, type Person } from '../../../test/harness.ts'
import { makeIntegration, makeResource } from '../../../test/people.ts'
import { makeRuleset } from '../../../test/policy-records.ts'
import { auditRows, makeService, makeServiceToken } from '../services/service-for-tests.ts'
import { cookieOf, openLink, ownOrigin, signIn } from './sign-in-for-tests.ts'

let offset = 0
const server = await testServer({ clock: () => new Date(Date.now() + offset) })
const owner = await makeOwner(server)
const minute = 60_000

const makeLink = (token: string, body: object = {}, headers: Record<string, string> = {}) =>
  server.call('POST', '/auth/sign-in-link', { token, body, headers })
const linkOf = async (body: object = {}): Promise<string> =>
  (await makeLink(owner.token, body)).body.url

async function later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  offset = milliseconds
  try {
    return await work()
  } finally {
    offset = 0
  }
}

suite('a sign-in link', () => {
  test('opens one session, once, in a cookie that no script and no other site can use', async () => {
    const made = await makeLink(owner.token)
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.user_id, owner.id)
    assert.match(made.body.url, /^https:\/\/muster\.example\/sign-in\/mst_l[0-9A-Za-z]{38}$/)
    const opened = await openLink(server, made.body.url, 'POST')
    assert.equal(opened.status, 303, opened.text)
    assert.equal(opened.headers.get('location'), '/')
    assert.match(
      opened.headers.get('set-cookie') ?? '',
      /^__Host-muster_session=mst_w[0-9A-Za-z]{38}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    const whose = await server.get('/auth/test', undefined, { cookie: cookieOf(opened) })
    assert.equal(whose.body.owner_id, owner.id)
    assert.equal(whose.body.token_id, null)
    assert.deepEqual(whose.body.scopes, ['*'])
    const again = await openLink(server, made.body.url, 'POST')
    assert.equal(again.status, 410)
    assert.match(again.text, /used already/)
    assert.equal(again.headers.get('set-cookie'), null)
  })

  test('ends the earlier session of that browser, also of another person, and no other', async () => {
    const other = await makeCaller(server, ['workspace.token.manage'])
    const [elsewhere, earlier] = [await signIn(server, owner), await signIn(server, owner)]
    const url = await linkOf({ user_id: other.id })
    const refused = await openLink(server, await linkOf(), 'POST', { cookie: earlier })
    assert.equal(refused.status, 403)
    const opened = await openLink(server, url, 'POST', { origin: ownOrigin, cookie: earlier })
    assert.equal(opened.status, 303, opened.text)
    const states = [elsewhere, earlier, cookieOf(opened)].map((cookie) =>
      server.get('/auth/test', undefined, { cookie }),
    )
    assert.deepEqual(
      (await Promise.all(states)).map(({ status }) => status),
      [200, 401, 200],
    )
    const events = ['access.session.revoke', 'access.session.create']
    const { body } = await server.get('/audit/logs?sort=-at&page[size]=2', owner.token)
    assert.deepEqual(body.data.map(({ event }: { event: string }) => event).sort(), events.sort())
    const revoked = body.data.find(({ event }: { event: string }) => event.endsWith('revoke'))
    assert.deepEqual([revoked.parent.id, revoked.actor.id], [owner.id, other.id])
  })

  test('of two who press the button at once, one gets in', async () => {
    const url = await linkOf()
    const pages = await Promise.all([1, 2, 3, 4].map(() => openLink(server, url, 'POST')))
    assert.deepEqual(
      pages.map(({ status }) => status).sort((a, b) => a - b),
      [303, 410, 410, 410],
    )
  })

  test('is not used up by whoever only looks at it', async () => {
    const url = await linkOf()
    for (let look = 0; look < 3; look++) {
      const page = await openLink(server, url, 'GET', {})
      assert.equal(page.status, 200)
      assert.match(page.text, /<form method="post">/)
      assert.match(
        page.headers.get('content-security-policy') ?? '',
        /^default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'$/,
      )
      assert.equal(page.headers.get('cache-control'), 'no-store')
      assert.doesNotMatch(page.text, /<script|src=|href=/)
    }
    assert.equal((await openLink(server, url, 'POST')).status, 303)
  })

  test('works for ten minutes', async () => {
    const url = await linkOf()
    await later(10 * minute + 1000, async () => {
      for (const method of ['GET', 'POST'] as const) {
        const page = await openLink(server, url, method)
        assert.equal(page.status, 410)
        assert.match(page.text, /too old/)
      }
    })
    await later(9 * minute, async () =>
      assert.equal((await openLink(server, url, 'POST')).status, 303),
    )
  })

  test('that nobody made is 404, and one of a person who may not act any more 410', async () => {
    const url = await linkOf()
    const unknown = url.slice(0, -1) + (url.endsWith('0') ? '1' : '0')
    for (const method of ['GET', 'POST'] as const)
      assert.equal((await openLink(server, unknown, method)).status, 404)
    const person = await makeCaller(server, [])
    const theirs = await linkOf({ user_id: person.id })
    await server.query(`update workspace_user set base_state = 'deactivated' where id = $1`, [
      person.uuid,
    ])
    assert.equal((await openLink(server, theirs, 'POST')).status, 410)
    assert.equal((await makeLink(owner.token, { user_id: person.id })).status, 422)
  })

  test('signs nobody in from another site', async () => {
    const url = await linkOf()
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: ownOrigin, 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const page = await openLink(server, url, 'POST', headers)
      assert.equal(page.status, 403)
      assert.equal(page.headers.get('set-cookie'), null)
    }
    assert.equal((await openLink(server, url, 'POST')).status, 303)
  })

  test('is stored as a hash, and so is the session', async () => {
    const url = await linkOf()
    const secrets = [url.split('/').at(-1), cookieOf(await openLink(server, url, 'POST')).slice(15)]
    for (const table of ['sign_in_link', 'session', 'audit_log', 'idempotency_key']) {
      const rows = JSON.stringify(await server.query(`select t::text from "${table}" t`))
      for (const secret of secrets) assert.ok(secret && !rows.includes(secret), table)
    }
  })

  test('is never given twice for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'link' }
    assert.equal((await makeLink(owner.token, {}, headers)).status, 201)
    const again = await makeLink(owner.token, {}, headers)
    assert.equal(again.status, 409)
    assert.match(again.body.message, /is not kept\. If it was lost, ask again under a new key/)
  })

  test('leaves audit rows of its making, and of the session', async () => {
    const person = await makeCaller(server, [])
    await openLink(server, await linkOf({ user_id: person.id }), 'POST')
    const [made] = (await auditRows(server, 'access.sign_in_link.create')).slice(-1)
    assert.deepEqual([made?.actor_id, made?.record_id], [owner.uuid, person.uuid])
    const [row] = await server.query(
      `select actor_id, via, parent_id, record_type from audit_log where event = 'access.session.create' order by sequence desc limit 1`,
    )
    assert.deepEqual(row, {
      actor_id: person.uuid,
      via: 'console',
      parent_id: person.uuid,
      record_type: 'wsses',
    })
  })
})

async function assertVoid(url: string): Promise<void> {
  for (const method of ['GET', 'POST'] as const) {
    const page = await openLink(server, url, method)
    assert.equal(page.status, 410, page.text)
    assert.match(page.text, /have changed since/)
    assert.equal(page.headers.get('set-cookie'), null)
  }
}

suite('a link is void once what its person may do has changed', () => {
  const maker = owner
  const linkFor = async (person: Person) =>
    (await makeLink(maker.token, { user_id: person.id })).body.url
  const change = async (method: string, path: string, body?: object) => {
    const answer = await server.call(method, path, { token: owner.token, body })
    assert.ok(answer.status < 300, answer.text)
    return answer
  }

  test('by a role that was given to them, or taken from them', async () => {
    const person = await makeCaller(server, [])
    const plain = await linkFor(person)
    await change('PATCH', `/workspace/users/${person.id}`, { roles: ['workspace.owner'] })
    await assertVoid(plain)
    const powerful = await linkFor(person)
    await change('PATCH', `/workspace/users/${person.id}`, { roles: [] })
    await assertVoid(powerful)
    assert.equal((await openLink(server, await linkFor(person), 'POST')).status, 303)
  })

  test('by a role of theirs that became a wider one', async () => {
    const person = await makeCaller(server, [])
    const role = { name: 'plain.role', permissions: ['audit.log.view'] }
    const made = await change('POST', '/workspace/roles', role)
    await change('PATCH', `/workspace/users/${person.id}`, { roles: ['plain.role'] })
    const url = await linkFor(person)
    await change('PATCH', `/workspace/roles/${made.body.id}`, {
      permissions: ['audit.log.view', 'audit.log.export'],
    })
    await assertVoid(url)
  })

  test('by a role on a service, or by what that service may do', async () => {
    const person = await makeCaller(server, [])
    const service = await makeService(server, { admin: [owner] })
    const body = { user_id: person.id, admin_role: 'audit' }
    const before = await linkFor(person)
    await change('POST', `${service.path}/admins`, body)
    await assertVoid(before)
    const auditing = await linkFor(person)
    await change('PATCH', `${service.path}/admins/${person.id}`, { admin_role: 'token' })
    await assertVoid(auditing)
    const issuing = await linkFor(person)
    await change('PUT', `${service.path}/permissions`, { permissions: ['audit.log.view'] })
    await assertVoid(issuing)
  })

  test('by a role on a ruleset', async () => {
    const person = await makeCaller(server, [])
    const ruleset = await makeRuleset(
      server,
      await makeResource(server, await makeIntegration(server)),
    )
    const path = `/policy/rulesets/${ruleset.id}/admins`
    const before = await linkFor(person)
    await change('POST', path, { user_id: person.id, role: 'audit' })
    await assertVoid(before)
    const auditing = await linkFor(person)
    await change('PATCH', `${path}/${person.id}`, { role: 'admin' })
    await assertVoid(auditing)
    const administering = await linkFor(person)
    await change('DELETE', `${path}/${person.id}`)
    await assertVoid(administering)
  })

  test('by their deactivation, though they were restored', async () => {
    const person = await makeCaller(server, [])
    const url = await linkFor(person)
    await change('POST', `/workspace/users/${person.id}/deactivate`)
    assert.equal((await openLink(server, url, 'POST')).status, 410)
    await change('POST', `/workspace/users/${person.id}/restore`)
    await assertVoid(url)
  })

  test('and once who made it may do nothing any more', async () => {
    const manager = await makeCaller(server, ['workspace.user.manage'])
    const person = await makeCaller(server, [])
    const { url } = (await makeLink(manager.token, { user_id: person.id })).body
    await change('POST', `/workspace/users/${manager.id}/deactivate`)
    assert.equal((await openLink(server, url, 'POST')).status, 410)
  })

  test('and with the sessions that they end, so that who stole one makes no other of it', async () => {
    const person = await makeOwner(server)
    const url = (await makeLink(person.token)).body.url
    const used = (await makeLink(person.token)).body.url
    const cookie = cookieOf(await openLink(server, used, 'POST'))
    await server.call('DELETE', '/auth/sessions', { headers: { cookie, origin: ownOrigin } })
    assert.equal((await openLink(server, url, 'POST')).status, 410)
    assert.match((await openLink(server, used, 'POST')).text, /used already/)
  })
})

suite('a link for somebody', () => {
  test('needs all that they may do', async () => {
    const manager = await makeCaller(server, ['workspace.user.manage', 'directory.user.view'])
    const same = await makeCaller(server, ['directory.user.view'])
    const more = await makeCaller(server, ['directory.user.view', 'directory.user.manage'])
    assert.equal((await makeLink(manager.token, { user_id: same.id })).status, 201)
    const refused = await makeLink(manager.token, { user_id: more.id })
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /directory\.user\.manage/)
    assert.equal((await makeLink(manager.token, { user_id: owner.id })).status, 403)
    assert.equal((await makeLink(same.token)).status, 403)
  })

  test('needs their rights on services too', async () => {
    const manager = await makeCaller(server, ['workspace.user.manage'])
    for (const role of ['admin', 'audit', 'permission', 'token']) {
      const person = await makeCaller(server, [])
      await makeService(server, { [role]: [person] })
      assert.equal((await makeLink(manager.token, { user_id: person.id })).status, 403, role)
      assert.equal((await makeLink(owner.token, { user_id: person.id })).status, 201, role)
    }
    const colleague = await makeCaller(server, [])
    await makeService(server, { audit: [manager, colleague] })
    assert.equal((await makeLink(manager.token, { user_id: colleague.id })).status, 201)
  })

  test('is within the scopes of the token that makes it', async () => {
    const narrow = await makeCaller(server, ['workspace.user.manage'], ['workspace.user.manage'])
    const refused = await makeLink(narrow.token)
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /workspace\.token/)
  })

  test('names a person: not a service, and nobody unknown', async () => {
    const service = await makeService(server, { permissions: ['workspace.user.manage'] })
    const { token } = await makeServiceToken(server, service)
    assert.match((await makeLink(token)).body.errors.user_id[0], /a service does not sign in/)
    const unknown = await makeLink(owner.token, { user_id: 'wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx' })
    assert.deepEqual(Object.keys(unknown.body.errors), ['user_id'])
  })
})

suite('in a browser', () => {
  test('a write needs the Origin of this server, and is audited as of the console', async () => {
    const cookie = await signIn(server, owner)
    const write = (headers: Record<string, string>) =>
      server.call('POST', '/workspace/roles', {
        body: {
          name: `made.${Math.random().toString(36).slice(2)}`,
          permissions: ['audit.log.view'],
        },
        headers: { cookie, ...headers },
      })
    const refused: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${ownOrigin}.evil.example` },
      { origin: ownOrigin, 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of refused) {
      const answer = await write(headers)
      assert.equal(answer.status, 403, JSON.stringify(headers))
      assert.match(answer.body.message, /https:\/\/muster\.example/)
    }
    const made = await write({ origin: ownOrigin, 'sec-fetch-site': 'same-origin' })
    assert.equal(made.status, 201, made.text)
    const rows = await server.query<{ event: string; via: string; actor_id: string }>(
      `select event, via, actor_id from audit_log where event = 'workspace.role.create' and via = 'console' order by sequence`,
    )
    await server.app.services.refusedWrites.flush()
    assert.deepEqual(
      await server.query('select via, count from refused_write where actor_id = $1', [owner.uuid]),
      [{ via: 'console', count: refused.length }],
    )
    assert.ok(rows.every(({ actor_id }) => actor_id === owner.uuid))
    assert.equal(rows.at(-1)?.event, 'workspace.role.create')
  })

  test('a token made there is a child of the token that made the link, and outlives the session', async () => {
    const cookie = await signIn(server, owner)
    const headers = { cookie, origin: ownOrigin }
    const made = await server.call('POST', '/workspace/tokens', {
      body: { name: 'made in a browser', scopes: ['*'] },
      headers,
    })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.parent_token_id, encodeId('token', owner.tokenId))
    assert.equal((await server.call('DELETE', '/auth/sessions', { headers })).status, 204)
    assert.equal((await server.get('/auth/test', made.body.token)).status, 200)
  })

  test('a cookie is no token, a token no cookie, and a header goes before a cookie', async () => {
    const cookie = await signIn(server, owner)
    const secret = cookie.slice('__Host-muster_session='.length)
    const statusWith = async (headers: Record<string, string>) =>
      (await server.get('/auth/test', undefined, headers)).status
    assert.equal(await statusWith({ cookie: `theme=dark; ${cookie}; a=b` }), 200)
    assert.equal(await statusWith({ authorization: `Bearer ${secret}` }), 401)
    assert.equal(await statusWith({ cookie: `__Host-muster_session=${owner.token}` }), 401)
    assert.equal(await statusWith({ cookie: '__Host-muster_session=' }), 401)
    // What another host of the domain can set.
    assert.equal(await statusWith({ cookie: `muster_session=${secret}` }), 401)
    assert.equal(await statusWith({ authorization: 'Bearer nonsense', cookie }), 401)
  })

  test('a session has its person’s power, while they are active and for twelve hours', async () => {
    const person = await makeCaller(server, ['directory.user.view'])
    const cookie = cookieOf(await openLink(server, await linkOf({ user_id: person.id }), 'POST'))
    const statusOf = async (path: string) => (await server.get(path, undefined, { cookie })).status
    assert.equal(await statusOf('/directory/users'), 200)
    assert.equal(await statusOf('/workspace/users'), 403)
    assert.equal(await later(13 * 60 * minute, () => statusOf('/directory/users')), 401)
    const path = `/workspace/users/${person.id}/deactivate`
    assert.equal((await server.call('POST', path, { token: owner.token })).status, 200)
    assert.equal(await statusOf('/directory/users'), 401)
  })
})

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { exportSPKI, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { pino } from 'pino'
import { makeCaller, makeOwner, testServer, type Person } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'
import { pruneEnded } from '../../jobs/prune-ended.ts'
import {
  auditRows,
  makeService,
  makeServiceToken,
  type MadeService,
} from '../services/service-for-tests.ts'
import { startWorkloadIssuer } from './workload-issuer-for-tests.ts'

const grant_type = 'urn:ietf:params:oauth:grant-type:token-exchange'
const subject_token_type = 'urn:ietf:params:oauth:token-type:jwt'
const audience = 'https://muster.acme.example'
const job = 'repo:acme/payroll:ref:refs/heads/main'

const issuer = await startWorkloadIssuer([job, 'repo:acme/other:ref:refs/heads/main'])
const otherIssuer = await startWorkloadIssuer([job])
let offset = 0
const server = await testServer({
  clock: () => new Date(Date.now() + offset),
  workloadIssuers: [issuer.url],
})
const proxied = await testServer({
  over: server,
  clock: () => new Date(Date.now() + offset),
  workloadIssuers: [issuer.url],
  trustedProxies: ['127.0.0.0/8'],
})
const owner = await makeOwner(server)
const alice = await makeCaller(server, [])
const minute = 60_000

const trust = (more: Record<string, unknown> = {}) => ({
  issuer: issuer.url,
  audience,
  subject: 'repo:acme/payroll:*',
  ...more,
})
const patch = (service: MadeService, identities: readonly object[], { token }: Person = alice) =>
  server.call('PATCH', service.path, { token, body: { workload_identities: identities } })
const send = (subject_token: string, more: Record<string, unknown> = {}) =>
  server.call('POST', '/auth/token-exchange', {
    body: { grant_type, subject_token, subject_token_type, ...more },
  })

/** A service that trusts the job; no other one of an earlier test does. */
async function trusting(
  identities: readonly object[] = [trust()],
  permissions: readonly string[] = ['directory.user.view', 'policy.rule.manage'],
): Promise<MadeService> {
  await server.query(`update service set workload_identities = '[]'`)
  const service = await makeService(server, { admin: [alice], permissions })
  const set = await patch(service, identities)
  assert.equal(set.status, 200, set.text)
  return service
}

suite('a job exchanges its token', () => {
  test('for a token of the service that trusts it, for 15 minutes', async () => {
    offset = 0
    const service = await trusting()
    const answer = await send(await issuer.tokenOf(job, audience))
    assert.equal(answer.status, 200, answer.text)
    const { access_token: token, ...rest } = answer.body
    assert.deepEqual(rest, {
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'directory.user.view',
    })
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const status = async () => (await server.get('/directory/users', token)).status
    assert.equal(await status(), 200)
    const draft = await server.get('/workspace/users', token)
    assert.equal(draft.status, 403, 'it has no more than was given')
    offset = 15 * minute - 5000
    assert.equal(await status(), 200)
    offset = 15 * minute + 5000
    assert.equal(await status(), 401)
    offset = 0
    const [row] = (await auditRows(server, 'workspace.token.create')).slice(-1)
    const list = await server.get(`${service.path}/tokens`, alice.token)
    const [listed] = list.body.data
    assert.equal(listed.name, `${job} at ${issuer.url}`)
    assert.equal(listed.issued_by.id, alice.id, 'who trusts the job leads what it does')
    assert.deepEqual(
      {
        actor: row?.actor_id,
        parent: row?.parent_id,
        details: row?.details,
        changes: row?.changes,
      },
      {
        actor: service.uuid,
        parent: service.uuid,
        details: { issuer: issuer.url, subject: job, audience, jti: row?.details?.jti },
        changes: {
          name: { old: null, new: `${job} at ${issuer.url}` },
          scopes: { old: null, new: ['directory.user.view'] },
          parent_token_id: { old: null, new: null },
          expires_at: { old: null, new: listed.timestamp.expires_at },
        },
      },
    )
    assert.equal(typeof row?.details?.jti, 'string')
    assert.ok(!JSON.stringify(row).includes(token))
  })

  test('as a form too, as OAuth sends it, and again while its own is valid', async () => {
    await trusting()
    const subject_token = await issuer.tokenOf(job, audience)
    const form = (text: string) =>
      server.call('POST', '/auth/token-exchange', {
        raw: text,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const text = String(new URLSearchParams({ grant_type, subject_token, subject_token_type }))
    for (let turn = 0; turn < 2; turn++) assert.equal((await form(text)).status, 200)
    const loose = `${text}&client_id=x&audience=&scope=&resource=https%3A%2F%2Fx.example`
    assert.equal((await form(loose)).status, 200, 'what is unknown or empty counts as left out')
    for (const [sent, code] of [
      [`${text}&grant_type=x`, 'invalid_request'],
      ['grant_type=password', 'unsupported_grant_type'],
      [text.replace('%3Ajwt', '%3Asaml2'), 'invalid_request'],
      [text.replace('subject_token=', 'x='), 'invalid_request'],
    ] as const) {
      const { status, body } = await form(sent)
      assert.deepEqual([status, body.error], [400, code], sent)
    }
    const elsewhere = await server.call('POST', '/workspace/services', {
      token: owner.token,
      raw: 'name=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(elsewhere.status, 415)
  })

  test('with the scopes that its identity has there, fewer where it asks so, and none that the service lost', async () => {
    const service = await trusting([trust({ scopes: ['directory.user.view', 'policy.*'] })])
    const jwt = await issuer.tokenOf(job, audience)
    const scopeOf = async (more?: object) => (await send(jwt, { ...more })).body.scope
    assert.equal(await scopeOf(), 'directory.user.view policy.rule.manage')
    assert.equal(await scopeOf({ scope: 'policy.*  audit.log.view' }), 'policy.rule.manage')
    const none = await send(jwt, { scope: 'audit.log.view' })
    assert.deepEqual([none.status, none.body.error], [400, 'invalid_scope'])
    await server.query(
      `insert into service_permission (service_id, permission) values ($1, 'policy.ruleset.manage')`,
      [service.uuid],
    )
    assert.equal(await scopeOf(), 'directory.user.view policy.rule.manage', 'fixed when it was set')
    await server.query(`delete from service_permission where permission = 'directory.user.view'`)
    assert.equal(await scopeOf(), 'policy.rule.manage')
    await server.query(`delete from service_permission where service_id = $1`, [service.uuid])
    assert.deepEqual((await send(jwt)).body.error, 'invalid_scope')
  })
})

const refused = async (jwt: string, more: Record<string, unknown> = {}) => {
  const { status, body } = await send(jwt, more)
  return [status, body.error]
}
const now = () => Math.floor(Date.now() / 1000)

const claims = (more: JWTPayload = {}): JWTPayload => ({
  iss: issuer.url,
  sub: job,
  aud: audience,
  iat: now(),
  exp: now() + 300,
  ...more,
})

const without = (name: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name))

suite('is refused', () => {
  test('what is not valid: issuer, audience, subject, times, algorithm, key, form', async () => {
    await trusting()
    const good = await issuer.sign(claims({ aud: ['x', audience] }))
    assert.equal((await send(good)).status, 200)
    const publicKey = new TextEncoder().encode(await exportSPKI(issuer.publicKey))
    const cases: Record<string, string> = {
      'another issuer': await otherIssuer.tokenOf(job, audience),
      'its issuer’s name, signed by another': await otherIssuer.sign(claims()),
      'another audience': await issuer.tokenOf(job, 'https://elsewhere.example'),
      'another subject': await issuer.tokenOf('repo:acme/other:ref:refs/heads/main', audience),
      'a longer name': await issuer.sign(claims({ sub: `x${job}` })),
      expired: await issuer.sign(claims({ iat: now() - 900, exp: now() - 61 })),
      'not yet': await issuer.sign(claims({ nbf: now() + 90 })),
      'from the future': await issuer.sign(claims({ iat: now() + 90 })),
      'too long': await issuer.sign(claims({ exp: now() + 25 * 3600 })),
      'no end': await issuer.sign(without('exp')),
      'no subject': await issuer.sign(without('sub')),
      'a NUL': await issuer.sign(claims({ sub: 'repo:acme/payroll:\u0000' })),
      'blanks before its name': await issuer.sign(claims({ sub: ` ${job}` })),
      'an unknown key': await issuer.sign(claims(), { kid: 'two' }),
      'no algorithm': new UnsecuredJWT(claims()).encode(),
      'the public key as a secret': await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(publicKey),
      'a changed signature': `${good.slice(0, -8)}AAAAAAAA`,
      'no token': 'no token',
    }
    for (const [name, jwt] of Object.entries(cases))
      assert.deepEqual(await refused(jwt), [400, 'invalid_request'], name)
    const leeway = await issuer.sign(claims({ iat: now() - 300, exp: now() - 30 }))
    assert.equal((await send(leeway)).status, 200, 'clocks may differ by a minute')
  })

  test('a service that may not act, or not from this address, as if none trusted it', async () => {
    const service = await trusting()
    const jwt = await issuer.tokenOf(job, audience)
    const set = (column: string, value: unknown) =>
      server.query(`update service set ${column} = $2 where id = $1`, [service.uuid, value])
    const untrusted = await send(await issuer.tokenOf(job, 'https://elsewhere.example'))
    const same = async () => assert.deepEqual((await send(jwt)).body, untrusted.body)
    for (const [column, value, usual] of [
      ['base_state', 'deactivated', 'active'],
      ['base_state', 'staged', 'active'],
      ['expires_at', new Date(Date.now() - 1000), null],
      ['allowed_networks', ['203.0.113.0/24'], null],
    ] as const) {
      await set(column, value)
      await same()
      await set(column, usual)
      assert.equal((await send(jwt)).status, 200, column)
    }
    await set('allowed_networks', ['203.0.113.0/24'])
    const from = (address: string) =>
      proxied.call('POST', '/auth/token-exchange', {
        body: { grant_type, subject_token: jwt, subject_token_type },
        headers: { 'x-forwarded-for': address },
      })
    const [inside, outside] = [await from('203.0.113.7'), await from('203.0.114.7')]
    assert.deepEqual([inside.status, outside.status], [200, 400])
    const use = await proxied.get('/auth/test', inside.body.access_token, {
      'x-forwarded-for': '203.0.114.7',
    })
    assert.equal(use.status, 401, 'the token is bound to them too')
    await set('allowed_networks', null)
    await server.call('DELETE', service.path, { token: alice.token })
    await same()
  })

  test('with the reason in the log, and a token nowhere in it', async () => {
    const service = await trusting()
    const lines: Record<string, unknown>[] = []
    const write = (line: string) => void lines.push(JSON.parse(line))
    const logger = pino({ level: 'warn' }, { write })
    const logging = await testServer({ over: server, workloadIssuers: [issuer.url], logger })
    const why = async (jwt: string, more: object = {}) => {
      lines.length = 0
      const body = { grant_type, subject_token: jwt, subject_token_type, ...more }
      const { status } = await logging.call('POST', '/auth/token-exchange', { body })
      assert.equal(status, 400)
      const told = lines.filter(({ msg }) => msg === 'a workload gets no token')
      assert.equal(told.length, 1)
      assert.ok(!JSON.stringify(lines).includes(jwt.split('.')[2] ?? jwt))
      return told[0]?.['why']
    }
    const { handle } = (await server.get(service.path, alice.token)).body
    const jwt = await issuer.tokenOf(job, audience)
    assert.equal(await why(await issuer.sign(claims({ exp: now() - 61 }))), 'It has expired')
    assert.equal(
      await why(await issuer.tokenOf(job, 'https://elsewhere.example')),
      `${handle} trusts this subject for another audience`,
    )
    assert.equal(
      await why(await issuer.tokenOf('repo:acme/other:ref:refs/heads/main', audience)),
      `${handle} trusts other subjects at this issuer`,
    )
    assert.equal(
      await why(jwt, { audience: 'another' }),
      `audience names another service than ${handle}`,
    )
    const set = (networks: string[] | null) =>
      server.query(`update service set allowed_networks = $2 where id = $1`, [
        service.uuid,
        networks,
      ])
    await set(['203.0.113.0/24'])
    assert.equal(await why(jwt), `the address is in no network of ${handle}`)
    await set(null)
    await server.query(`update service set base_state = 'deactivated' where id = $1`, [
      service.uuid,
    ])
    assert.equal(await why(jwt), 'no service that may act trusts anybody at this issuer')
  })

  test('without a name where several trust it', async () => {
    await trusting()
    const other = await makeService(server, {
      admin: [alice],
      permissions: ['directory.user.view'],
    })
    await patch(other, [trust({ subject: job })])
    const jwt = await issuer.tokenOf(job, audience)
    assert.deepEqual(await refused(jwt), [400, 'invalid_target'])
    assert.deepEqual(await refused(jwt, { audience: 'unknown' }), [400, 'invalid_target'])
    const named = await send(jwt, { audience: other.id })
    assert.deepEqual([named.status, named.body.scope], [200, 'directory.user.view'])
    const { body } = await server.get(other.path, alice.token)
    assert.equal((await send(jwt, { audience: body.handle })).status, 200)
  })

  test('with 429: beyond 1,000 live tokens of it, and wrong ones sent too often', async () => {
    const service = await trusting()
    const other = 'repo:acme/payroll:ref:refs/heads/other'
    const jwt = await issuer.tokenOf(job, audience)
    await server.query(
      `insert into token (name, hash, service_id, scopes, expires_at, is_exchanged)
       select $2, sha256(n::text::bytea), $1, '{}', now() + interval '10 minutes', true from generate_series(1, 1000) n`,
      [service.uuid, `${job} at ${issuer.url}`],
    )
    const full = await send(jwt)
    assert.deepEqual([full.status, full.headers.get('retry-after')], [429, '60'])
    const free = await send(await issuer.sign(claims({ sub: other })))
    assert.equal(free.status, 200, 'one job takes nothing from another')
    await server.query('update token set revoked_at = now() where is_exchanged')
    assert.equal((await send(jwt)).status, 200)
    const limited = await testServer({
      workloadIssuers: [issuer.url],
      rateLimit: { perSecond: 10, burst: 20 },
    })
    const statuses: number[] = []
    for (let turn = 0; turn < 12; turn++) {
      const body = { grant_type, subject_token: 'wrong', subject_token_type }
      statuses.push((await limited.call('POST', '/auth/token-exchange', { body })).status)
    }
    assert.deepEqual([statuses[0], statuses.at(-1)], [400, 429])
  })
})

suite('the identities that a service trusts', () => {
  test('are set by those who may issue its tokens, and no others', async () => {
    const [tokenAdmin, auditor, manager, strong] = [
      await makeCaller(server, ['workspace.service.manage']),
      await makeCaller(server, []),
      await makeCaller(server, ['workspace.service.manage', 'workspace.service.token.manage']),
      await makeCaller(server, [
        'workspace.service.manage',
        'workspace.service.token.manage',
        'directory.user.view',
      ]),
    ]
    const service = await makeService(server, {
      admin: [alice],
      token: [tokenAdmin],
      audit: [auditor],
      permissions: ['directory.user.view'],
    })
    for (const [who, status] of [
      [auditor, 403],
      [manager, 403],
      [tokenAdmin, 200],
      [strong, 200],
      [alice, 200],
    ] as const) {
      const set = await patch(service, [trust({ subject: `of ${who.id}` })], who)
      assert.equal(set.status, status, set.text)
    }
    const before = await server.get(service.path, alice.token)
    const [trusted] = before.body.workload_identities
    assert.equal(trusted.set_by, alice.id)
    const renamed = await server.call('PATCH', service.path, {
      token: manager.token,
      body: { name: 'Renamed', workload_identities: [trust({ subject: `of ${alice.id}` })] },
    })
    assert.equal(renamed.status, 200, 'what stays needs nothing')
    assert.deepEqual(renamed.body.workload_identities, [
      trust({
        subject: `of ${alice.id}`,
        scopes: ['directory.user.view'],
        set_by: alice.id,
        set_at: trusted.set_at,
      }),
    ])
    const beyond = [trust({ subject: `of ${alice.id}`, scopes: ['*'] })]
    await server.query(
      `insert into service_permission (service_id, permission) values ($1, 'policy.rule.manage')`,
      [service.uuid],
    )
    assert.equal((await patch(service, beyond, strong)).status, 403)
    assert.equal((await patch(service, [], manager)).status, 200, 'less needs no more')
  })

  test('are set by a person alone: a token that ends would live on in them', async () => {
    const permissions = ['directory.user.view', 'workspace.service.*', 'workspace.service.token.*']
    const service = await makeService(server, {
      permissions: [
        'directory.user.view',
        'workspace.service.view',
        'workspace.service.manage',
        'workspace.service.token.manage',
      ],
    })
    const { token } = await makeServiceToken(server, service, permissions)
    const body = { workload_identities: [trust()] }
    const set = await server.call('PATCH', service.path, { token, body })
    assert.equal(set.status, 403, set.text)
    assert.match(set.body.message, /Only a person who signed in as themselves/)
    const less = { token, body: { workload_identities: [] } }
    assert.equal((await server.call('PATCH', service.path, less)).status, 200)
  })

  test('leave an audit row with what changed', async () => {
    const service = await trusting([])
    const set = await patch(service, [trust()])
    const [{ set_at }] = set.body.workload_identities
    const stored = trust({ scopes: ['directory.user.view'], set_by: alice.id, set_at })
    assert.deepEqual(set.body.workload_identities, [stored])
    const rows = await auditRows(server, 'workspace.service.update')
    assert.deepEqual(rows.at(-1)?.changes, {
      workload_identities: { old: [], new: [stored] },
    })
    await patch(service, [trust()])
    assert.equal((await auditRows(server, 'workspace.service.update')).length, rows.length)
  })

  test('are 422 where they name everybody, an issuer that is not listed, or nothing', async () => {
    const permissions = ['directory.user.view']
    const service = await makeService(server, { admin: [alice], permissions })
    for (const [identity, field] of [
      [trust({ subject: '*' }), '0.subject'],
      [trust({ subject: '** *' }), '0.subject'],
      [trust({ subject: '*:ref:refs/heads/main' }), '0.subject'],
      [trust({ subject: ` ${job}` }), '0.subject'],
      [trust({ subject: 'repo:acme | x' }), '0.subject'],
      [trust({ scopes: ['policy.*'] }), '0.scopes'],
      [trust({ issuer: `${issuer.url}/` }), '0.issuer'],
      [trust({ issuer: 'https://elsewhere.example' }), '0.issuer'],
      [trust({ audience: '' }), '0.audience'],
      [trust({ audience: ' ' }), '0.audience'],
      [{ issuer: issuer.url, subject: job }, '0.audience'],
      [trust({ scopes: [] }), '0.scopes'],
    ] as const) {
      const refused = await patch(service, [identity])
      assert.equal(refused.status, 422, refused.text)
      assert.deepEqual(Object.keys(refused.body.errors), [`workload_identities.${field}`])
    }
    const elsewhere = await patch(service, [trust({ issuer: 'https://elsewhere.example' })])
    assert.ok(elsewhere.body.message.includes(issuer.url), elsewhere.text)
    assert.equal((await patch(service, [trust(), trust()])).status, 422)
    const ten = Array.from({ length: 11 }, (_, at) => trust({ subject: `job ${at}` }))
    assert.equal((await patch(service, ten)).status, 422)
    assert.equal((await patch(service, ten.slice(1))).status, 200)
  })
})

test('doctor says which jobs get no token because their issuer is not listed', async () => {
  await server.query(`update service set workload_identities = '[]'`)
  const check = async (issuers: string) => {
    const env = { MUSTER_DATABASE_URL: server.url, MUSTER_WORKLOAD_ISSUERS: issuers }
    const { stdout } = await runCli(['doctor', '--json'], env)
    const checks: { check: string; result: string; message: string; next: string }[] =
      JSON.parse(stdout)
    return checks.find((each) => each.check === 'workloads')
  }
  assert.equal(await check(''), undefined)
  const service = await trusting()
  const { handle } = (await server.get(service.path, alice.token)).body
  assert.equal((await check(issuer.url))?.result, 'ok')
  const warned = await check('https://elsewhere.example')
  assert.deepEqual([warned?.result, warned?.message], ['warn', `jobs of ${handle} get no token`])
  assert.equal(warned?.next.split(': ')[1], issuer.url)
})

test('a service is of a kind, which lists filter by', async () => {
  const created = await server.call('POST', '/workspace/services', {
    token: owner.token,
    body: { name: 'Copilot', handle: 'copilot', kind: 'agent' },
  })
  assert.deepEqual([created.status, created.body.kind], [201, 'agent'], created.text)
  const agents = await server.get('/workspace/services?filter[kind]=agent', owner.token)
  assert.deepEqual(
    agents.body.data.map(({ id }: { id: string }) => id),
    [created.body.id],
  )
  const path = `/workspace/services/${created.body.id}`
  const changed = await server.call('PATCH', path, {
    token: owner.token,
    body: { kind: 'service' },
  })
  assert.equal(changed.body.kind, 'service')
  const rows = await auditRows(server, 'workspace.service.update')
  assert.deepEqual(rows.at(-1)?.changes, { kind: { old: 'agent', new: 'service' } })
})

const exchange = async () => (await send(await issuer.tokenOf(job, audience))).body.access_token

test('tokens of exchanges are deleted a day after their end, and what they used stays known', async () => {
  offset = 0
  const service = await trusting()
  const [first, second] = [await exchange(), await exchange(), await exchange()]
  const uses = async () => {
    const { body } = await server.get(`${service.path}/permissions`, alice.token)
    return body.uses.map((use: { last_used_at: unknown }) => use.last_used_at)
  }
  for (const token of [first, second]) {
    assert.equal((await server.get('/directory/users', token)).status, 200)
    await server.app.services.authenticator.note()
  }
  const before = await uses()
  assert.ok(before.some((at: unknown) => at !== null))
  const left = async () =>
    (await server.query('select from token where service_id = $1', [service.uuid])).length
  offset = 24 * 60 * minute
  await pruneEnded(server.database)
  assert.equal(await left(), 3)
  offset += 16 * minute
  await pruneEnded(server.database)
  assert.equal(await left(), 0)
  offset = 0
  assert.deepEqual(await uses(), before)
})

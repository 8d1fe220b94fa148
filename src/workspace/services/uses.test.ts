import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { makeDirectoryUser } from '../../../test/people.ts'
import { auditRows, makeService, makeServiceToken, type MadeService } from './service-for-tests.ts'

const day = 86_400_000
let now = Date.now()
const clock = () => new Date(now)
const server = await testServer({ clock })
const owner = await makeOwner(server)
const alice = await makeCaller(server, [])
const { id: person } = await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Doe' })

/** All tokens live for a year from now on. */
async function renewTokens(): Promise<void> {
  await server.query(
    `update token set created_at = $1, expires_at = $1::timestamptz + interval '364 days'`,
    [clock()],
  )
}

const [people, rules, log] = ['directory.user.view', 'policy.rule.view', 'audit.log.view'] as const
const note = () => server.app.services.authenticator.notePermissions()
const get = async (path: string, { token }: { token: string } = alice) => {
  const answer = await server.get(path, token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const shrink = (service: MadeService, body: object = {}, headers = {}) =>
  server.call('POST', `${service.path}/shrink`, { token: alice.token, body, headers })

async function serviceWith(permissions: readonly string[]) {
  const service = await makeService(server, { admin: [alice], permissions })
  const token = await makeServiceToken(server, service)
  await renewTokens()
  return { ...service, token: token.token, tokenId: token.id }
}

async function usesOf(service: MadeService) {
  await note()
  const { uses } = await get(`${service.path}/permissions`)
  return uses.map((use: Record<string, unknown>) => [
    use['permission'],
    use['last_used_at'] !== null,
    use['is_unused'],
  ])
}

suite('what of a service is used', () => {
  test('a permission is used by the request that needed it, and not by one that was refused', async () => {
    const service = await serviceWith([people, rules, log])
    assert.equal((await server.get('/workspace/roles', service.token)).status, 403)
    await get('/auth/test', service)
    assert.deepEqual(await usesOf(service), [
      [log, false, false],
      [people, false, false],
      [rules, false, false],
    ])
    await get('/directory/users', service)
    const used = (await usesOf(service)).filter(([, isUsed]: unknown[]) => isUsed)
    assert.deepEqual(used, [[people, true, false]])
    const token = await get(`${service.path}/tokens/${service.tokenId}`)
    assert.ok(
      token.used_permissions.some((use: { permission: string }) => use.permission === people),
    )
    assert.ok(
      token.used_permissions.every(
        (use: { last_used_at: string }) => Date.parse(use.last_used_at) === now,
      ),
    )
  })

  test('a person who is described from memory counts, and what is asked for abilities does not', async () => {
    const manage = 'directory.user.manage'
    const service = await serviceWith([people, manage])
    for (let times = 0; times < 3; times++) await get(`/directory/users/${person}`, service)
    await get(`/directory/users/${person}?include=abilities`, service)
    assert.deepEqual(await usesOf(service), [
      [manage, false, false],
      [people, true, false],
    ])
    now += 100 * day
    await get(`/directory/users/${person}`, service)
    const [unused, used] = await usesOf(service)
    assert.deepEqual(
      [unused, used],
      [
        [manage, false, true],
        [people, true, false],
      ],
    )
  })

  test('what was granted is used by who granted it', async () => {
    const service = await serviceWith(['workspace.role.manage', people, rules])
    const made = await server.call('POST', '/workspace/roles', {
      token: service.token,
      body: { name: 'readers', permissions: [people] },
    })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(await usesOf(service), [
      [people, true, false],
      [rules, false, false],
      ['workspace.role.manage', true, false],
    ])
  })

  test('what a token passes on to another is used, also the right to manage services alone', async () => {
    const [own, manage] = ['workspace.token.manage', 'workspace.service.manage']
    const service = await makeService(server, { permissions: [own, manage, people] })
    const { token } = await makeServiceToken(server, service, [own, manage])
    const made = await server.call('POST', '/workspace/tokens', {
      token,
      body: { name: 'child', scopes: [manage], expires_in_days: 1 },
    })
    assert.equal(made.status, 201, made.text)
    await note()
    const { uses } = (await server.get(`${service.path}/permissions`, owner.token)).body
    assert.deepEqual(
      uses.flatMap((use: Record<string, unknown>) =>
        use['last_used_at'] === null ? [] : [use['permission']],
      ),
      [manage, own],
    )
  })

  test('a use of what only the right to manage services gives is a use of that', async () => {
    const manage = 'workspace.service.manage'
    const service = await serviceWith([manage])
    await get(service.path, service)
    assert.deepEqual(await usesOf(service), [[manage, true, false]])
    const both = await serviceWith([manage, 'workspace.service.view'])
    await get(both.path, both)
    assert.deepEqual(await usesOf(both), [
      [manage, false, false],
      ['workspace.service.view', true, false],
    ])
  })

  test('profiles that are not shown are no use of the right to them, those that are shown are', async () => {
    const profiles = 'directory.identity.profile.view'
    const service = await serviceWith([people, profiles, rules])
    await get(`/directory/users/${person}`, service)
    const unused = async () =>
      (await usesOf(service)).flatMap(([name, isUsed]: unknown[]) =>
        isUsed === true ? [] : [name],
      )
    assert.deepEqual(await unused(), [profiles, rules])
    await get(`/directory/users/${person}?include=policy-rules-manifest`, service)
    assert.deepEqual(await unused(), [])
  })

  test('a request that is refused after it was authorised uses nothing', async () => {
    const service = await serviceWith(['workspace.role.manage', people])
    const post = (body: object) =>
      server.call('POST', '/workspace/roles', { token: service.token, body })
    assert.equal((await post({ name: 'more', permissions: [people, rules] })).status, 403)
    assert.equal((await post({ name: '', permissions: [] })).status, 422)
    assert.deepEqual(await usesOf(service), [
      [people, false, false],
      ['workspace.role.manage', false, false],
    ])
  })

  test('uses of any process count, and one is written once an hour', async () => {
    const second = await testServer({ clock, over: server })
    const service = await serviceWith([people])
    const use = async () => {
      assert.equal((await second.get('/directory/users', service.token)).status, 200)
      await second.app.services.authenticator.notePermissions()
      return (await get(`${service.path}/permissions`)).uses[0].last_used_at
    }
    const first = await use()
    assert.equal(Date.parse(first), now)
    now += 59 * 60_000
    assert.equal(await use(), first)
    now += 61_000
    assert.equal(Date.parse(await use()), now)
  })

  test('uses that could not be written down are written down next time', async () => {
    const service = await serviceWith([people])
    await get('/directory/users', service)
    await server.query('alter table token_permission rename to away')
    await assert.rejects(note(), /token_permission/)
    await server.query('alter table away rename to token_permission')
    assert.deepEqual(await usesOf(service), [[people, true, false]])
  })

  test('the ETag of its permissions is another one after a use', async () => {
    const service = await serviceWith([people])
    const read = () => server.get(`${service.path}/permissions`, alice.token)
    const before = (await read()).headers.get('etag')
    assert.equal((await read()).headers.get('etag'), before)
    await get('/directory/users', service)
    await note()
    assert.notEqual((await read()).headers.get('etag'), before)
  })
})

suite('a service shrinks', () => {
  test('what was not used for 90 days is taken away, with one audit row, and put back by one request', async () => {
    const service = await serviceWith([people, rules, log])
    const early = await shrink(service)
    assert.deepEqual(early.body.permissions, [log, people, rules], 'it has them only now')
    await get('/directory/users', service)
    await note()
    now += 90 * day - 1000
    await get('/policy/rulesets', service)
    await note()
    now += 1000
    const read = await server.get(`${service.path}/permissions`, alice.token)
    const done = await shrink(service, {}, { 'if-match': read.headers.get('etag') ?? '' })
    assert.equal(done.status, 200, done.text)
    assert.deepEqual(done.body.permissions, [rules])
    assert.equal(
      done.headers.get('etag'),
      (await server.get(`${service.path}/permissions`, alice.token)).headers.get('etag'),
    )
    assert.deepEqual((await get('/auth/test', service)).permissions, [rules])
    const rows = await auditRows(server, 'workspace.service_permission.shrink')
    assert.deepEqual(
      rows.map(({ changes }) => changes),
      [{ permissions: { old: [log, people, rules], new: [rules] } }],
    )
    const back = await server.call('PUT', `${service.path}/permissions`, {
      token: owner.token,
      body: { permissions: [log, people, rules] },
    })
    assert.equal(back.status, 200)
    assert.deepEqual(
      (await shrink(service)).body.permissions,
      [log, people, rules],
      'it has them only now',
    )
  })

  test('a named permission that was needed since is refused, and nothing is taken away', async () => {
    const service = await serviceWith([people, rules])
    now += 91 * day
    await get('/directory/users', service)
    await note()
    const refused = await shrink(service, { permissions: [people, rules] })
    assert.equal(refused.status, 422)
    assert.match(
      refused.body.errors.permissions[0],
      /^directory\.user\.view is not one of the unused ones \(policy\.rule\.view\)$/,
    )
    assert.equal((await get(`${service.path}/permissions`)).permissions.length, 2)
    assert.deepEqual((await shrink(service, { permissions: [rules] })).body.permissions, [people])
  })

  test('nothing is unused while the service has something open as a person, nor before it could act for so long', async () => {
    const service = await serviceWith(['workspace.user.manage', people])
    const { uuid } = await makeCaller(server, [people])
    await server.query(
      `insert into token (name, hash, workspace_user_id, issuer_service_id, scopes, created_at, expires_at)
       values ('lent', sha256('lent'), $1, $2, '{*}', $3, $3::timestamptz + interval '100 days')`,
      [uuid, service.uuid, clock()],
    )
    now += 95 * day
    const unused = async () => (await usesOf(service)).map(([, , isUnused]: unknown[]) => isUnused)
    assert.deepEqual(await unused(), [false, false])
    now += 6 * day
    assert.deepEqual(await unused(), [true, true])
    await renewTokens()
    for (const verb of ['deactivate', 'activate']) {
      const path = `${service.path}/${verb}`
      const moved = await server.call('POST', path, { token: owner.token, body: {} })
      assert.equal(moved.status, 200, moved.text)
    }
    assert.deepEqual(await unused(), [false, false])
  })

  test('what a webhook of the service sends is needed', async () => {
    const service = await serviceWith([log, people])
    await server.query(
      `insert into webhook (name, url, service_id, permissions, key_id, nonce, ciphertext)
       values ('w', 'https://hooks.acme.example', $1, $2, 'k', '', '')`,
      [service.uuid, [log]],
    )
    now += 91 * day
    assert.deepEqual(await usesOf(service), [
      [log, false, false],
      [people, false, true],
    ])
  })
})

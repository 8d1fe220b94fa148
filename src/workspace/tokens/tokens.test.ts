import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { isTokenSecret } from '../../access/token-secret.ts'
import { auditRows, makeService, makeServiceToken } from '../services/service-for-tests.ts'
import { within } from '../../../test/within.ts'

const server = await testServer()
const owner = await makeOwner(server)
const day = 86_400_000

const make = (token: string, body: object, headers: Record<string, string> = {}) =>
  server.call('POST', '/workspace/tokens', { token, body: { name: 'new', ...body }, headers })
const works = async (token: string) => (await server.get('/auth/test', token)).status === 200
const daysUntil = (instant: string) => Math.round((Date.parse(instant) - Date.now()) / day)

/** A token of the owner that lives that many days. */
async function ownerToken(days: number, scopes: string[] = ['*']) {
  const { token, tokenId } = await makeCaller(server, [], scopes)
  await server.query(
    `update token set workspace_user_id = $1, expires_at = created_at + $2 * interval '1 day' where id = $3`,
    [owner.uuid, days, tokenId],
  )
  return token
}

suite('one’s own tokens', () => {
  test('one is made with the default scopes, shown once, and stored as a hash', async () => {
    const long = await ownerToken(365)
    const made = await make(long, {})
    assert.equal(made.status, 201, made.text)
    assert.ok(isTokenSecret(made.body.token))
    assert.ok(made.body.token.startsWith('mst_u'))
    assert.deepEqual(made.body.scopes, ['*.view'])
    assert.equal(daysUntil(made.body.timestamp.expires_at), 90)
    assert.equal(
      made.headers.get('location'),
      `https://muster.example/api/v1/workspace/tokens/${made.body.id}`,
    )
    const list = await server.get('/workspace/tokens', long)
    assert.ok(list.body.data.some((row: { id: string }) => row.id === made.body.id))
    assert.ok(!list.text.includes(made.body.token))
    const [audit] = (await auditRows(server, 'workspace.token.create')).slice(-1)
    assert.ok(!JSON.stringify(audit).includes(made.body.token))
    assert.equal(audit?.parent_id, owner.uuid)
  })

  test('a person without any role lists and makes them; a token that only looks makes and revokes no other', async () => {
    const person = await makeCaller(server, [])
    const made = await make(person.token, {})
    assert.equal(made.status, 201, made.text)
    assert.equal((await server.get('/workspace/tokens', made.body.token)).status, 200)
    assert.equal((await make(made.body.token, {})).status, 403)
    const other = await make(person.token, { scopes: ['workspace.token.*'] })
    assert.equal(other.status, 201)
    const revoke = ({ body: { id } }: typeof made) =>
      server.call('DELETE', `/workspace/tokens/${id}`, { token: made.body.token })
    assert.equal((await revoke(other)).status, 403)
    const listed = await server.get(
      '/workspace/tokens?include=abilities&filter[state]=active',
      made.body.token,
    )
    for (const { id, abilities } of listed.body.data)
      assert.equal(abilities.delete, id === made.body.id)
    assert.equal((await revoke(made)).status, 204, 'itself')
    assert.equal((await server.get('/auth/test', made.body.token)).status, 401)
  })

  test('another’s token is not there', async () => {
    const [one, other] = [await makeCaller(server, []), await makeCaller(server, [])]
    const made = await make(one.token, {})
    const path = `/workspace/tokens/${made.body.id}`
    assert.equal((await server.call('DELETE', path, { token: other.token })).status, 404)
    assert.equal((await server.get(path, other.token)).status, 404)
    assert.equal((await server.get(path, owner.token)).status, 404)
  })

  test('one is described until and after it is revoked, under an ETag that moves with it', async () => {
    const person = await makeCaller(server, [])
    const { body } = await make(person.token, {})
    const path = `/workspace/tokens/${body.id}`
    const described = await server.get(path, person.token)
    assert.deepEqual([described.status, described.body.state], [200, 'active'])
    assert.ok(!described.text.includes(body.token))
    const headers = { 'if-none-match': described.headers.get('etag') ?? '' }
    assert.equal((await server.get(path, person.token, headers)).status, 304)
    const remove = (etag: string) =>
      server.call('DELETE', path, { token: person.token, headers: { 'if-match': etag } })
    assert.equal((await remove('"2.revoked-0"')).status, 412)
    assert.equal((await remove(described.headers.get('etag') ?? '')).status, 204)
    const revoked = await server.get(path, person.token, headers)
    assert.deepEqual([revoked.status, revoked.body.state], [200, 'revoked'])
    const blind = await makeCaller(server, [], ['workspace.token.manage'])
    const own = (await make(blind.token, { scopes: ['workspace.token.manage'] })).body
    assert.equal((await server.get(`/workspace/tokens/${own.id}`, blind.token)).status, 403)
  })

  test('a service needs the permission that a person does not', async () => {
    const plain = await makeServiceToken(server, await makeService(server, {}))
    assert.equal((await make(plain.token, {})).status, 403)
    const rotating = await makeServiceToken(
      server,
      await makeService(server, { permissions: ['workspace.token.manage'] }),
    )
    const made = await make(rotating.token, { scopes: ['workspace.token.manage'] })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.owner_type, 'service')
  })

  test('an answer that showed a secret is not replayed', async () => {
    const headers = { 'idempotency-key': 'make-one-token' }
    const made = await make(owner.token, {}, headers)
    const again = await make(owner.token, {}, headers)
    assert.equal(again.status, 409)
    assert.ok(again.body.message.includes(made.body.id))
    assert.ok(!again.text.includes(made.body.token))
  })
})

suite('a token within a token', () => {
  test('its scopes lie within those of its maker, as patterns and not only today', async () => {
    const person = await ownerToken(30, ['workspace.token.manage', 'directory.*', '*.view'])
    for (const scopes of [
      ['directory.user.*'],
      ['*.view'],
      ['workspace.service.view'],
      ['directory.*', 'workspace.token.manage'],
    ]) {
      assert.equal((await make(person, { scopes })).status, 201, scopes.join())
    }
    for (const scopes of [
      ['*'],
      ['workspace.*'],
      ['policy.rule.manage'],
      ['*.manage'],
      ['*.view', 'audit.log.export'],
      ['workspace.token.*'],
    ]) {
      const refused = await make(person, { scopes })
      assert.equal(refused.status, 403, scopes.join())
      assert.match(refused.body.message, /A token makes only tokens within its own scopes/)
    }
  })

  test('a pattern other than * does not carry raw profiles, and so can’t give them', async () => {
    const person = await ownerToken(30, ['workspace.token.manage', 'directory.*'])
    assert.equal((await make(person, { scopes: ['directory.identity.profile.view'] })).status, 403)
    assert.equal(
      (await make(await ownerToken(30), { scopes: ['directory.identity.profile.view'] })).status,
      201,
    )
  })

  test('a scope that names nothing is 422, and a hostile pattern answers at once', async () => {
    const unknown = await make(owner.token, { scopes: ['directory.nothing.view'] })
    assert.deepEqual(Object.keys(unknown.body.errors), ['scopes.0'])
    const hostile = await within(2000, () => make(owner.token, { scopes: ['*a'.repeat(45)] }))
    assert.equal(hostile.status, 422)
  })

  test('its life ends within its maker’s: by default clipped, on request refused', async () => {
    const short = await ownerToken(10)
    assert.equal(daysUntil((await make(short, {})).body.timestamp.expires_at), 10)
    assert.deepEqual(Object.keys((await make(short, { expires_in_days: 11 })).body.errors), [
      'expires_in_days',
    ])
    assert.equal(
      daysUntil((await make(short, { expires_in_days: 9 })).body.timestamp.expires_at),
      9,
    )
    for (const expires_at of [new Date(Date.now() + 11 * day), new Date(Date.now() - day)]) {
      assert.deepEqual(
        Object.keys((await make(short, { expires_at: expires_at.toISOString() })).body.errors),
        ['expires_at'],
      )
    }
    assert.equal((await make(short, { expires_in_days: 366 })).status, 422)
    assert.equal(
      (
        await make(short, {
          expires_in_days: 1,
          expires_at: new Date(Date.now() + day).toISOString(),
        })
      ).status,
      422,
    )
    assert.equal((await make(short, { expires_at: '2027-02-30T00:00:00Z' })).status, 422)
  })

  test('its life is at most 365 days, however its end is said', async () => {
    const now = Date.parse('2026-05-01T00:00:00Z')
    const still = await testServer({ clock: () => new Date(now) })
    const { token, uuid } = await makeOwner(still)
    // The token that makes it bounds its life too, with other words.
    await still.query(`update token set expires_at = $1 where workspace_user_id = $2`, [
      new Date(now + 365 * day),
      uuid,
    ])
    const ask = async (asked: object) => {
      const body = { name: 'new', ...asked }
      const answer = await still.call('POST', '/workspace/tokens', { token, body })
      return [answer.status, answer.body.errors ?? answer.body.timestamp.expires_at]
    }
    const at = (milliseconds: number) => new Date(now + milliseconds).toISOString()
    const year = 365 * day
    assert.deepEqual(await ask({ expires_at: at(year) }), [201, at(year)])
    const refused = { expires_at: ['must be at most 365 days away'] }
    assert.deepEqual(await ask({ expires_at: at(year + 1) }), [422, refused])
    assert.deepEqual(await ask({ expires_at: at(366 * day) }), [422, refused])
    assert.deepEqual(await ask({ expires_in_days: 365 }), [201, at(year)])
    assert.equal((await ask({ expires_in_days: 366 }))[0], 422, 'by days')
    assert.deepEqual(await ask({ expires_at: at(0) }), [
      422,
      { expires_at: ['must be in the future'] },
    ])
    assert.deepEqual(await ask({ expires_at: at(1) }), [201, at(1)])
  })

  test('it dies with its maker, however far down, with an audit row each', async () => {
    const first = await make(owner.token, { scopes: ['*'] })
    const second = await make(first.body.token, { scopes: ['*'] })
    const service = await makeService(server, { admin: [owner] })
    const third = await server.call('POST', `${service.path}/tokens`, {
      token: second.body.token,
      body: { name: 'third', scopes: ['*'] },
    })
    assert.equal(third.body.parent_token_id, second.body.id)
    assert.ok(await works(third.body.token))
    const before = (await auditRows(server, 'workspace.token.revoke')).length
    assert.equal(
      (await server.call('DELETE', `/workspace/tokens/${first.body.id}`, { token: owner.token }))
        .status,
      204,
    )
    for (const dead of [first, second, third]) assert.ok(!(await works(dead.body.token)))
    assert.equal((await auditRows(server, 'workspace.token.revoke')).length, before + 3)
    assert.equal(
      (await server.call('DELETE', `/workspace/tokens/${first.body.id}`, { token: owner.token }))
        .status,
      204,
    )
    assert.equal((await auditRows(server, 'workspace.token.revoke')).length, before + 3)
  })

  test('one that is being made while its maker is revoked does not outlive it', async () => {
    for (let round = 0; round < 10; round++) {
      const parent = await make(owner.token, { scopes: ['*'] })
      const [child] = await Promise.all([
        make(parent.body.token, { scopes: ['*'] }),
        server.call('DELETE', `/workspace/tokens/${parent.body.id}`, { token: owner.token }),
      ])
      assert.ok(child.status === 201 || child.status === 401, child.text)
      if (child.status === 201) assert.ok(!(await works(child.body.token)))
    }
  })
})

suite('tokens of a service', () => {
  test('its power is what the service may do, within the scopes', async () => {
    const service = await makeService(server, {
      admin: [owner],
      permissions: ['directory.user.view', 'directory.user.manage'],
    })
    const made = await server.call('POST', `${service.path}/tokens`, {
      token: owner.token,
      body: { name: 'ci' },
    })
    assert.ok(made.body.token.startsWith('mst_s'))
    assert.equal(made.body.owner_id, service.id)
    assert.deepEqual((await server.get('/auth/test', made.body.token)).body.permissions, [
      'directory.user.view',
    ])
    const list = await server.get(`${service.path}/tokens?filter[state]=active`, owner.token)
    assert.deepEqual(
      list.body.data.map((row: { id: string }) => row.id),
      [made.body.id],
    )
    assert.equal(
      (
        await server.call('DELETE', `${service.path}/tokens/${made.body.id}`, {
          token: owner.token,
        })
      ).status,
      204,
    )
    assert.equal(
      (await server.get(`${service.path}/tokens?filter[state]=active`, owner.token)).body.data
        .length,
      0,
    )
    assert.equal(
      (await server.get(`${service.path}/tokens?filter[state]=revoked`, owner.token)).body.data
        .length,
      1,
    )
  })

  test('a token of one service is not there under another', async () => {
    const [one, other] = [
      await makeService(server, { admin: [owner] }),
      await makeService(server, { admin: [owner] }),
    ]
    const { id } = await makeServiceToken(server, one)
    assert.equal(
      (await server.call('DELETE', `${other.path}/tokens/${id}`, { token: owner.token })).status,
      404,
    )
  })

  test('who has no role there issues only what they hold themselves', async () => {
    const service = await makeService(server, {
      permissions: ['directory.user.view', 'policy.rule.manage'],
    })
    const issue = (token: string, scopes: string[]) =>
      server.call('POST', `${service.path}/tokens`, { token, body: { name: 'x', scopes } })
    for (const permission of ['workspace.service.manage', 'workspace.service.token.manage']) {
      const caller = await makeCaller(server, [
        permission,
        'workspace.service.view',
        'directory.user.view',
      ])
      const refused = await issue(caller.token, ['*'])
      assert.deepEqual(
        [refused.status, refused.body.message],
        [
          403,
          'This needs the permission policy.rule.manage. A caller can grant only what they hold.',
        ],
      )
      assert.equal((await issue(caller.token, ['*.view'])).status, 201)
    }
    const holder = await makeCaller(server, [])
    const own = await makeService(server, { token: [holder], permissions: ['policy.rule.manage'] })
    assert.equal(
      (
        await server.call('POST', `${own.path}/tokens`, {
          token: holder.token,
          body: { name: 'x', scopes: ['*'] },
        })
      ).status,
      201,
    )
  })
})

test('a revocation counts from the next request, on every server', async () => {
  const other = await testServer({ over: server })
  const child = await make(owner.token, { scopes: ['*.view'] })
  for (let time = 0; time < 3; time++) {
    assert.ok(await works(child.body.token))
    assert.equal((await other.get('/auth/test', child.body.token)).status, 200)
  }
  await server.call('DELETE', `/workspace/tokens/${child.body.id}`, { token: owner.token })
  assert.equal((await other.get('/auth/test', child.body.token)).status, 401)
  assert.ok(!(await works(child.body.token)))
  const second = await make(owner.token, { scopes: ['*.view'] })
  assert.equal((await other.get('/auth/test', second.body.token)).status, 200)
  await other.call('DELETE', `/workspace/tokens/${second.body.id}`, { token: owner.token })
  assert.ok(!(await works(second.body.token)))
})

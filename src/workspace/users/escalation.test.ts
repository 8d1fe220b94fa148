import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import {
  makeCaller,
  makeOwner,
  testServer,
  type Answer,
  type Person,
} from '../../../test/harness.ts'
import { makeIntegration, makeResource } from '../../../test/people.ts'
import { makeRuleset } from '../../../test/policy-records.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { cookieOf, openLink, ownOrigin } from '../auth/sign-in-for-tests.ts'
import {
  auditRows,
  makeService,
  makeServiceToken,
  type MadeService,
} from '../services/service-for-tests.ts'

// Each is an escalation attempt by a person with part of the rights that it needs.
const server = await testServer()
const owner = await makeOwner(server)
const manager = await makeCaller(server, ['workspace.user.view', 'workspace.user.manage'])

const step = (person: Person, verb: string, caller: Person) =>
  server.call('POST', `/workspace/users/${person.id}/${verb}`, { token: caller.token })
const statusOf = async (token: string) => (await server.get('/auth/test', token)).status

suite('restoring somebody gives them their roles on services back', () => {
  for (const role of ['admin', 'audit', 'permission', 'token'] as const) {
    test(`${role}: only by who may do that there`, async () => {
      const person = await makeCaller(server, [])
      await makeService(server, { [role]: [person], permissions: ['policy.rule.manage'] })
      assert.equal((await step(person, 'deactivate', owner)).status, 200)
      const refused = await step(person, 'restore', manager)
      assert.equal(refused.status, 403, refused.text)
      assert.match(refused.body.message, /workspace\.service\./)
      assert.equal(await statusOf(person.token), 401)
      assert.equal((await step(person, 'restore', owner)).status, 200)
    })
  }

  test('admin or token of a service: also by who holds what the service holds, and not by any manager of services', async () => {
    const ofServices = await makeCaller(server, [
      'workspace.user.manage',
      'workspace.service.manage',
    ])
    const person = await makeCaller(server, [])
    const service = await makeService(server, {
      token: [person],
      permissions: ['policy.rule.manage'],
    })
    await step(person, 'deactivate', owner)
    const refused = await step(person, 'restore', ofServices)
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /policy\.rule\.manage/)
    await server.query('delete from service_permission where service_id = $1', [service.uuid])
    assert.equal((await step(person, 'restore', ofServices)).status, 200)
  })

  test('by an admin of the service, and of one that is deleted by anybody', async () => {
    const admin = await makeCaller(server, ['workspace.user.manage'])
    const person = await makeCaller(server, [])
    await makeService(server, { admin: [admin, person], permissions: ['policy.rule.manage'] })
    const gone = await makeService(server, { admin: [person] })
    await server.query(
      `update service set base_state = 'deactivated', deleted_at = now() where id = $1`,
      [gone.uuid],
    )
    await step(person, 'deactivate', owner)
    assert.equal((await step(person, 'restore', admin)).status, 200)
  })

  test('by a narrow token of an admin, no more than its scopes', async () => {
    const admin = await makeCaller(
      server,
      ['workspace.user.manage'],
      ['workspace.user.manage', 'workspace.service.*'],
    )
    const person = await makeCaller(server, [])
    await makeService(server, { admin: [admin, person], permissions: ['policy.rule.manage'] })
    await step(person, 'deactivate', owner)
    assert.equal((await step(person, 'restore', admin)).status, 403)
  })
})

suite('a narrow token', () => {
  const scopes = [
    'workspace.user.manage',
    'workspace.token.*',
    'workspace.service.view',
    'workspace.service.token.*',
  ]

  test('makes no session that reaches what a service holds', async () => {
    const narrow = await makeCaller(server, ['workspace.user.manage'], scopes)
    const link = () => server.call('POST', '/auth/sign-in-link', { token: narrow.token, body: {} })
    const service = await makeService(server, { token: [narrow] })
    assert.equal((await link()).status, 201)
    await server.query(
      `insert into service_permission (service_id, permission) values ($1, 'policy.rule.manage')`,
      [service.uuid],
    )
    const refused = await link()
    assert.equal(refused.status, 403, refused.text)
    assert.match(refused.body.message, /policy\.rule\.manage/)
  })

  test('gives no role on a service that reaches beyond its scopes', async () => {
    const narrow = await makeCaller(
      server,
      [],
      ['workspace.service.view', 'workspace.service.manage'],
    )
    const accomplice = await makeCaller(server, [])
    for (const role of ['admin', 'token', 'permission', 'audit']) {
      const service = await makeService(server, { admin: [narrow], audit: [owner] })
      const added = await server.call('POST', `${service.path}/admins`, {
        token: narrow.token,
        body: { user_id: accomplice.id, admin_role: role },
      })
      assert.equal(added.status, 403, role)
      if (role === 'audit') continue
      const changed = await server.call('PATCH', `${service.path}/admins/${owner.id}`, {
        token: narrow.token,
        body: { admin_role: role },
      })
      assert.equal(changed.status, 403, role)
    }
  })

  test('raises no role, no service and no token beyond its scopes', async () => {
    const narrow = await makeCaller(
      server,
      [
        'workspace.role.manage',
        'workspace.service.view',
        'workspace.service.manage',
        'audit.log.export',
      ],
      ['workspace.*'],
    )
    const role = await server.call('POST', '/workspace/roles', {
      token: narrow.token,
      body: { name: `mine.${narrow.uuid.slice(-8)}`, permissions: ['workspace.role.manage'] },
    })
    assert.equal(role.status, 201, role.text)
    const raise = (permissions: string[]) =>
      server.call('PATCH', `/workspace/roles/${role.body.id}`, {
        token: narrow.token,
        body: { permissions },
      })
    assert.equal((await raise(['workspace.role.manage', 'audit.log.export'])).status, 403)
    assert.equal((await raise(['audit.log.export'])).status, 403)
    const service = await makeService(server, { permission: [narrow] })
    const replaced = await server.call('PUT', `${service.path}/permissions`, {
      token: narrow.token,
      body: { permissions: ['audit.log.export'] },
    })
    assert.equal(replaced.status, 403)
  })
})

suite('a role that others hold', () => {
  test('is raised only by who holds what is added, though they hold the role themselves', async () => {
    const keeper = await makeCaller(server, ['workspace.role.manage', 'audit.log.view'])
    const [own] = await server.query<{ role_id: string }>(
      `select role_id from workspace_user_role where workspace_user_id = $1`,
      [keeper.uuid],
    )
    const path = `/workspace/roles/${encodeId('role', own?.role_id ?? '')}`
    const raise = (permissions: string[]) =>
      server.call('PATCH', path, { token: keeper.token, body: { permissions } })
    assert.equal((await raise(['workspace.role.manage', 'workspace.user.manage'])).status, 403)
    // A person can't take back what they gave away.
    assert.equal((await raise(['workspace.role.manage'])).status, 200)
    assert.equal((await raise(['workspace.role.manage', 'audit.log.view'])).status, 403)
  })
})

/** The path of the role of a caller who has one. */
const rolePath = async (person: Person) => {
  const [role] = await server.query<{ role_id: string }>(
    `select role_id from workspace_user_role where workspace_user_id = $1`,
    [person.uuid],
  )
  return `/workspace/roles/${encodeId('role', role?.role_id ?? '')}`
}

const lowerRole = async (person: Person, caller: Person, permissions: string[]) =>
  server.call('PATCH', await rolePath(person), { token: caller.token, body: { permissions } })

suite('taking a permission out of a role takes it from everybody who holds the role', () => {
  test('it needs every permission that they hold', async () => {
    const keeper = await makeCaller(server, ['workspace.role.manage', 'audit.log.view'])
    const plain = await makeCaller(server, ['audit.log.view', 'workspace.role.manage'])
    const wide = await makeCaller(server, ['audit.log.view', 'policy.rule.manage'])
    const refused = await lowerRole(wide, keeper, ['policy.rule.manage'])
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /policy\.rule\.manage/)
    assert.equal((await lowerRole(plain, keeper, ['audit.log.view'])).status, 200)
    assert.equal((await lowerRole(wide, owner, ['policy.rule.manage'])).status, 200)
  })

  test('those of their other roles, and on services, too', async () => {
    const both = ['audit.log.view', 'audit.log.export']
    const keeper = await makeCaller(server, ['workspace.role.manage', ...both])
    const person = await makeCaller(server, both)
    const path = await rolePath(person)
    const take = () =>
      server.call('PATCH', path, { token: keeper.token, body: { permissions: ['audit.log.view'] } })
    const service = await makeService(server, { admin: [owner], audit: [person] })
    const onService = await take()
    assert.equal(onService.status, 403)
    assert.match(onService.body.message, /workspace\.service\.view/)
    const left = await server.call('DELETE', `${service.path}/admins/${person.id}`, {
      token: owner.token,
    })
    assert.equal(left.status, 204)
    await server.query(
      `insert into workspace_user_role (workspace_user_id, role_id)
       select $1, id from role where name = 'workspace.owner'`,
      [person.uuid],
    )
    const refused = await take()
    assert.equal(refused.status, 403)
    await server.query(
      `delete from workspace_user_role using role r
       where workspace_user_id = $1 and role_id = r.id and r.name = 'workspace.owner'`,
      [person.uuid],
    )
    assert.equal((await take()).status, 200)
  })

  test('a change of its name or description does not', async () => {
    const keeper = await makeCaller(server, ['workspace.role.manage'])
    const person = await makeCaller(server, ['policy.rule.manage'])
    const answer = await server.call('PATCH', await rolePath(person), {
      token: keeper.token,
      body: { description: 'Other words' },
    })
    assert.equal(answer.status, 200, answer.text)
  })
})

/** A session and a token of `person`, both by way of a link that `maker` made. */
async function actAs(maker: Person, person: Person) {
  const link = await server.call('POST', '/auth/sign-in-link', {
    token: maker.token,
    body: { user_id: person.id },
  })
  assert.equal(link.status, 201, link.text)
  const cookie = cookieOf(await openLink(server, link.body.url, 'POST'))
  const made = await server.call('POST', '/workspace/tokens', {
    headers: { cookie, origin: ownOrigin },
    body: { name: 'as somebody else', scopes: ['*'] },
  })
  assert.equal(made.status, 201, made.text)
  const child = await server.call('POST', '/workspace/tokens', {
    token: made.body.token,
    body: { name: 'and again', scopes: ['*'] },
  })
  const spare = await server.call('POST', '/auth/sign-in-link', {
    token: maker.token,
    body: { user_id: person.id },
  })
  const seen = async () => [
    (await server.get('/auth/test', undefined, { cookie })).status,
    await statusOf(made.body.token),
    await statusOf(child.body.token),
  ]
  return { seen, token: made.body.token, link: spare.body.url }
}

const patchUser = (person: Person, body: object, caller: Person) =>
  server.call('PATCH', `/workspace/users/${person.id}`, { token: caller.token, body })

suite('protected people', () => {
  test('nobody acts on a person who holds a permission that the caller lacks', async () => {
    const same = await makeCaller(server, ['workspace.user.view', 'workspace.user.manage'])
    for (const [person, status] of [
      [await makeOwner(server), 403],
      [await makeCaller(server, ['policy.rule.manage']), 403],
      [same, 200],
      [await makeCaller(server, []), 200],
    ] as const) {
      assert.equal((await patchUser(person, { name: 'Renamed' }, manager)).status, status)
      assert.equal((await patchUser(person, { roles: [] }, manager)).status, status)
      assert.equal((await step(person, 'deactivate', manager)).status, status)
      await step(person, 'deactivate', owner)
      assert.equal((await step(person, 'restore', manager)).status, status)
    }
  })

  test('roles on services and rulesets protect too', async () => {
    const ruleset = await makeRuleset(
      server,
      await makeResource(server, await makeIntegration(server)),
    )
    const delegate = await makeCaller(server, [])
    const given = await server.call('POST', `/policy/rulesets/${ruleset.id}/admins`, {
      token: owner.token,
      body: { user_id: delegate.id, role: 'audit' },
    })
    assert.equal(given.status, 201, given.text)
    const issuer = await makeCaller(server, [])
    await makeService(server, { token: [issuer] })
    for (const person of [delegate, issuer]) {
      assert.equal((await patchUser(person, { name: 'Renamed' }, manager)).status, 403)
      assert.equal((await step(person, 'deactivate', manager)).status, 403)
      assert.equal((await patchUser(person, { name: 'Renamed' }, owner)).status, 200)
    }
  })

  test('the scopes of the token count, for one’s own account and for the tie to a person too', async () => {
    const narrow = await makeOwner(server)
    const made = await server.call('POST', '/workspace/tokens', {
      token: narrow.token,
      body: { name: 'narrow', scopes: ['workspace.user.*'] },
    })
    const caller = { ...narrow, token: made.body.token }
    const tie = { directory_user_id: null }
    for (const body of [{ name: 'Renamed' }, { roles: [] }, tie])
      assert.equal((await patchUser(narrow, body, caller)).status, 403)
    const plain = await makeCaller(server, [])
    assert.equal((await patchUser(plain, { name: 'Renamed' }, caller)).status, 200)
    const refused = await patchUser(plain, tie, caller)
    assert.equal(refused.status, 403, refused.text)
    assert.equal((await patchUser(plain, tie, narrow)).status, 200)
  })

  test('a manager of all services may do on each what its admin may, which takes as much', async () => {
    const person = await makeCaller(server, ['workspace.service.manage'])
    const scopes = ['workspace.user.manage', 'workspace.service.manage']
    const narrow = await makeCaller(server, scopes, scopes)
    assert.equal((await patchUser(person, { name: 'Renamed' }, narrow)).status, 403)
    const wide = await makeCaller(server, scopes)
    assert.equal((await patchUser(person, { name: 'Renamed' }, wide)).status, 200)
  })
})

test('activating a service takes its role admin, or all that it holds', async () => {
  const manage = 'workspace.service.manage'
  const of = async (permissions: string[]) => makeCaller(server, [manage, ...permissions])
  const admin = await makeCaller(server, [])
  const narrowAdmin = await makeCaller(server, [], ['workspace.service.*'])
  const service = await makeService(server, {
    admin: [admin, narrowAdmin],
    permissions: ['policy.rule.manage'],
  })
  const activate = async ({ token }: Person) => {
    await server.query(`update service set base_state = 'deactivated' where id = $1`, [
      service.uuid,
    ])
    return server.call('POST', `${service.path}/activate`, { token })
  }
  for (const caller of [await of([]), narrowAdmin]) {
    const refused = await activate(caller)
    assert.equal(refused.status, 403, refused.text)
    assert.match(refused.body.message, /policy\.rule\.manage/)
  }
  for (const caller of [await of(['policy.rule.manage']), admin])
    assert.equal((await activate(caller)).status, 200)
})

const change = async (method: string, path: string, body?: object) => {
  const answer = await server.call(method, path, { token: owner.token, body })
  assert.ok(answer.status < 300, answer.text)
  return answer
}

const roleOf = (person: Person) => `gain.${person.uuid.slice(-12)}`

const giveRole = async (person: Person) => {
  const name = roleOf(person)
  await change('POST', '/workspace/roles', { name, permissions: ['audit.log.view'] })
  await change('PATCH', `/workspace/users/${person.id}`, { roles: [name] })
}

suite('what somebody else opened as a person ends when that person gains a right', () => {
  type Gain = {
    name: string
    before?: (person: Person) => Promise<void>
    gain: (person: Person) => Promise<unknown>
  }
  const services = new Map<string, MadeService>()
  const giveTokenRole = async (person: Person) => {
    const service = await makeService(server, { admin: [owner], token: [person] })
    services.set(person.id, service)
  }
  const gains: Gain[] = [
    { name: 'by a role', gain: giveRole },
    {
      name: 'by a role that gains a permission',
      before: giveRole,
      gain: async (person) => {
        const { body } = await server.get('/workspace/roles?page[size]=500', owner.token)
        const role = body.data.find((each: { name: string }) => each.name === roleOf(person))
        const permissions = ['audit.log.view', 'audit.log.export']
        await change('PATCH', `/workspace/roles/${role.id}`, { permissions })
      },
    },
    {
      name: 'by a role on a service',
      gain: async (person) => {
        const { path } = await makeService(server, { admin: [owner] })
        await change('POST', `${path}/admins`, { user_id: person.id, admin_role: 'audit' })
      },
    },
    {
      name: 'by a wider role on a service',
      before: giveTokenRole,
      gain: (person) =>
        change('PATCH', `${services.get(person.id)?.path}/admins/${person.id}`, {
          admin_role: 'admin',
        }),
    },
    {
      name: 'by what a service gains whose tokens they issue',
      before: giveTokenRole,
      gain: (person) =>
        change('PUT', `${services.get(person.id)?.path}/permissions`, {
          permissions: ['audit.log.view'],
        }),
    },
    {
      name: 'by a service that is theirs from the start',
      gain: (person) =>
        change('POST', '/workspace/services', {
          name: 'Theirs',
          handle: `theirs-${person.uuid.slice(-12)}`,
          admin_user_id: person.id,
        }),
    },
    {
      name: 'by a role on a ruleset',
      gain: async (person) => {
        const resource = await makeResource(server, await makeIntegration(server))
        const ruleset = await makeRuleset(server, resource)
        await change('POST', `/policy/rulesets/${ruleset.id}/admins`, {
          user_id: person.id,
          role: 'audit',
        })
      },
    },
  ]
  for (const { name, before, gain } of gains) {
    test(name, async () => {
      const person = await makeCaller(server, [])
      await before?.(person)
      const maker = await makeOwner(server)
      const { seen, link } = await actAs(maker, person)
      assert.deepEqual(await seen(), [200, 200, 200])
      await gain(person)
      assert.deepEqual(await seen(), [401, 401, 401])
      assert.equal((await openLink(server, link, 'POST')).status, 410)
      assert.equal(await statusOf(person.token), 200, 'what the person made stays')
      assert.equal(await statusOf(maker.token), 200)
    })
  }

  test('not what they opened themselves, and not by what they lose', async () => {
    const person = await makeCaller(server, ['workspace.user.manage'])
    const own = await actAs(person, person)
    await giveRole(person)
    assert.deepEqual(await own.seen(), [200, 200, 200])
    const other = await actAs(await makeOwner(server), person)
    await change('PATCH', `/workspace/users/${person.id}`, { roles: [] })
    assert.deepEqual(await other.seen(), [200, 200, 200])
  })

  test('also what was opened by a link that was made in such a session', async () => {
    const person = await makeCaller(server, ['workspace.user.manage'])
    const first = await actAs(await makeOwner(server), person)
    const second = await actAs({ ...person, token: first.token }, person)
    assert.deepEqual(await second.seen(), [200, 200, 200])
    await giveRole(person)
    assert.deepEqual(await second.seen(), [401, 401, 401])
  })
})

suite('whoever signed in as somebody else', () => {
  test('has no power once they are deactivated, even if they are restored', async () => {
    const maker = await makeCaller(server, ['workspace.user.manage'])
    const person = await makeCaller(server, [])
    const { seen } = await actAs(maker, person)
    assert.deepEqual(await seen(), [200, 200, 200])
    const before = (await auditRows(server, 'workspace.token.revoke')).length
    assert.equal((await step(maker, 'deactivate', owner)).status, 200)
    assert.deepEqual(await seen(), [401, 401, 401])
    assert.equal((await auditRows(server, 'workspace.token.revoke')).length, before + 3)
    assert.equal(await statusOf(person.token), 200, 'what the person made stays')
    assert.equal((await step(maker, 'restore', owner)).status, 200)
    assert.deepEqual(await seen(), [401, 401, 401])
    assert.equal(await statusOf(maker.token), 401)
  })

  test('leaves services the tokens that they issued', async () => {
    const admin = await makeCaller(server, [])
    const service = await makeService(server, { admin: [admin, owner] })
    const issued = await server.call('POST', `${service.path}/tokens`, {
      token: admin.token,
      body: { name: 'production' },
    })
    assert.equal((await step(admin, 'deactivate', owner)).status, 200)
    assert.equal(await statusOf(issued.body.token), 200)
  })
})

const setRole = async (person: Person, permissions: string[]) =>
  change('PATCH', await rolePath(person), { permissions })

suite('what somebody opened as a person ends when they lose a right that it needs', () => {
  type Loss = { name: string; lose: (maker: Person) => Promise<unknown> }
  const both = ['audit.log.view', 'workspace.user.manage']
  const losses: Loss[] = [
    {
      name: 'by a role that is taken from them',
      lose: (maker) => change('PATCH', `/workspace/users/${maker.id}`, { roles: [] }),
    },
    {
      name: 'by a role that loses workspace.user.manage',
      lose: (maker) => setRole(maker, ['audit.log.view']),
    },
    {
      name: 'by a role that loses what the person holds',
      lose: (maker) => setRole(maker, ['workspace.user.manage']),
    },
  ]
  for (const { name, lose } of losses) {
    test(name, async () => {
      const person = await makeCaller(server, ['audit.log.view'])
      const maker = await makeCaller(server, both)
      const { seen, link } = await actAs(maker, person)
      assert.deepEqual(await seen(), [200, 200, 200])
      await lose(maker)
      assert.deepEqual(await seen(), [401, 401, 401])
      assert.equal((await openLink(server, link, 'POST')).status, 410)
      assert.equal(await statusOf(person.token), 200, 'what the person made stays')
      assert.equal(await statusOf(maker.token), 200, 'their own tokens stay, with fewer rights')
    })
  }

  test('by a role on a service, or on a ruleset, that the person has too', async () => {
    const resource = await makeResource(server, await makeIntegration(server))
    const { id } = await makeRuleset(server, resource)
    const onRuleset = { path: `/policy/rulesets/${id}/admins`, role: { role: 'audit' } }
    const { path } = await makeService(server, { admin: [owner] })
    const onService = { path: `${path}/admins`, role: { admin_role: 'audit' } }
    for (const { path: admins, role } of [onRuleset, onService]) {
      const maker = await makeCaller(server, ['workspace.user.manage'])
      const person = await makeCaller(server, [])
      for (const { id: user_id } of [maker, person])
        await change('POST', admins, { user_id, ...role })
      const { seen } = await actAs(maker, person)
      await change('DELETE', `${admins}/${maker.id}`)
      assert.deepEqual(await seen(), [401, 401, 401])
    }
  })

  test('by a role on a service that becomes a lower one', async () => {
    const maker = await makeCaller(server, ['workspace.user.manage'])
    const person = await makeCaller(server, [])
    const service = await makeService(server, { admin: [owner, maker], token: [person] })
    const { seen, link } = await actAs(maker, person)
    const lower = (admin_role: string) =>
      change('PATCH', `${service.path}/admins/${maker.id}`, { admin_role })
    await lower('token')
    assert.deepEqual(await seen(), [200, 200, 200], 'token covers token')
    await lower('audit')
    assert.deepEqual(await seen(), [401, 401, 401])
    assert.equal((await openLink(server, link, 'POST')).status, 410)
    assert.equal(await statusOf(person.token), 200, 'what the person made stays')
    assert.equal(await statusOf(maker.token), 200, 'their own tokens stay, with fewer rights')
  })

  test('not by a right that it does not need', async () => {
    const person = await makeCaller(server, [])
    const maker = await makeCaller(server, both)
    const { seen } = await actAs(maker, person)
    await setRole(maker, ['workspace.user.manage'])
    assert.deepEqual(await seen(), [200, 200, 200])
  })

  test('by a permission that a service loses, whose token made the link', async () => {
    const person = await makeCaller(server, [])
    const kept = ['audit.log.view', 'workspace.token.view', 'workspace.token.manage']
    const service = await makeService(server, {
      admin: [owner],
      permissions: [...kept, 'workspace.user.manage'],
    })
    const { token } = await makeServiceToken(server, service)
    const { seen } = await actAs({ ...owner, token }, person)
    assert.deepEqual(await seen(), [200, 200, 200])
    await change('PUT', `${service.path}/permissions`, { permissions: kept })
    assert.deepEqual(await seen(), [401, 401, 401])
  })

  test('a link that is made while they lose it opens nothing that lasts', async () => {
    const person = await makeCaller(server, [])
    const maker = await makeCaller(server, ['workspace.user.manage'])
    const [link] = await Promise.all([
      server.call('POST', '/auth/sign-in-link', {
        token: maker.token,
        body: { user_id: person.id },
      }),
      change('PATCH', `/workspace/users/${maker.id}`, { roles: [] }),
    ])
    assert.ok(link.status === 201 || link.status === 403, link.text)
    if (link.status === 201)
      assert.equal((await openLink(server, link.body.url, 'POST')).status, 410)
  })
})

const pageOf = async (maker: Person, person: Person) => {
  const body = { user_id: person.id }
  const link = await server.call('POST', '/auth/sign-in-link', { token: maker.token, body })
  assert.equal(link.status, 201, link.text)
  return openLink(server, link.body.url, 'POST')
}

suite('a session that a token opened', () => {
  test('may do what the scopes of the token name, also of what its person gains later', async () => {
    const held = ['workspace.user.manage']
    const person = await makeCaller(server, held, [...held, 'workspace.token.*'])
    const headers = { cookie: cookieOf(await pageOf(person, person)), origin: ownOrigin }
    await giveRole(person)
    assert.equal((await server.get('/audit/logs', undefined, headers)).status, 403)
    const body = { name: 'wider', scopes: ['*'] }
    assert.equal((await server.call('POST', '/workspace/tokens', { headers, body })).status, 403)
  })

  test('ends for good, with the tokens made in it, when the service of that token is deactivated', async () => {
    const permissions = ['workspace.user.manage', 'workspace.token.view', 'workspace.token.manage']
    const service = await makeService(server, { admin: [owner], permissions })
    const { token } = await makeServiceToken(server, service, permissions)
    const cookie = cookieOf(await pageOf({ ...owner, token }, await makeCaller(server, [])))
    const made = await server.call('POST', '/workspace/tokens', {
      headers: { cookie, origin: ownOrigin },
      body: { name: 'by a service', scopes: ['workspace.token.view'] },
    })
    const seen = async () => [
      (await server.get('/auth/test', undefined, { cookie })).status,
      await statusOf(made.body.token),
    ]
    assert.deepEqual(await seen(), [200, 200])
    await change('POST', `${service.path}/deactivate`)
    assert.deepEqual(await seen(), [401, 401])
    await change('POST', `${service.path}/activate`)
    assert.deepEqual(await seen(), [401, 401])
    assert.equal(await statusOf(token), 200, 'the tokens of the service itself come back')
  })
})

test('giving workspace.service.manage takes all that it lets its holder do on a service', async () => {
  const scopes = ['workspace.role.manage', 'workspace.service.manage', 'workspace.service.view']
  const narrow = await makeCaller(server, scopes, [
    ...scopes,
    'workspace.service.permission.manage',
  ])
  const permissions = ['workspace.service.manage']
  const named = { name: `all.${narrow.uuid.slice(-8)}`, permissions }
  const plain = await server.call('POST', '/workspace/roles', {
    token: narrow.token,
    body: { ...named, permissions: ['workspace.service.view'] },
  })
  const service = await makeService(server, { admin: [narrow] })
  for (const [method, path, body] of [
    ['POST', '/workspace/roles', { ...named, name: `${named.name}.2` }],
    ['PATCH', `/workspace/roles/${plain.body.id}`, { permissions }],
    ['PUT', `${service.path}/permissions`, { permissions }],
  ] as const) {
    const refused = await server.call(method, path, { token: narrow.token, body })
    assert.equal(refused.status, 403, `${method} ${path}`)
    assert.match(refused.body.message, /workspace\.service\.token\./)
  }
})

/**
 * Requests a link and uses it while `ending` waits for a lock on that session. @returns the status of what the link
 * opened once both are over, or of the refusal
 */
async function openedDuring(
  session: string,
  ending: () => Promise<Answer>,
  link: () => Promise<Answer>,
): Promise<number> {
  const open = async () => {
    const made = await link()
    if (made.status !== 201) return { status: made.status, cookie: '' }
    const page = await openLink(server, made.body.url, 'POST')
    return { status: page.status, cookie: cookieOf(page) }
  }
  const both = await server.database.transaction(async ({ tx }) => {
    await sql`select from session where id = ${decodeId('session', session)} for share`.execute(tx)
    const ended = ending()
    await untilWaiting(server)
    const opened = open()
    await Promise.race([opened, untilWaiting(server, 2)])
    return { ended, opened }
  })
  assert.ok((await both.ended).status < 300)
  const { status, cookie } = await both.opened
  return cookie === '' ? status : (await server.get('/auth/test', undefined, { cookie })).status
}

const sessionOf = async (cookie: string): Promise<string> =>
  (await server.get('/auth/test', undefined, { cookie })).body.session_id
const linkFor = (person: Person, by: { token: string } | { headers: { cookie: string } }) =>
  server.call('POST', '/auth/sign-in-link', { ...by, body: { user_id: person.id } })

suite('a link that is made while', () => {
  const held = ['workspace.user.manage', 'workspace.token.view', 'workspace.token.manage']

  test('a role of its person gains a permission opens nothing that lasts', async () => {
    const person = await makeCaller(server, [])
    await giveRole(person)
    const maker = await makeCaller(server, [...held, 'audit.log.view'])
    const session = await sessionOf(cookieOf(await pageOf(maker, person)))
    const { body } = await server.get('/workspace/roles?page[size]=500', owner.token)
    const role = body.data.find((each: { name: string }) => each.name === roleOf(person))
    const permissions = ['audit.log.view', 'audit.log.export']
    const opened = await openedDuring(
      session,
      () => change('PATCH', `/workspace/roles/${role.id}`, { permissions }),
      () => linkFor(person, maker),
    )
    assert.equal(opened, 403)
  })

  test('all sessions of its maker end is not made', async () => {
    const person = await makeCaller(server, held)
    const headers = { cookie: cookieOf(await pageOf(person, person)), origin: ownOrigin }
    const opened = await openedDuring(
      await sessionOf(headers.cookie),
      () => server.call('DELETE', '/auth/sessions', { token: person.token }),
      () => linkFor(person, { headers }),
    )
    assert.equal(opened, 401)
  })

  test('its maker is deactivated is not made', async () => {
    const [maker, person] = [await makeCaller(server, held), await makeCaller(server, [])]
    const headers = { cookie: cookieOf(await pageOf(maker, maker)), origin: ownOrigin }
    // Like a session that the command line opened.
    await server.query('update session set maker_token_id = null where workspace_user_id = $1', [
      maker.uuid,
    ])
    const opened = await openedDuring(
      await sessionOf(headers.cookie),
      () => step(maker, 'deactivate', owner),
      () => linkFor(person, { headers }),
    )
    assert.equal(opened, 401)
  })
})

// Creating a token locks the credential that creates it, and then its owner as a reference does.
const whileMaking = async (
  table: 'session' | 'token',
  [id, owner]: [string | undefined, RawBuilder<unknown>],
  end: () => Promise<Answer>,
) => {
  const ended = await server.database.transaction(async ({ tx }) => {
    await sql`select from ${sql.table(table)} where id = ${id} for share`.execute(tx)
    const ending = end()
    await untilWaiting(server)
    await sql`select from ${owner} for key share nowait`.execute(tx)
    return { ending }
  })
  assert.ok((await ended.ending).status < 300)
}

suite('who keeps making tokens can not put off their end', () => {
  test('by being deactivated', async () => {
    const person = await makeCaller(server, ['workspace.user.manage'])
    const session = await sessionOf(cookieOf(await pageOf(person, person)))
    const owners = sql`workspace_user where id = ${person.uuid}`
    await whileMaking('session', [decodeId('session', session), owners], () =>
      step(person, 'deactivate', owner),
    )
  })

  test('by the end of their service', async () => {
    const service = await makeService(server, { admin: [owner] })
    const { id } = await makeServiceToken(server, service)
    const owners = sql`service where id = ${service.uuid}`
    await whileMaking('token', [decodeId('token', id), owners], () =>
      change('DELETE', service.path),
    )
  })
})

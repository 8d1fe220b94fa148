import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeCaller, testServer, type Answer, type Person } from '../../../test/harness.ts'
import { routes } from '../../routes.ts'
import { makeService, makeServiceToken, type MadeService } from './service-for-tests.ts'

const server = await testServer()
const callers = {
  admin: await makeCaller(server, []),
  audit: await makeCaller(server, []),
  permission: await makeCaller(server, []),
  token: await makeCaller(server, []),
  stranger: await makeCaller(server, ['directory.user.view']),
  manager: await makeCaller(server, ['workspace.service.manage']),
}
const [secondAdmin, newcomer] = [await makeCaller(server, []), await makeCaller(server, [])]

type World = { service: MadeService; tokenId: string }
type Action = {
  operation: string
  allowed: string
  call(world: World, caller: Person): Promise<Answer>
}

/** Roles on a service: who may, by the first letters of admin, audit, permission, token; managers always. */
const actions: Action[] = [
  {
    operation: 'describeService',
    allowed: 'admin audit permission token',
    call: ({ service }, { token }) => server.get(service.path, token),
  },
  {
    operation: 'listServiceAdmins',
    allowed: 'admin audit permission token',
    call: ({ service }, { token }) => server.get(`${service.path}/admins`, token),
  },
  {
    operation: 'describeServiceAdmin',
    allowed: 'admin audit permission token',
    call: ({ service }, { token }) => server.get(`${service.path}/admins/${secondAdmin.id}`, token),
  },
  {
    operation: 'readServicePermissions',
    allowed: 'admin audit permission token',
    call: ({ service }, { token }) => server.get(`${service.path}/permissions`, token),
  },
  {
    operation: 'updateService',
    allowed: 'admin',
    call: ({ service }, { token }) =>
      server.call('PATCH', service.path, { token, body: { name: 'Renamed' } }),
  },
  {
    operation: 'activateService',
    allowed: 'admin',
    call: ({ service }, { token }) => activate(service, token),
  },
  {
    operation: 'deactivateService',
    allowed: 'admin',
    call: ({ service }, { token }) => server.call('POST', `${service.path}/deactivate`, { token }),
  },
  {
    operation: 'deprecateService',
    allowed: 'admin',
    call: ({ service }, { token }) => server.call('POST', `${service.path}/deprecate`, { token }),
  },
  {
    operation: 'deleteService',
    allowed: 'admin',
    call: ({ service }, { token }) => server.call('DELETE', service.path, { token }),
  },
  {
    operation: 'addServiceAdmin',
    allowed: 'admin',
    call: ({ service }, { token }) =>
      server.call('POST', `${service.path}/admins`, {
        token,
        body: { user_id: newcomer.id, admin_role: 'audit' },
      }),
  },
  {
    operation: 'updateServiceAdmin',
    allowed: 'admin',
    call: ({ service }, { token }) =>
      server.call('PATCH', `${service.path}/admins/${secondAdmin.id}`, {
        token,
        body: { admin_role: 'audit' },
      }),
  },
  {
    operation: 'expireServiceAdmin',
    allowed: 'admin',
    call: ({ service }, { token }) =>
      server.call('POST', `${service.path}/admins/${secondAdmin.id}/expire`, {
        token,
        body: { expires_at: '2999-01-01T00:00:00Z' },
      }),
  },
  {
    operation: 'confirmService',
    allowed: 'admin',
    call: ({ service }, { token }) =>
      server.call('POST', `${service.path}/confirm`, { token, body: { reason: 'Still used' } }),
  },
  {
    operation: 'removeServiceAdmin',
    allowed: 'admin',
    call: ({ service }, { token }) =>
      server.call('DELETE', `${service.path}/admins/${secondAdmin.id}`, { token }),
  },
  {
    operation: 'replaceServicePermissions',
    allowed: 'admin permission',
    call: ({ service }, { token }) =>
      server.call('PUT', `${service.path}/permissions`, { token, body: { permissions: [] } }),
  },
  {
    operation: 'shrinkService',
    allowed: 'admin permission',
    call: ({ service }, { token }) =>
      server.call('POST', `${service.path}/shrink`, { token, body: {} }),
  },
  {
    operation: 'listServiceTokens',
    allowed: 'admin token',
    call: ({ service }, { token }) => server.get(`${service.path}/tokens`, token),
  },
  {
    operation: 'describeServiceToken',
    allowed: 'admin token',
    call: ({ service, tokenId }, { token }) =>
      server.get(`${service.path}/tokens/${tokenId}`, token),
  },
  {
    operation: 'issueServiceToken',
    allowed: 'admin token',
    call: ({ service }, { token }) =>
      server.call('POST', `${service.path}/tokens`, { token, body: { name: 'new' } }),
  },
  {
    operation: 'revokeServiceToken',
    allowed: 'admin token',
    call: ({ service, tokenId }, { token }) =>
      server.call('DELETE', `${service.path}/tokens/${tokenId}`, { token }),
  },
  {
    operation: 'listServiceChanges',
    allowed: 'admin audit',
    call: ({ service }, { token }) => server.get(`${service.path}/changes`, token),
  },
  {
    operation: 'listServiceLogs',
    allowed: 'admin audit',
    call: ({ service }, { token }) => server.get(`${service.path}/logs`, token),
  },
]

async function activate(service: MadeService, token: string): Promise<Answer> {
  await server.query(`update service set base_state = 'deactivated' where id = $1`, [service.uuid])
  return server.call('POST', `${service.path}/activate`, { token })
}

async function makeWorld(): Promise<World> {
  const { admin, audit, permission, token } = callers
  const service = await makeService(server, {
    admin: [admin, secondAdmin],
    audit: [audit],
    permission: [permission],
    token: [token],
    permissions: ['directory.user.view'],
  })
  return { service, tokenId: (await makeServiceToken(server, service)).id }
}

suite('the table of rights on a service', () => {
  for (const action of actions) {
    for (const [who, caller] of Object.entries(callers)) {
      const expected =
        who === 'stranger'
          ? 404
          : who === 'manager' || action.allowed.split(' ').includes(who)
            ? 200
            : 403
      test(`${action.operation} by ${who}: ${expected === 200 ? 'allowed' : expected}`, async () => {
        // A manager holds what the service holds here, so that the table is about rights and not about giving.
        const world = await makeWorld()
        if (who === 'manager')
          await server.query('delete from service_permission where service_id = $1', [
            world.service.uuid,
          ])
        const answer = await action.call(world, caller)
        if (expected === 200)
          assert.ok(answer.status >= 200 && answer.status < 300, `${answer.status} ${answer.text}`)
        else assert.equal(answer.status, expected, answer.text)
        if (expected === 403)
          assert.match(answer.body.message, /^This needs the permission workspace\.service\./)
        if (expected === 404)
          assert.equal(answer.body.message, `There is no service ${world.service.id}.`)
      })
    }
  }

  test('it has a line for every operation on one service', () => {
    const operations = routes
      .filter((route) => route.url.includes('/services/:service'))
      .map((route) => route.id)
    assert.deepEqual(actions.map((action) => action.operation).sort(), operations.sort())
  })
})

test('a token with the scopes to look lets an admin look, and nothing else', async () => {
  const looking = await makeCaller(server, [], ['*.view'])
  const service = await makeService(server, { admin: [looking] })
  assert.equal((await server.get(service.path, looking.token)).status, 200)
  const refused = await server.call('PATCH', service.path, {
    token: looking.token,
    body: { name: 'x' },
  })
  assert.equal(refused.status, 403)
  assert.equal(
    refused.body.message,
    "This needs the permission workspace.service.manage. This token's scopes are *.view.",
  )
})

test('a service that the scopes of a token hide is not there', async () => {
  const elsewhere = await makeCaller(server, ['workspace.service.manage'], ['directory.*'])
  const service = await makeService(server, { admin: [elsewhere] })
  assert.equal((await server.get(service.path, elsewhere.token)).status, 404)
})

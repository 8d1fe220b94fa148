import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '../src/contract/json.ts'
import { routes } from '../src/routes.ts'
import { confirmLogin, signIn } from '../src/workspace/auth/sign-in-for-tests.ts'
import { makeCaller, testServer } from './harness.ts'
import { makeIntegration, makeResource } from './people.ts'
import { makeRequestWorld, requestFor } from './request-for.ts'

const server = await testServer()
const world = await makeRequestWorld(server)
const { token } = world.owner
const newcomer = await makeCaller(server, [])
const unruled = await makeResource(server, await makeIntegration(server))

/** A body that creates something new, for each operation that creates a record. */
const bodies: Record<string, object | undefined> = {
  createDirectoryUser: { first_name: 'New', last_name: 'Person', email: 'new@acme.example' },
  createWorkspaceUser: { provider: 'https://id.example', provider_id: 'new', name: 'New' },
  createDimension: { handle: 'location', name: 'Location', profile_key: 'department' },
  createAttribute: { dimension_id: world.ids.dimension, profile_value: 'Elsewhere' },
  createRuleset: { resource_id: unruled.id },
  createRule: { role: 'member' },
  createException: {
    user_id: world.ids.directoryUser,
    expires_at: '2999-01-01T00:00:00Z',
    reason: 'A test',
  },
  addRulesetAdmin: { user_id: newcomer.id, role: 'audit' },
  duplicateRule: {},
  createPlan: {
    operations: [{ op: 'change_rule', rule_id: world.ids.rule, description: 'Planned' }],
  },
  revertPlan: undefined,
  putBackRule: undefined,
  createPolicyCondition: { type: 'user', resource_id: world.ids.directoryUser },
  createService: { name: 'New', handle: 'new' },
  createIntegration: { handle: 'hr', vendor: 'file' },
  addServiceAdmin: { user_id: newcomer.id, admin_role: 'audit' },
  issueServiceToken: { name: 'new' },
  createToken: { name: 'new' },
  createScimSecret: { name: 'new' },
  exchangeLoginCode: await confirmLogin(server, await signIn(server, world.owner)),
  createWebhook: { name: 'New', url: 'https://hooks.acme.example/new' },
  createRole: { name: 'new.role', permissions: ['audit.log.view'] },
}

const creating = routes.filter(
  ({ status, response }) =>
    status === 201 && isRecord(response?.properties) && 'id' in response.properties,
)

test('every record that can be created has a body here', () => {
  assert.deepEqual(creating.map(({ id }) => id).sort(), Object.keys(bodies).sort())
})

/** What can't be done with the records of the world as they are. */
const prepared: Record<string, () => Promise<{ path: string }>> = {
  revertPlan: appliedPlan,
  putBackRule: endedRule,
}

async function endedRule() {
  const rule = world.ids.rule
  await server.query(
    `update rule set state = 'deactivated' where state in ('active', 'expiring', 'staged')`,
  )
  return { path: `/policy/rules/${rule}/put-back` }
}

async function appliedPlan() {
  const body = bodies['createPlan']
  const { id } = (await server.call('POST', '/policy/plans', { token, body })).body
  await server.call('POST', `/policy/plans/${id}/apply`, { token })
  return { path: `/policy/plans/${id}/revert` }
}

for (const route of creating) {
  test(`the Location that ${route.id} answers leads to what it made`, async () => {
    const { path } = (await prepared[route.id]?.()) ?? requestFor(route, world)
    const made = await server.call('POST', path, { token, body: bodies[route.id] })
    assert.equal(made.status, 201, made.text)
    const location = new URL(made.headers.get('location') ?? '')
    const found = await server.get(location.pathname.replace('/api/v1', ''), token)
    assert.equal(found.status, 200, found.text)
    // A secret is shown once.
    const { token: _token, secret: _secret, ...shown } = made.body
    // What a new token has used is nothing that the answer shows.
    const { used_permissions: used = [], ...record } = found.body
    assert.deepEqual([record, used], [shown, []])
    if (made.headers.has('etag')) assert.equal(found.headers.get('etag'), made.headers.get('etag'))
  })
}

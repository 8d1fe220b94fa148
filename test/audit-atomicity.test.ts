import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { integrationDefaults } from '../src/connectors/vendors.ts'
import { decodeId, encodeId } from '../src/contract/ids.ts'
import type { ResourceState } from '../src/contract/states.ts'
import type { RuleState } from '../src/engine/model.ts'
import { routes } from '../src/routes.ts'
import {
  ageHeld,
  makeService,
  makeServiceToken,
} from '../src/workspace/services/service-for-tests.ts'
import {
  confirmLogin,
  loginRequest,
  ownOrigin,
  signIn,
} from '../src/workspace/auth/sign-in-for-tests.ts'
import { startWorkloadIssuer } from '../src/workspace/exchanges/workload-issuer-for-tests.ts'
import { readChains } from './audit-chain.ts'
import { makeCaller, makeOwner, testServer } from './harness.ts'
import {
  deleteDirectoryUser,
  makeAttribute,
  makeDimension,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeResource,
} from './people.ts'
import { makeIncident, makeRule, makeRuleset } from './policy-records.ts'

// The uses of tokens that are noted meanwhile are none of its changes.
const issuer = await startWorkloadIssuer(['job'])
const server = await testServer({ onlyAnswers: true, workloadIssuers: [issuer.url] })
const owner = await makeOwner(server)
await makeOwner(server)
let made = 0

/** `cookie` is that of a session, for calls that need one in place of the token. */
/** `status`: of its success, where that is not the route's. */
type Call = { path: string; body?: object; cookie?: string; status?: number }

/** One call for every route that writes, ready to succeed on records of its own. */
const calls: Record<string, () => Promise<Call>> = {
  createSignInLink: async () => ({ path: '/auth/sign-in-link', body: {} }),
  deleteSessions: async () => {
    await makeSession(owner.uuid)
    return { path: '/auth/sessions' }
  },
  createLoginCode: async () => ({
    path: '/auth/login-codes',
    body: loginRequest().body,
    cookie: await signIn(server, owner),
  }),
  exchangeLoginCode: async () => ({
    path: '/auth/login-codes/exchange',
    body: await confirmLogin(server, await signIn(server, owner)),
  }),
  exchangeToken: async () => {
    const service = await ownService()
    const body = {
      workload_identities: [
        { issuer: issuer.url, audience: `https://${fresh()}.example`, subject: 'job' },
      ],
    }
    await server.query(
      `insert into service_permission (service_id, permission) values ($1, 'directory.user.view')
       on conflict do nothing`,
      [service.uuid],
    )
    await server.call('PATCH', service.path, { token: owner.token, body })
    return {
      path: '/auth/token-exchange',
      body: {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: await issuer.tokenOf('job', body.workload_identities[0]?.audience ?? ''),
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        audience: service.id,
      },
    }
  },
  signOut: async () => ({ path: '/auth/sign-out', cookie: await signIn(server, owner) }),
  linkDirectoryIdentity: async () => ({
    path: `/directory/identities/${(await makeIdentity(server, await makeIntegration(server), null)).id}/link`,
    body: { directory_user_id: (await makeDirectoryUser(server)).id, reason: 'Confirmed' },
  }),
  unlinkDirectoryIdentity: async () => {
    const person = await makeDirectoryUser(server)
    const account = await makeIdentity(server, await makeIntegration(server), person)
    return { path: `/directory/identities/${account.id}/unlink`, body: { reason: 'Confirmed' } }
  },
  createDirectoryUser: async () => ({
    path: '/directory/users',
    body: { first_name: 'New', last_name: 'Person' },
  }),
  updateDirectoryUser: async () => ({
    path: `/directory/users/${(await makeDirectoryUser(server)).id}`,
    body: { first_name: 'Other', metadata: { shirt_size: 'M' } },
  }),
  deleteDirectoryUser: async () => ({
    path: `/directory/users/${(await makeDirectoryUser(server)).id}`,
  }),
  activateDirectoryUser: async () => ({ path: await personPath('activate', 'staged'), body: {} }),
  expireDirectoryUser: async () => ({
    path: await personPath('expire'),
    body: { at: '2999-01-01T00:00:00Z' },
  }),
  suspendDirectoryUser: async () => ({ path: await personPath('suspend') }),
  deactivateDirectoryUser: async () => ({ path: await personPath('deactivate') }),
  restoreDirectoryUser: async () => ({ path: await deletedPersonPath('restore') }),
  eraseDirectoryUser: async () => ({ path: await deletedPersonPath('erase') }),
  createWorkspaceUser: async () => ({
    path: '/workspace/users',
    body: { provider: 'test', provider_id: fresh(), name: 'New', roles: ['workspace.auditor'] },
  }),
  updateWorkspaceUser: async () => ({
    path: `/workspace/users/${(await makeCaller(server, [])).id}`,
    body: { name: 'Renamed', roles: ['workspace.auditor'] },
  }),
  deactivateWorkspaceUser: async () => ({
    path: `/workspace/users/${(await makeCaller(server, [])).id}/deactivate`,
  }),
  restoreWorkspaceUser: async () => {
    const { id, uuid } = await makeCaller(server, [])
    await server.query(`update workspace_user set base_state = 'deactivated' where id = $1`, [uuid])
    return { path: `/workspace/users/${id}/restore` }
  },
  revokeWorkspaceUserTokens: async () => ({
    path: `/workspace/users/${(await makeCaller(server, [])).id}/tokens`,
  }),
  revokeWorkspaceUserToken: async () => {
    const { id, tokenId } = await makeCaller(server, [])
    return { path: `/workspace/users/${id}/tokens/${encodeId('token', tokenId)}` }
  },
  endWorkspaceUserSessions: async () => {
    const { id } = await signedIn()
    return { path: `/workspace/users/${id}/sessions` }
  },
  endWorkspaceUserSession: async () => {
    const { id, sessionId } = await signedIn()
    return { path: `/workspace/users/${id}/sessions/${encodeId('session', sessionId)}` }
  },
  endWorkspaceUserSignInLinks: async () => {
    const { id } = await makeCaller(server, [])
    await server.call('POST', '/auth/sign-in-link', { token: owner.token, body: { user_id: id } })
    return { path: `/workspace/users/${id}/sign-in-links` }
  },
  updateIntegration: async () => ({
    path: `/workspace/integrations/${(await makeIntegration(server)).id}`,
    body: { account_limit_percent: 10 },
  }),
  deleteIntegration: async () => ({
    path: `/workspace/integrations/${(await makeIntegration(server)).id}`,
  }),
  makePrimaryIntegration: async () => ({
    path: `/workspace/integrations/${(await makeIntegration(server)).id}/make-primary`,
    body: {},
  }),
  createIntegration: async () => ({
    path: '/workspace/integrations',
    body: { handle: fresh(), vendor: 'file' },
  }),
  startImport: async () => ({
    path: `/workspace/integrations/${(await makeIntegration(server)).id}/imports?complete=true`,
    body: [],
    // 200 is for a probe.
    status: 202,
  }),
  createWebhook: async () => ({ path: '/workspace/webhooks', body: newWebhook() }),
  updateWebhook: async () => ({ path: await webhookPath(''), body: { name: fresh() } }),
  deleteWebhook: async () => ({ path: await webhookPath('') }),
  pauseWebhook: async () => ({ path: await webhookPath('/pause') }),
  resumeWebhook: async () => {
    const path = await webhookPath('')
    await server.call('POST', `${path}/pause`, { token: owner.token })
    return { path: `${path}/resume` }
  },
  rotateWebhook: async () => ({ path: await webhookPath('/rotate'), body: {} }),
  testWebhook: async () => ({ path: await webhookPath('/test') }),
  updateNoticeSetting: async () => ({
    path: `/workspace/notice-settings/${owner.id}`,
    body: { muted: [], digest_hour: new Date().getMilliseconds() % 24 },
  }),
  testNoticeSetting: async () => {
    const path = `/workspace/notice-settings/${owner.id}`
    const chat = { chat_type: 'slack', chat_url: 'https://hooks.acme.example/chat' }
    await server.call('PATCH', path, { token: owner.token, body: chat })
    await server.query(`update notice set state = 'failed', next_at = null where state = 'waiting'`)
    return { path: `${path}/test` }
  },
  replayWebhook: async () => ({
    path: await webhookPath('/replay'),
    body: { since: '2026-01-01T00:00:00Z' },
  }),
  retryWebhookAttempt: async () => {
    const path = await webhookPath('')
    const [attempt] = await server.query<{ id: string }>(
      `insert into webhook_attempt (webhook_id, audit_log_id, position, subject, event, state, tries)
       select $1, id, sequence, 'drusr_1', event, 'dead', 1 from audit_log limit 1 returning id`,
      [decodeId('webhook', path.split('/').at(-1) ?? '')],
    )
    return { path: `${path}/attempts/${encodeId('webhookAttempt', attempt?.id ?? '')}/retry` }
  },
  createScimSecret: async () => ({
    path: `/workspace/integrations/${(await makeIntegration(server, { type: 'scim' })).id}/scim-secrets`,
    body: { name: 'idp' },
  }),
  revokeScimSecret: async () => {
    const { id } = await makeIntegration(server, { type: 'scim' })
    const path = `/workspace/integrations/${id}/scim-secrets`
    const made = await server.call('POST', path, { token: owner.token, body: { name: 'idp' } })
    return { path: `${path}/${made.body.id}` }
  },
  startSync: async () => {
    const { id, uuid } = await makeIntegration(server)
    await server.query(
      `update integration set type = 'ldap', connection = '{"url": "ldaps://ldap.acme.test"}' where id = $1`,
      [uuid],
    )
    return { path: `/workspace/integrations/${id}/sync` }
  },
  createDimension: async () => {
    const { integration } = await policyWorld()
    const [handle, integration_id] = [`d${fresh().replace('-', '_')}`, integration.id]
    return {
      path: '/directory/dimensions',
      body: { handle, name: 'New', profile_key: 'department', integration_id },
    }
  },
  updateDimension: async () => ({ path: await ownDimension(), body: { name: 'Renamed' } }),
  activateDimension: async () => ({ path: `${await ownDimension('deactivated')}/activate` }),
  deactivateDimension: async () => ({ path: `${await ownDimension()}/deactivate` }),
  createAttribute: async () => ({
    path: '/directory/attributes',
    body: { dimension_id: (await policyWorld()).dimension.id, profile_value: fresh() },
  }),
  updateAttribute: async () => ({ path: await ownAttribute(), body: { profile_value: fresh() } }),
  activateAttribute: async () => ({ path: `${await ownAttribute('deactivated')}/activate` }),
  deactivateAttribute: async () => ({ path: `${await ownAttribute()}/deactivate` }),
  updatePolicySettings: async () => ({
    path: '/policy/settings',
    body: { removal_limit_people: 4 },
  }),
  createRuleset: async () => {
    const { integration } = await policyWorld()
    return {
      path: '/policy/rulesets',
      body: { resource_id: (await makeResource(server, integration)).id },
    }
  },
  updateRuleset: async () => ({
    path: `/policy/rulesets/${(await policyWorld()).ruleset.id}`,
    body: { expires_after_days: 7 },
  }),
  createRule: async () => ({
    path: `/policy/rulesets/${(await policyWorld()).ruleset.id}/rules`,
    body: { role: 'member', conditions: [await namingPerson()] },
  }),
  createException: async () => ({
    path: `/policy/rulesets/${(await policyWorld()).ruleset.id}/exceptions`,
    body: {
      user_id: (await makeDirectoryUser(server)).id,
      expires_at: '2999-01-01T00:00:00Z',
      reason: 'A test',
    },
  }),
  addRulesetAdmin: async () => ({
    path: `/policy/rulesets/${(await policyWorld()).ruleset.id}/admins`,
    body: { user_id: (await makeCaller(server, [])).id, role: 'create' },
  }),
  updateRulesetAdmin: async () => ({ path: await auditorOfRuleset(), body: { role: 'create' } }),
  removeRulesetAdmin: async () => ({ path: await auditorOfRuleset() }),
  updateRule: async () => ({ path: await ownRule(), body: { priority: 7, description: 'Mine' } }),
  deleteRule: async () => ({ path: await ownRule('deactivated') }),
  activateRule: async () => ({ path: `${await ownRule()}/activate`, body: {} }),
  deprecateRule: async () => ({
    path: `${await ownRule('active')}/deprecate`,
    body: { at: '2999-01-01T00:00:00Z' },
  }),
  deactivateRule: async () => ({ path: `${await ownRule('active')}/deactivate` }),
  duplicateRule: async () => ({ path: `${await ownRule()}/duplicate` }),
  createPolicyCondition: async () => ({
    path: `${await ownRule()}/conditions`,
    body: await namingPerson(),
  }),
  deletePolicyCondition: async () => {
    const [condition] = (await makeOwnRule('staged')).conditions
    return { path: `/policy/conditions/${condition?.id}` }
  },
  createPlan: async () => ({ path: '/policy/plans', body: await planned() }),
  applyPlan: async () => {
    const answer = await server.call('POST', '/policy/plans', {
      token: owner.token,
      body: await planned(),
    })
    return { path: `/policy/plans/${answer.body.id}/apply` }
  },
  putBackRule: async () => {
    const { id } = await makeOwnRule('staged')
    await server.query(`update rule set state = 'deactivated' where id = $1`, [
      decodeId('rule', id),
    ])
    return { path: `/policy/rules/${id}/put-back` }
  },
  revertPlan: async () => {
    const { body } = await server.call('POST', '/policy/plans', {
      token: owner.token,
      body: await planned(),
    })
    await server.call('POST', `/policy/plans/${body.id}/apply`, { token: owner.token })
    return { path: `/policy/plans/${body.id}/revert` }
  },
  approvePlan: async () => {
    const { body } = await server.call('POST', '/policy/plans', {
      token: owner.token,
      body: await planned(),
    })
    const uuid = decodeId('plan', body.id)
    // That of an incident is always beyond a limit.
    await server.query(`update plan set author_type = 'system', author_id = null where id = $1`, [
      uuid,
    ])
    await server.query(
      `update ruleset set requires_second_approval = true
       where id in (select ruleset_id from plan_ruleset where plan_id = $1)`,
      [uuid],
    )
    return { path: `/policy/plans/${body.id}/approve` }
  },
  approveIncident: () => decided('approve'),
  rejectIncident: () => decided('reject'),
  createService: async () => ({
    path: '/workspace/services',
    body: { name: 'New', handle: fresh() },
  }),
  updateService: async () => ({ path: (await ownService()).path, body: { name: 'Renamed' } }),
  activateService: async () => {
    const { path, uuid } = await ownService()
    await server.query(`update service set base_state = 'deactivated' where id = $1`, [uuid])
    return { path: `${path}/activate` }
  },
  deactivateService: async () => ({ path: `${(await ownService()).path}/deactivate` }),
  confirmService: async () => ({
    path: `${(await ownService()).path}/confirm`,
    body: { reason: 'Still used' },
  }),
  deprecateService: async () => ({ path: `${(await ownService()).path}/deprecate`, body: {} }),
  deleteService: async () => {
    const service = await ownService()
    await makeServiceToken(server, service)
    return { path: service.path }
  },
  addServiceAdmin: async () => {
    const { id } = await makeCaller(server, [])
    return {
      path: `${(await ownService()).path}/admins`,
      body: { user_id: id, admin_role: 'token' },
    }
  },
  updateServiceAdmin: async () => ({
    path: await auditorOfService(),
    body: { admin_role: 'permission' },
  }),
  expireServiceAdmin: async () => ({
    path: `${await auditorOfService()}/expire`,
    body: { expires_at: '2999-01-01T00:00:00Z' },
  }),
  removeServiceAdmin: async () => ({ path: await auditorOfService() }),
  issueServiceToken: async () => ({
    path: `${(await ownService()).path}/tokens`,
    body: { name: 'new' },
  }),
  revokeServiceToken: async () => {
    const service = await ownService()
    return { path: `${service.path}/tokens/${(await makeServiceToken(server, service)).id}` }
  },
  replaceServicePermissions: async () => ({
    path: `${(await ownService()).path}/permissions`,
    body: { permissions: ['audit.log.view'] },
  }),
  shrinkService: async () => {
    const service = await makeService(server, { admin: [owner], permissions: ['audit.log.view'] })
    await ageHeld(server, 'audit.log.view')
    return { path: `${service.path}/shrink`, body: {} }
  },
  createToken: async () => ({ path: '/workspace/tokens', body: { name: 'new' } }),
  deleteToken: async () => {
    const { tokenId } = await makeCaller(server, [])
    await server.query('update token set workspace_user_id = $1 where id = $2', [
      owner.uuid,
      tokenId,
    ])
    return { path: `/workspace/tokens/${encodeId('token', tokenId)}` }
  },
  createRole: async () => ({
    path: '/workspace/roles',
    body: { name: fresh(), permissions: ['audit.log.view'] },
  }),
  updateRole: async () => ({ path: await ownRole(), body: { permissions: ['audit.log.view'] } }),
  deleteRole: async () => ({ path: await ownRole() }),
}

async function makeSession(userId: string): Promise<string> {
  const [session] = await server.query<{ id: string }>(
    `insert into session (workspace_user_id, hash, expires_at)
     values ($1, sha256($2::bytea), now() + interval '1 hour') returning id`,
    [userId, fresh()],
  )
  return session?.id ?? ''
}

/** A person with a session of their own. */
async function signedIn() {
  const { id, uuid } = await makeCaller(server, [])
  return { id, sessionId: await makeSession(uuid) }
}

function fresh(): string {
  made += 1
  return `made-${made}`
}

/** An integration with a dimension, and the managed ruleset of a resource of its own. */
async function policyWorld() {
  const integration = await makeIntegration(server, { policy_keys: ['department'] })
  const dimension = await makeDimension(server, integration)
  const ruleset = await makeRuleset(server, await makeResource(server, integration))
  return { integration, dimension, ruleset }
}

async function ownDimension(state: ResourceState = 'active'): Promise<string> {
  const { id } = await makeDimension(server, (await policyWorld()).integration, { state })
  return `/directory/dimensions/${id}`
}

async function ownAttribute(state: ResourceState = 'active'): Promise<string> {
  const { dimension } = await policyWorld()
  return `/directory/attributes/${(await makeAttribute(server, dimension, fresh(), { state })).id}`
}

async function makeOwnRule(state: RuleState) {
  const person = await makeDirectoryUser(server)
  const { ruleset } = await policyWorld()
  return makeRule(server, ruleset, { state }, [{ type: 'user', directory_user_id: person.uuid }])
}

const ownRule = async (state: RuleState = 'staged') =>
  `/policy/rules/${(await makeOwnRule(state)).id}`
const planned = async () => ({
  operations: [{ op: 'activate_rule', rule_id: (await makeOwnRule('staged')).id }],
})
const namingPerson = async () => ({
  type: 'user',
  resource_id: (await makeDirectoryUser(server)).id,
})

/** Decides an incident that holds one account, whose source has suspended it. */
async function decided(verb: 'approve' | 'reject'): Promise<Call> {
  const { mapping } = integrationDefaults('idp', 'okta')
  const integration = await makeIntegration(server, { mapping: JSON.stringify(mapping) })
  const person = await makeDirectoryUser(server)
  const identity = await makeIdentity(server, integration, person, { primary: true })
  const incident = await makeIncident(server, integration)
  await server.query(
    `insert into held_account (identity_id, integration_id, incident_id, is_account_end, first_name, last_name, full_name,
       state, is_new, profile)
     select id, integration_id, $2, true, first_name, last_name, full_name, 'suspended', false, profile
     from identity where id = $1`,
    [identity.uuid, incident.uuid],
  )
  const path = `/policy/incidents/${incident.id}`
  const shown = await server.get(path, owner.token)
  assert.equal(shown.status, 200, shown.text)
  return { path: `${path}/${verb}`, body: { digest: shown.body.effect.digest, reason: 'A test' } }
}

async function auditorOfRuleset(): Promise<string> {
  const person = await makeCaller(server, [])
  const { ruleset } = await policyWorld()
  await server.query(
    `insert into ruleset_admin (ruleset_id, workspace_user_id, role) values ($1, $2, 'audit')`,
    [ruleset.uuid, person.uuid],
  )
  return `/policy/rulesets/${ruleset.id}/admins/${person.id}`
}

const ownService = () => makeService(server, { admin: [owner] })

async function personPath(
  verb: string,
  base_state: 'staged' | 'active' | 'suspended' = 'active',
): Promise<string> {
  return `/directory/users/${(await makeDirectoryUser(server, { base_state })).id}/${verb}`
}

async function deletedPersonPath(verb: string): Promise<string> {
  const person = await makeDirectoryUser(server)
  await deleteDirectoryUser(server, person)
  return `/directory/users/${person.id}/${verb}`
}

async function auditorOfService(): Promise<string> {
  const person = await makeCaller(server, [])
  return `${(await makeService(server, { admin: [owner], audit: [person] })).path}/admins/${person.id}`
}

async function ownRole(): Promise<string> {
  const [role] = await server.query<{ id: string }>(
    `insert into role (name, permissions) values ($1, '{policy.rule.view}') returning id`,
    [fresh()],
  )
  return `/workspace/roles/${encodeId('role', role?.id ?? '')}`
}

/** What the sending of webhooks writes by itself, too. */
const ofSending = ['webhook_attempt', 'webhook_progress', 'notice', 'notice_digest', 'notice_told']
const changingByThemselves = [
  'cache_lease',
  'commit_receipt',
  'confirmed_hierarchy',
  'schedule',
  'work_lease',
]

/** The content of the database, without values that change by themselves. */
async function contents(
  without: readonly string[] = [...changingByThemselves, ...ofSending],
): Promise<Record<string, unknown>> {
  const tables = await server.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by tablename`,
    [without],
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await server.query<{ rows: unknown }>(
      `select coalesce(jsonb_agg(r order by r::text), '[]') as rows from (select to_jsonb(t) - 'last_used_at' as r from "${name}" t) as rows`,
    )
    found[name] = row?.rows
  }
  return found
}

/** Lets every transaction fail at its end, after all its writes, if it wrote an audit row. */
async function failingAtCommit<T>(work: () => Promise<T>): Promise<T> {
  await server.query(`
    create function fail_at_commit() returns trigger language plpgsql as $$ begin raise exception 'as the test wants'; end $$;
    create constraint trigger fail_at_commit after insert on audit_log deferrable initially deferred
      for each row execute function fail_at_commit()`)
  try {
    return await work()
  } finally {
    await server.query('drop function fail_at_commit() cascade')
  }
}

/** They store nothing and have no audit row. */
const reading = new Set([
  'previewRule',
  'previewMapping',
  'exportPolicy',
  'testPolicy',
  'checkAccessOfMany',
])
const writing = routes.filter((route) => route.method !== 'GET' && !reading.has(route.id))

test('there is a call for every route that writes', () => {
  assert.deepEqual(Object.keys(calls).sort(), writing.map((route) => route.id).sort())
})

suite('a change and its audit rows are one', () => {
  for (const route of writing) {
    test(`${route.id} leaves neither when it fails, and both when it does not`, async () => {
      const ready = calls[route.id]
      assert.ok(ready)
      const { path, body, cookie, status = route.status } = await ready()
      const send = () => {
        const headers: Record<string, string> =
          route.method === 'POST' ? { 'idempotency-key': path } : {}
        return server.call(route.method, path, {
          ...(cookie === undefined ? { token: owner.token } : {}),
          headers: { ...headers, ...(cookie === undefined ? {} : { cookie, origin: ownOrigin }) },
          ...(body === undefined ? {} : { body }),
        })
      }
      const before = await contents()
      const failed = await failingAtCommit(send)
      assert.equal(failed.status, 500, failed.text)
      assert.deepEqual(await contents(), before)

      const stored = await contents(changingByThemselves)
      const answer = await send()
      assert.equal(answer.status, status, answer.text)
      const after = await contents(changingByThemselves)
      assert.notDeepEqual(after['audit_log'], before['audit_log'])
      const changed = Object.keys(after).filter(
        (name) => !name.startsWith('audit_') && name !== 'idempotency_key',
      )
      assert.ok(
        changed.some((name) => JSON.stringify(after[name]) !== JSON.stringify(stored[name])),
      )
    })
  }
})

test('the rows of every record form a chain', async () => {
  const { breaks } = await readChains(server, owner.token)
  assert.deepEqual(breaks, [])
})

function newWebhook() {
  return { name: fresh(), url: 'https://hooks.acme.example/' }
}

/** A webhook that has nothing to send. */
async function webhookPath(step: string): Promise<string> {
  const { body } = await server.call('POST', '/workspace/webhooks', {
    token: owner.token,
    body: newWebhook(),
  })
  await server.query(`update webhook_progress set next_at = now() + interval '1 day'`)
  return `/workspace/webhooks/${body.id}${step}`
}

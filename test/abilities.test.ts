import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissions } from '../src/contract/permissions.ts'
import { isRecord } from '../src/contract/json.ts'
import { listedValues } from '../src/http/shapes/include.ts'
import type { Route } from '../src/http/route/route.ts'
import { routes } from '../src/routes.ts'
import { makeCaller, makeOwner, testServer, type Answer } from './harness.ts'
import {
  deleteDirectoryUser,
  makeDimension,
  makeAttribute,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeResource,
} from './people.ts'
import { afterEachStatement } from './between-statements.ts'
import { accounts, incidentsWorld, staff, type IncidentsWorld } from './incidents-world.ts'
import { makeRule, makeRuleset } from './policy-records.ts'
import { makeRequestWorld } from './request-for.ts'

const server = await testServer()
const world = await makeRequestWorld(server)
const { token } = world.owner
const soon = new Date(Date.now() + 3_600_000)
const past = new Date(Date.now() - 3_600_000)

const naming = (id: string) => [{ type: 'user' as const, directory_user_id: id }]

type Record = { url: string; params: { [name: string]: string }; label: string }

/** The address of a record under its route. */
const pathOf = (url: string, params: Record['params']) =>
  url.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')

async function send(method: string, path: string, body?: unknown, by = token): Promise<Answer> {
  const answer = await server.call(method, path, { token: by, body })
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer
}

const create = async (path: string, body?: unknown): Promise<string> =>
  (await send('POST', path, body)).body.id

/** Records in every state that decides about an action. */
const records: Record[] = [
  ...(await peopleInEveryState()),
  ...(await accountsInEveryState()),
  ...(await policyInEveryState()),
  ...(await workspaceInEveryState()),
]

async function peopleInEveryState(): Promise<Record[]> {
  const governed = await makeDirectoryUser(server)
  const primary = { id: world.ids.integration ?? '', uuid: '' }
  const [integration] = await server.query<{ id: string }>(
    'select id from integration where is_primary',
  )
  await makeIdentity(server, { ...primary, uuid: integration?.id ?? '' }, governed, {
    primary: true,
  })
  const deleted = await makeDirectoryUser(server)
  await deleteDirectoryUser(server, deleted)
  const people = {
    staged: await makeDirectoryUser(server, { base_state: 'staged' }),
    active: await makeDirectoryUser(server),
    suspended: await makeDirectoryUser(server, { base_state: 'suspended' }),
    expiring: await makeDirectoryUser(server, { expires_at: soon }),
    expired: await makeDirectoryUser(server, { expires_at: past }),
    deactivated: await makeDirectoryUser(server, { base_state: 'deactivated' }),
    'deactivated until a date': await makeDirectoryUser(server, {
      base_state: 'deactivated',
      activates_at: soon,
    }),
    governed,
    deleted,
  }
  return Object.entries(people).map(([label, { id }]) => ({
    url: '/directory/users/:user',
    params: { user: id },
    label: `a directory user who is ${label}`,
  }))
}

async function accountsInEveryState(): Promise<Record[]> {
  const integration = await makeIntegration(server)
  const accounts = {
    'of a person': await makeIdentity(server, integration, await makeDirectoryUser(server)),
    'of no one': await makeIdentity(server, integration, null),
  }
  return Object.entries(accounts).map(([label, { id }]) => ({
    url: '/directory/identities/:identity',
    params: { identity: id },
    label: `an account ${label}`,
  }))
}

async function policyInEveryState(): Promise<Record[]> {
  const integration = await makeIntegration(server, { policy_keys: ['team'] })
  const unlisted = await makeIntegration(server, { policy_keys: [] })
  const person = await makeDirectoryUser(server)
  const gone = await makeDirectoryUser(server)
  const ruleset = await makeRuleset(server, await makeResource(server, integration))
  const rule = (values: object, conditions = naming(person.uuid)) =>
    makeRule(server, ruleset, values, conditions)
  const rules = {
    'a draft': await rule({}),
    'a draft without conditions': await rule({}, []),
    'a draft that names a person who is gone': await rule({}, naming(gone.uuid)),
    'a draft that would be over': await rule({ expires_at: past }),
    'waiting for its date': await rule({ activates_at: soon }),
    active: await rule({ state: 'active' }),
    expiring: await rule({ state: 'expiring', expires_at: soon }),
    expired: await rule({ state: 'expired', expires_at: past }),
    deactivated: await rule({ state: 'deactivated' }),
  }
  await deleteDirectoryUser(server, gone)
  const dimension = await makeDimension(server, integration, { profile_key: 'team' })
  const without = await makeDimension(server, unlisted, { state: 'deactivated' })
  const ended = await makeDimension(server, integration, {
    profile_key: 'team',
    state: 'deactivated',
  })
  const attribute = await makeAttribute(server, dimension, 'North')
  const absorbed = await makeAttribute(server, dimension, 'South')
  await server.query(
    `update attribute set state = 'deactivated', absorbed_by_id = $1 where id = $2`,
    [attribute.uuid, absorbed.uuid],
  )
  const inactive = await makeAttribute(server, dimension, 'East')
  await server.query(`update attribute set state = 'deactivated' where id = $1`, [inactive.uuid])
  const admin = await makeCaller(server, [])
  await create(`/policy/rulesets/${ruleset.id}/admins`, { user_id: admin.id, role: 'audit' })
  const draft = rules['a draft'].id
  const plan = (description: string) =>
    create('/policy/plans', {
      description,
      operations: [{ op: 'change_rule', rule_id: draft, priority: 9 }],
    })
  const plans = { ready: await plan('one'), applied: await plan('two'), old: await plan('three') }
  await send('POST', `/policy/plans/${plans.applied}/apply`)
  await server.query(
    `update plan set created_at = created_at - interval '2 days', expires_at = now() - interval '1 hour' where description = 'three'`,
  )
  const record = (url: string, params: Record['params'], label: string) => ({ url, params, label })
  return [
    ...Object.entries(rules).map(([label, { id }]) =>
      record('/policy/rules/:rule', { rule: id }, `a rule that is ${label}`),
    ),
    ...Object.entries(rules).flatMap(([label, { conditions }]) =>
      conditions.map(({ id }) =>
        record(
          '/policy/conditions/:condition',
          { condition: id },
          `a condition of a rule that is ${label}`,
        ),
      ),
    ),
    ...Object.entries(plans).map(([label, id]) =>
      record('/policy/plans/:plan', { plan: id }, `a plan that is ${label}`),
    ),
    ...[dimension, without, ended].map(({ id }, at) =>
      record('/directory/dimensions/:dimension', { dimension: id }, `dimension ${at}`),
    ),
    ...[attribute, absorbed, inactive].map(({ id }, at) =>
      record('/directory/attributes/:attribute', { attribute: id }, `attribute ${at}`),
    ),
    record('/policy/rulesets/:ruleset', { ruleset: ruleset.id }, 'a ruleset'),
    record(
      '/policy/rulesets/:ruleset/admins/:user',
      { ruleset: ruleset.id, user: admin.id },
      'an admin of a ruleset',
    ),
    record('/policy/settings', {}, 'the settings'),
  ]
}

async function workspaceInEveryState(): Promise<Record[]> {
  const service = await create('/workspace/services', { name: 'Payroll', handle: 'payroll' })
  const off = await create('/workspace/services', { name: 'Off', handle: 'off' })
  await send('PUT', `/workspace/services/${off}/permissions`, { permissions: ['audit.log.view'] })
  await send('POST', `/workspace/services/${off}/deactivate`)
  const serviceToken = await create(`/workspace/services/${service}/tokens`, { name: 'one' })
  const person = await makeCaller(server, ['directory.user.view'])
  const former = await makeCaller(server, [])
  await send('POST', `/workspace/users/${former.id}/deactivate`)
  const [session] = await server.query<{ id: string }>(
    `insert into session (workspace_user_id, signed_in_at, hash, expires_at) values ($1, now(), sha256('abilities'), now() + interval '1 hour') returning id`,
    [person.uuid],
  )
  const { body: sessions } = await server.get(`/workspace/users/${person.id}/sessions`, token)
  assert.ok(session !== undefined)
  const { body: roles } = await server.get('/workspace/roles?page[size]=500', token)
  const system = roles.data.find((role: { is_system: boolean }) => role.is_system)
  const held = roles.data.find((role: { name: string }) => role.name.startsWith('caller-'))
  const { body: tokens } = await server.get(`/workspace/users/${person.id}/tokens`, token)
  const record = (url: string, params: Record['params'], label: string) => ({ url, params, label })
  const user = '/workspace/users/:user'
  const noticeSetting = '/workspace/notice-settings/:user'
  const admin = await makeCaller(server, [])
  await send('POST', `/workspace/services/${service}/admins`, {
    user_id: admin.id,
    admin_role: 'audit',
  })
  return [
    record('/workspace/services/:service', { service }, 'a service'),
    record('/workspace/services/:service', { service: off }, 'a deactivated service'),
    record(
      '/workspace/services/:service/admins/:user',
      { service, user: world.owner.id },
      'the last admin of a service',
    ),
    record(
      '/workspace/services/:service/admins/:user',
      { service, user: admin.id },
      'an auditor of a service',
    ),
    record(
      '/workspace/services/:service/tokens/:token',
      { service, token: serviceToken },
      'a token of a service',
    ),
    record(user, { user: person.id }, 'a person'),
    record(user, { user: former.id }, 'a person who was deactivated'),
    record(user, { user: world.owner.id }, 'the owner'),
    record(
      `${user}/tokens/:token`,
      { user: person.id, token: tokens.data[0].id },
      'a person’s token',
    ),
    record(
      `${user}/sessions/:session`,
      { user: person.id, session: sessions.data[0].id },
      'a person’s session',
    ),
    record('/workspace/tokens/:token', { token: world.ownToken }, 'a token of one’s own'),
    record('/workspace/roles/:role', { role: system.id }, 'a role of the system'),
    record('/workspace/roles/:role', { role: held.id }, 'a role that someone holds'),
    record('/workspace/roles/:role', { role: world.ids.role ?? '' }, 'a role that no one holds'),
    record(
      '/workspace/integrations/:integration',
      { integration: world.ids.integration ?? '' },
      'an integration',
    ),
    record(
      '/workspace/integrations/:integration/scim-secrets/:secret',
      { integration: world.ids.integration ?? '', secret: world.ids.scimSecret ?? '' },
      'a SCIM secret',
    ),
    record('/workspace/webhooks/:webhook', { webhook: world.ids.webhook ?? '' }, 'a webhook'),
    record(
      '/workspace/webhooks/:webhook/attempts/:attempt',
      { webhook: world.ids.webhook ?? '', attempt: world.ids.webhookAttempt ?? '' },
      'an event at a webhook',
    ),
    record(noticeSetting, { user: world.owner.id }, 'the owner’s notice settings'),
    record(noticeSetting, { user: person.id }, 'a person’s notice settings'),
  ]
}

type Caller = { label: string; token: string }

/** A person with that role on every ruleset or service of the records, and no permission. */
async function withRole(path: 'services' | 'rulesets', role: string): Promise<Caller> {
  const person = await makeCaller(server, ['directory.user.view'])
  const named = records.flatMap(({ params }) => params[path.slice(0, -1)] ?? [])
  for (const id of new Set(named)) {
    const [area, field] = path === 'services' ? ['workspace', 'admin_role'] : ['policy', 'role']
    await send('POST', `/${area}/${path}/${id}/admins`, { user_id: person.id, [field]: role })
  }
  return { label: `${role} on ${path}`, token: person.token }
}

const manages = (area: string) =>
  permissions.filter((name) => name.endsWith('.view') || name.startsWith(area))
const callers: Caller[] = [
  { label: 'the owner', token },
  {
    label: 'the owner, to look',
    token: (await makeCaller(server, permissions, ['*.view'])).token,
  },
  { label: 'an auditor', token: (await makeCaller(server, manages('audit'))).token },
  { label: 'an HR administrator', token: (await makeCaller(server, manages('directory'))).token },
  {
    label: 'an administrator of policy without profiles',
    token: (await makeCaller(server, manages('policy'), ['*.view', 'policy.*'])).token,
  },
  {
    label: 'an administrator of the workspace',
    token: (await makeCaller(server, manages('workspace'))).token,
  },
  await withRole('services', 'admin'),
  await withRole('services', 'permission'),
  await withRole('services', 'token'),
  await withRole('rulesets', 'create'),
  await withRole('rulesets', 'activate'),
  await withRole('rulesets', 'admin'),
]

/** The name of the action of a route below a record; undefined for one that is about something else, or changes nothing. */
function actionOf({ id, method, url }: Route, record: string): string | undefined {
  if (method === 'GET' || id.startsWith('preview') || !url.startsWith(record)) return undefined
  const [, rest, ...more] = url.slice(record.length).split('/')
  const here = { PATCH: 'update', PUT: 'replace', DELETE: 'delete' } as const
  if (url === record) return method === 'POST' ? undefined : here[method]
  if (rest === undefined || rest.startsWith(':') || more.length > 0) return undefined
  const name = rest.replaceAll('-', '_')
  if (!name.endsWith('s')) return method === 'POST' ? name : undefined
  return method === 'POST' ? `create_${name.slice(0, -1)}` : `${here[method]}_${name}`
}

/** The field of a PATCH that takes more than the rest of it, by route: an action of its own. */
const ownFields: { [id: string]: { action: string; body: object } } = {
  updateWorkspaceUser: { action: 'change_directory_user', body: { directory_user_id: null } },
}

type Action = { action: string; route: Route; body?: object }

const actionsOf = (record: string): Action[] =>
  routes.flatMap((route): Action[] => {
    const action = actionOf(route, record)
    if (action === undefined) return []
    const field = ownFields[route.id]
    return [{ action, route }, ...(field === undefined ? [] : [{ ...field, route }])]
  })

/** Bodies that would be carried out, as far as the action has one. An action is possible if one of them is. */
const bodies: { [id: string]: (by: string) => Promise<object[]> } = {
  updateNoticeSetting: async () => [{ at_once: false }],
  replayWebhook: async () => [{ since: '2026-01-01T00:00:00Z' }],
  expireDirectoryUser: async () => [{ at: '2999-01-01T00:00:00Z' }],
  expireServiceAdmin: async () => [{ expires_at: '2999-01-01T00:00:00Z' }],
  updateServiceAdmin: async () =>
    ['permission', 'token', 'admin'].map((admin_role) => ({ admin_role })),
  updateRulesetAdmin: async () => [{ role: 'audit' }],
  replaceServicePermissions: async () => [{ permissions: [] }],
  addServiceAdmin: async () => {
    const { id } = await makeCaller(server, [])
    return ['audit', 'admin'].map((admin_role) => ({ user_id: id, admin_role }))
  },
  addRulesetAdmin: async () => [{ user_id: (await makeCaller(server, [])).id, role: 'audit' }],
  confirmService: async () => [{ reason: 'Still used' }],
  issueServiceToken: async () => [{ name: 'new' }],
  createScimSecret: async () => [{ name: 'new' }],
  startImport: async () => [{ id: 'a file' }],
  linkDirectoryIdentity: async () => [
    { directory_user_id: (await makeDirectoryUser(server)).id, reason: 'A test' },
  ],
  unlinkDirectoryIdentity: async () => [{ reason: 'A test' }],
  createRule: async () => [{ role: 'member' }],
  createException: async () => [
    {
      user_id: (await makeDirectoryUser(server)).id,
      expires_at: '2999-01-01T00:00:00Z',
      reason: 'A test',
    },
  ],
  createPolicyCondition: async () => [
    { type: 'user', resource_id: (await makeDirectoryUser(server)).id },
    { type: 'attribute', resource_id: world.ids.attribute },
  ],
  activateRule: async () => [{}, { at: null }],
}

/** Another plan like this one: whether it may be approved or applied is known only once it was. */
async function planLike(record: Record): Promise<Record> {
  if (record.label !== 'a plan that is ready') return record
  const { body } = await server.get(pathOf(record.url, record.params), token)
  const plan = await create('/policy/plans', { operations: body.operations })
  return { ...record, params: { plan } }
}

/** A write with another version than the record's is refused for that last of all: the record stays as it is. */
async function isPossible(
  { route, body: own }: Action,
  record: Record,
  by: string,
): Promise<boolean> {
  const isPlan = route.id === 'applyPlan' || route.id === 'approvePlan'
  const { url, params } = isPlan ? await planLike(record) : record
  const path = pathOf(url, params) + route.url.slice(url.length)
  const body = route.method !== 'GET' && route.body !== null ? [{}] : [undefined]
  const wanted = own === undefined ? await bodies[route.id]?.(by) : [own]
  for (const sent of wanted ?? body) {
    const headers: { [name: string]: string } = isPlan ? {} : { 'if-match': '"999999.0"' }
    const answer = await server.call(route.method, path, { token: by, body: sent, headers })
    if (answer.status === 412 || answer.status < 300) return true
    assert.ok([403, 404, 409, 422].includes(answer.status), `${path}: ${answer.text}`)
  }
  return false
}

for (const caller of callers) {
  test(`what ${caller.label} may do with a record is what it answers to them`, async () => {
    for (const record of records) {
      const path = pathOf(record.url, record.params)
      const shown = await server.get(`${path}?include=abilities`, caller.token)
      if (shown.status !== 200) continue
      const expected: { [action: string]: boolean } = {}
      for (const action of actionsOf(record.url))
        expected[action.action] = await isPossible(action, record, caller.token)
      assert.deepEqual(shown.body.abilities, expected, record.label)
    }
  })
}

const reading = routes.filter(
  (route) => route.method === 'GET' && route.access !== 'public' && route.access !== 'token',
)

test('every record and every list takes include=abilities', () => {
  const without = reading.flatMap(({ id, query }) =>
    listedValues(query.properties['include'] ?? {})?.includes('abilities') === true ? [] : [id],
  )
  assert.deepEqual(without, [
    'explainDirectoryUser',
    'whatIfDirectoryUser',
    'compareDirectoryUser',
    'compareTeamOfDirectoryUser',
    'listSuggestedRules',
    'listSuggestedKeys',
    'listSuggestedValues',
    // An answer about two records, and no record.
    'checkAccess',
    'describeIncidentChanges',
    'readServicePermissions',
    'listPermissions',
    // Nothing that is stored.
    'previewIntegration',
    'listImportRunRows',
    'listImportRunPeople',
    'listImportRunEffects',
    // What happened, and no record.
    'listEvents',
  ])
})

test('every record with an action below it was tried', () => {
  const tried = new Set(records.map(({ url }) => url))
  const described = reading.filter(({ url }) => /\/:\w+$/.test(url) || url === '/policy/settings')
  const untried = described.filter(({ url }) => actionsOf(url).length > 0 && !tried.has(url))
  assert.deepEqual(
    untried.map(({ id }) => id),
    // Below, in a world with an incident.
    ['describeIncident'],
  )
})

test('a list says the same of its records as describing them', async () => {
  const some = callers.filter(({ label }) => ['the owner', 'an HR administrator'].includes(label))
  for (const { token: by } of some) {
    for (const { url, params, id } of reading) {
      const items = Object.keys(params).length === 0 ? listed(id) : false
      if (!items) continue
      const list = await server.get(`${url}?include=abilities&page[size]=100`, by)
      if (list.status !== 200) continue
      for (const row of list.body.data) {
        assert.ok(isRecord(row.abilities), id)
        const self = row.links?.self?.split('/api/v1')[1]
        if (self === undefined) continue
        const { body } = await server.get(`${self}?include=abilities`, by)
        assert.deepEqual(row.abilities, body.abilities, `${id}: ${self}`)
      }
    }
  }
})

const listed = (id: string) => /^list(?!Permissions|AuditLogs)/.test(id)

test('abilities are part of the ETag, and are not shown to others', async () => {
  const { params } = records.find(({ label }) => label === 'a directory user who is active') ?? {}
  const path = `/directory/users/${params?.['user']}`
  const mine = await server.get(`${path}?include=abilities`, token)
  const others = await makeCaller(server, ['directory.user.view'])
  const shown = await server.get(`${path}?include=abilities`, others.token, {
    'if-none-match': mine.headers.get('etag') ?? '',
  })
  assert.equal(shown.status, 200)
  assert.equal(mine.body.abilities.update, true)
  assert.equal(shown.body.abilities.update, false)
  const plain = await server.get(path, token)
  assert.equal('abilities' in plain.body, false)
  assert.notEqual(plain.headers.get('etag'), mine.headers.get('etag'))
  const again = await server.get(`${path}?include=abilities`, token, {
    'if-none-match': mine.headers.get('etag') ?? '',
  })
  assert.equal(again.status, 304)
  const changed = await server.call('PATCH', path, {
    token,
    body: { metadata: { note: 'one' } },
    headers: { 'if-match': mine.headers.get('etag') ?? '' },
  })
  assert.equal(changed.status, 200)
})

test('another value of include is refused with those that are allowed', async () => {
  const list = await server.get('/workspace/roles?include=colour', token)
  assert.equal(list.status, 400)
  assert.match(list.body.message, /abilities/)
  const both = await server.get('/directory/users?include=policy-users-count,abilities', token)
  assert.equal(both.status, 200)
  assert.ok(both.body.data.every((row: object) => 'abilities' in row && 'included' in row))
})

test('an owner who is the last one can change, but not be deactivated', async () => {
  const alone = await testServer()
  const owner = await makeOwner(alone)
  const { body } = await alone.get(`/workspace/users/${owner.id}?include=abilities`, owner.token)
  assert.deepEqual([body.abilities.update, body.abilities.deactivate], [true, false])
})

const moved = { ...staff, ...accounts('s', 20, { department: 'Legal', managerId: 'boss' }) }

/** What may be done with the only incident, in the list and alone. */
async function ofIncident(world: IncidentsWorld, by: string) {
  const { body: list } = await world.server.get('/policy/incidents?include=abilities', by)
  const [listed] = list.data
  const { body } = await world.server.get(`/policy/incidents/${listed.id}?include=abilities`, by)
  assert.deepEqual(listed.abilities, body.abilities)
  return body
}

test('an incident is decided by those who may read all of it, and approved after all where it was rejected', async () => {
  const incidents = await incidentsWorld(staff)
  await incidents.feed(moved)
  const decide = async (verb: string, by = incidents.token) => {
    const { id, effect } = await ofIncident(incidents, incidents.token)
    return incidents.server.call('POST', `/policy/incidents/${id}/${verb}`, {
      token: by,
      body: { digest: effect?.digest ?? '0'.repeat(64), reason: 'A test' },
    })
  }
  const blind = await makeCaller(incidents.server, permissions, ['*.view', '*.approve'])
  assert.deepEqual((await ofIncident(incidents, blind.token)).abilities, {
    approve: false,
    reject: false,
  })
  assert.equal((await decide('approve', blind.token)).status, 403)
  const all = async () => (await ofIncident(incidents, incidents.token)).abilities
  assert.deepEqual(await all(), { approve: true, reject: true })
  // Nothing can be accepted under a mapping that is none; rejecting reads no facts.
  await incidents.server.query(
    `update integration set mapping = mapping || '{"x": 1}' where vendor = 'idp'`,
  )
  assert.deepEqual(await all(), { approve: false, reject: true })
  assert.equal((await decide('approve')).status, 409)
  await incidents.server.query(
    `update integration set mapping = mapping - 'x' where vendor = 'idp'`,
  )
  assert.equal((await decide('reject')).status, 200)
  assert.deepEqual(await all(), { approve: true, reject: false })
  assert.equal((await decide('reject')).status, 422)
  assert.equal((await decide('approve')).status, 200)
  assert.deepEqual(await all(), { approve: false, reject: false })
  assert.equal((await decide('approve')).status, 422)
})

test('a plan beyond a limit is applied by those who may approve it', async () => {
  const incidents = await incidentsWorld(staff)
  const ruleset = await incidents.ruleset('sellers')
  const { body } = await incidents.server.get(`/policy/rulesets/${ruleset}/rules`, incidents.token)
  const rule = body.data[0].id
  const stopped = await incidents.server.call('POST', `/policy/rules/${rule}/deactivate`, {
    token: incidents.token,
  })
  assert.equal(stopped.status, 409)
  const plan = /popln_\w{26}/.exec(stopped.text)?.[0] ?? ''
  const path = `/policy/plans/${plan}`
  const manager = await makeCaller(incidents.server, [...manages('policy.rule')])
  for (const [by, isAble] of [
    [manager.token, false],
    [incidents.token, true],
  ] as const) {
    const shown = await incidents.server.get(`${path}?include=abilities`, by)
    assert.deepEqual(shown.body.abilities, { approve: false, apply: isAble, revert: false })
    const applied = await incidents.server.call('POST', `${path}/apply`, { token: by })
    assert.equal(applied.status, isAble ? 200 : 403)
  }
})

test('the abilities on a page of people take one statement in a snapshot, however many they are', async () => {
  let sent = 0
  afterEachStatement(server.database, async () => void (sent += 1))
  const statements = async (query: string) => {
    const counts: number[] = []
    for (let time = 0; time < 3; time += 1) {
      sent = 0
      await server.get(`/directory/users?${query}`, token)
      counts.push(sent)
    }
    return Math.min(...counts)
  }
  const plain = await statements('page[size]=10&page[total]=true')
  for (const size of [1, 10])
    assert.equal(
      await statements(`page[size]=${size}&page[total]=true&include=abilities`),
      plain + 3,
    )
})

test('a request for abilities holds one connection at a time', async () => {
  const small = await testServer({ over: server, poolSize: 1 })
  const paths = records.map(({ url, params }) => `${pathOf(url, params)}?include=abilities`)
  const answers = await Promise.all(paths.map((path) => small.get(path, token)))
  assert.deepEqual(
    answers.filter(({ status }) => status >= 500).map(({ text }) => text),
    [],
  )
})

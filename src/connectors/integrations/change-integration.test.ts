import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { gitlab, okta } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { makeResource } from '../../../test/people.ts'
import { policyOfGroups } from '../../../test/policy-text.ts'
import { endedRun } from '../../../test/until.ts'
import { decodeId } from '../../contract/ids.ts'
import { permissions } from '../../contract/permissions.ts'
import { integrationDefaults } from '../vendors.ts'
import { importPolicy } from '../../policy-as-code/import-policy.ts'

const staff = Array.from({ length: 30 }, (_, at) => ({
  id: `p${at}`,
  profile: {
    department: 'Sales',
    team: at < 20 ? 'Red' : 'Blue',
    employeeNumber: `E${at}`,
    cardNumber: `C${at}`,
    boss: 'p0@example.com',
  },
}))

async function makeWorld() {
  const server = await testServer()
  const { token } = await makeOwner(server)
  const post = async (path: string, body: object) => {
    const answer = await server.call('POST', path, { token, body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const load = async (integration: string, records: readonly object[]) => {
    const path = `/workspace/integrations/${integration}`
    const raw = records.map((one) => JSON.stringify(one)).join('\n')
    const { body } = await server.call('POST', `${path}/imports`, { token, raw })
    return endedRun(server, path, { id: body.id, token })
  }
  const source = await post('/workspace/integrations', {
    handle: 'okta',
    vendor: 'idp',
    type: 'okta',
    is_primary: true,
    policy_keys: ['department'],
    manager_profile_key: null,
  })
  await load(
    source.id,
    staff.map(({ id, profile }) => okta(id, { profile })),
  )
  const patch = (body: object) =>
    server.call('PATCH', `/workspace/integrations/${source.id}`, { token, body })
  const person = async (username: string) =>
    (await server.get(`/directory/users?filter[username]=${username}`, token)).body.data[0]
  return { server, token, source, post, load, patch, person }
}

type World = Awaited<ReturnType<typeof makeWorld>>

/** A group of the people below p0, and of a team. */
async function withGroups({ server, source }: World, rules: Record<string, string>) {
  const uuid = decodeId('integration', source.id) ?? ''
  for (const name of Object.keys(rules))
    await makeResource(server, { id: source.id, uuid }, { vendor_id: name, name })
  const groups = Object.fromEntries(
    Object.entries(rules).map(([name, condition]) => [
      name,
      [`key: ${name}, role: member, conditions: [${condition}]`],
    ]),
  )
  await importPolicy(server.database, policyOfGroups('idp_group', groups), { actor: testActor })
}

async function members({ server, token }: World, name: string): Promise<number> {
  const { data } = (await server.get('/policy/rulesets?page[size]=500', token)).body
  const ruleset = data.find(
    (one: { policy_resource: { name: string } }) => one.policy_resource.name === name,
  )
  const path = `/policy/rulesets/${ruleset.id}/manifest-users?page[size]=500`
  return (await server.get(path, token)).body.data.length
}

test('numbers follow the keys that the integration names now', async () => {
  const { server, token, patch, person } = await makeWorld()
  const { id } = await person('p3')
  const before = await server.get(`/directory/users/${id}`, token)
  assert.deepEqual([before.body.employee_id, before.body.badge_id], ['E3', null])
  const changed = await patch({
    name: 'Sign-on',
    employee_id_profile_key: null,
    badge_id_profile_key: 'cardNumber',
    account_limit_people: 3,
  })
  assert.equal(changed.status, 200, changed.text)
  assert.equal(changed.body.name, 'Sign-on')
  const after = await server.get(`/directory/users/${id}`, token)
  assert.deepEqual([after.body.employee_id, after.body.badge_id], [null, 'C3'])
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'))
  const { data } = (
    await server.get('/audit/logs?filter[event]=workspace.integration.update', token)
  ).body
  assert.equal(data.length, 1)
  assert.deepEqual(data[0].changes, {
    name: { old: 'okta', new: 'Sign-on' },
    employee_id_profile_key: { old: 'employeeNumber', new: null },
    badge_id_profile_key: { old: 'badgeId', new: 'cardNumber' },
    account_limit_people: { old: null, new: 3 },
  })
})

test('managers that a key named end with it, by a plan beyond a limit; those that people set stay', async () => {
  const world = await makeWorld()
  const { server, token, patch, person } = world
  await withGroups(world, { team: '{ type: direct_reports_of, email: p0@example.com }' })
  const boss = await person('p0')
  const own = await world.post('/directory/users', {
    first_name: 'Own',
    last_name: 'Choice',
    state: 'active',
  })
  const set = (user: string, manager_id: string) =>
    server.call('PATCH', `/directory/users/${user}`, { token, body: { manager_id } })
  assert.equal((await set(own.id, boss.id)).status, 200)
  const key = { manager_profile_key: 'boss', manager_profile_holds: 'email' }
  assert.equal((await patch(key)).status, 200)
  assert.equal(await members(world, 'team'), 30)

  const beyond = await patch({ manager_profile_key: null })
  assert.equal(beyond.status, 409, beyond.text)
  assert.equal(await members(world, 'team'), 30)
  const { pathname } = new URL(beyond.headers.get('location') ?? '', 'https://muster.example')
  const plan = pathname.replace('/api/v1', '')
  assert.equal((await server.get(plan, token)).body.totals.removed, 29)
  assert.equal((await server.call('POST', `${plan}/apply`, { token })).status, 200)
  assert.equal(await members(world, 'team'), 1)
  assert.equal((await person('p1')).manager_id, null)
  assert.equal((await server.get(`/directory/users/${own.id}`, token)).body.manager_id, boss.id)
  const logs = (await server.get(`/audit/logs?filter[record]=${(await person('p1')).id}`, token))
    .body
  const ended = logs.data.find((row: { changes: object }) => 'manager_id' in row.changes)
  assert.deepEqual(ended.changes, { manager_id: { old: boss.id, new: null } })

  assert.equal((await patch(key)).status, 200)
  assert.equal(await members(world, 'team'), 30)
})

test('managers follow a key at once, and beyond a limit only by the plan that shows whom it moves', async () => {
  const world = await makeWorld()
  await withGroups(world, { team: '{ type: direct_reports_of, email: p0@example.com }' })
  const change = { manager_profile_key: 'boss', manager_profile_holds: 'email' }
  assert.equal((await world.patch(change)).status, 200)
  // In the 24 hours after its first member entered, a group has no limit on gains.
  assert.equal(await members(world, 'team'), 29)
  const reports = (
    await world.server.get(`/directory/users/${(await world.person('p0')).id}`, world.token)
  ).body
  assert.equal(reports.count.direct_report_users, 29)

  // Nobody is found by an account's id, so all would leave.
  const beside = await world.patch({
    manager_profile_holds: 'vendor_id',
    connection: { url: 'https://acme.okta.com' },
  })
  assert.equal(beside.status, 422, beside.text)
  assert.match(beside.body.errors.connection[0], /part of no plan/)
  const away = await world.patch({ manager_profile_holds: 'vendor_id' })
  assert.equal(away.status, 409, away.text)
  assert.equal(await members(world, 'team'), 29)
  const { pathname } = new URL(away.headers.get('location') ?? '', 'https://muster.example')
  const plan = pathname.replace('/api/v1', '')
  const shown = (await world.server.get(plan, world.token)).body
  assert.equal(shown.totals.removed, 29)
  const applied = await world.server.call('POST', `${plan}/apply`, { token: world.token })
  assert.equal(applied.status, 200, applied.text)
  assert.equal(await members(world, 'team'), 0)
})

test('parents that a source named end at once when another key names them, and those of administrators stay', async () => {
  const { server, token, source, load, patch, person } = await makeWorld()
  const admins = [
    okta('adm1', { profile: { main: 'p1' } }),
    okta('adm2', { profile: { main: 'p1', owner: 'p2' } }),
    okta('adm3'),
  ]
  await load(source.id, admins)
  const ids: Record<string, string> = {}
  for (const name of ['p1', 'p2', 'p3', 'adm1', 'adm2', 'adm3']) ids[name] = (await person(name)).id
  const byHand = await server.call('PATCH', `/directory/users/${ids['adm3']}`, {
    token,
    body: { parent_user_id: ids['p3'] },
  })
  assert.equal(byHand.status, 200, byHand.text)
  const parents = async () => {
    const found = await Promise.all(['adm1', 'adm2', 'adm3'].map(person))
    return found.map(({ parent_user_id: parent }) => parent)
  }
  const set = async (key: string | null) => {
    const answer = await patch({ parent_profile_key: key })
    assert.equal(answer.status, 200, answer.text)
  }
  await set('main')
  assert.deepEqual(await parents(), [ids['p1'], ids['p1'], ids['p3']])
  const plan = await patch({ parent_profile_key: 'owner', plan: true })
  assert.equal(plan.status, 202, plan.text)
  assert.deepEqual(await parents(), [ids['p1'], ids['p1'], ids['p3']])
  await set('owner')
  assert.deepEqual(await parents(), [null, ids['p2'], ids['p3']])
  await set(null)
  assert.deepEqual(await parents(), [null, ids['p2'], ids['p3']])
  await set('main')
  await set('nobody')
  assert.deepEqual(await parents(), [null, null, ids['p3']])
  const { data } = (
    await server.get(`/directory/users/${ids['adm2']}/audit-logs/record?sort=-at`, token)
  ).body
  assert.deepEqual(data[0].changes, { parent_user_id: { old: ids['p1'], new: null } })
})

test('a plan of a change of a key shows who would move, and changes nothing', async () => {
  const world = await makeWorld()
  const { server, token, source } = world
  await withGroups(world, { team: '{ type: direct_reports_of, email: p0@example.com }' })
  const path = `/workspace/integrations/${source.id}`
  const before = await server.get(path, token)
  const change = { manager_profile_key: 'boss', manager_profile_holds: 'email' }
  const planned = await world.patch({ ...change, plan: true })
  assert.equal(planned.status, 202, planned.text)
  assert.equal(planned.body.totals.added, 29)
  const after = await server.get(path, token)
  assert.equal(after.headers.get('etag'), before.headers.get('etag'))
  assert.equal(await members(world, 'team'), 0)
  assert.equal(
    (await server.get('/audit/logs?filter[event]=workspace.integration.update', token)).body.data
      .length,
    0,
  )

  const applied = await server.call('POST', `/policy/plans/${planned.body.id}/apply`, { token })
  assert.equal(applied.status, 200, applied.text)
  assert.equal(await members(world, 'team'), 29)
  assert.equal((await server.get(path, token)).body.manager_profile_key, 'boss')
})

test('a plan says how many people would lose a number or get another one', async () => {
  const { server, token, patch, person } = await makeWorld()
  const findings = async (change: object) => {
    const planned = await patch({ ...change, plan: true })
    assert.equal(planned.status, 202, planned.text)
    return planned.body.findings.map(
      (each: { kind: string; ruleset_id: null; message: string }) => [
        each.kind,
        each.ruleset_id,
        each.message,
      ],
    )
  }
  const lost = ['numbers_lost', null, 'People who would lose their employee_id: 30.']
  assert.deepEqual(await findings({ employee_id_profile_key: null }), [lost])
  assert.deepEqual(await findings({ employee_id_profile_key: 'nope key' }), [lost])
  assert.deepEqual(await findings({ employee_id_profile_key: 'cardNumber' }), [
    ['numbers_changed', null, 'People who would have another employee_id: 30.'],
  ])
  const { id } = await person('p3')
  await server.call('DELETE', `/directory/users/${id}`, { token })
  assert.equal((await patch({ badge_id_profile_key: 'cardNumber' })).status, 200)
  assert.deepEqual(
    await findings({ badge_id_profile_key: 'team', employee_id_profile_key: 'boss.name' }),
    [
      ['numbers_changed', null, 'People who would have another badge_id: 29.'],
      ['numbers_lost', null, 'People who would lose their employee_id: 29.'],
    ],
  )
  assert.deepEqual(await findings({ employee_alt_id_profile_key: 'team', name: 'Other' }), [])
})

test('a plan is refused as the change would be', async () => {
  const world = await makeWorld()
  const wrong = await world.patch({ mapping: { account: 1 }, plan: true })
  assert.match(wrong.body.errors.mapping[0], /can't be used: /)
  const connected = await world.patch({ sync_every_seconds: null, plan: true })
  assert.match(connected.body.errors.sync_every_seconds[0], /part of no plan/)
  const viewer = await makeCaller(world.server, ['workspace.integration.view'])
  const path = `/workspace/integrations/${world.source.id}`
  const body = { name: 'Other', plan: true }
  assert.equal((await world.server.call('PATCH', path, { token: viewer.token, body })).status, 403)
})

test('a key that policy may read can be used by a rule, and is kept as long as one reads it', async () => {
  const world = await makeWorld()
  const added = await world.patch({ policy_keys: ['department', 'team'] })
  assert.deepEqual(added.body.policy_keys, ['department', 'team'])
  await withGroups(world, {
    red: '{ type: identity, profile_key: team, operator: equals, value: Red }',
  })
  assert.equal(await members(world, 'red'), 20)
  const refused = await world.patch({ policy_keys: ['department'] })
  assert.equal(refused.status, 422)
  assert.match(refused.body.errors.policy_keys[0], /must keep "team"/)
  const wrong = await world.patch({ mapping: { account: 1 } })
  assert.match(wrong.body.errors.mapping[0], /can't be used: /)
  const { mapping } = integrationDefaults('idp', 'okta')
  const sources = [{ path: 'status', values: 'stages' }]
  const state = { ...mapping.account.state, words: { states: {} }, sources }
  const unknown = await world.patch({
    mapping: { ...mapping, account: { ...mapping.account, state } },
  })
  assert.match(unknown.body.errors.mapping[0], /names "stages", .* use one of states, or/)
})

test('orphans are matched once the addresses of their source are trusted', async () => {
  const { server, token, post, load } = await makeWorld()
  const code = await post('/workspace/integrations', {
    handle: 'code',
    vendor: 'codehost',
    type: 'gitlab',
  })
  await load(code.id, [gitlab(1, 'p1@example.com'), gitlab(2, 'nobody@example.com')])
  const orphans = async () => {
    const path = `/directory/identities?filter[integration_id]=${code.id}&filter[state]=orphan`
    return (await server.get(path, token)).body.data.length
  }
  assert.equal(await orphans(), 2)
  const path = `/workspace/integrations/${code.id}`
  const changed = await server.call('PATCH', path, { token, body: { trusts_email: true } })
  assert.equal(changed.status, 200, changed.text)
  assert.equal(await orphans(), 1)
})

test('what would show values of profiles needs the right to see them', async () => {
  const { server, source } = await makeWorld()
  const manager = await makeCaller(server, [
    'workspace.integration.view',
    'workspace.integration.manage',
  ])
  const change = async (body: object) => {
    const path = `/workspace/integrations/${source.id}`
    return server.call('PATCH', path, { token: manager.token, body })
  }
  const { mapping } = source
  const account = { ...mapping.account, handle: ['profile.salary'] }
  for (const body of [
    { employee_alt_id_profile_key: 'salary' },
    { badge_id_profile_key: 'salary' },
    { manager_profile_key: 'salary' },
    { mapping: { ...mapping, account } },
  ]) {
    for (const asked of [body, { ...body, plan: true }]) {
      const { status, text } = await change(asked)
      assert.equal(status, 403, text)
      assert.match(text, /directory\.identity\.profile\.view/)
    }
  }
  const same = await change({
    name: 'Staff',
    employee_id_profile_key: source.employee_id_profile_key,
  })
  assert.equal(same.status, 200, same.text)
  const less = await change({ badge_id_profile_key: null, mapping: same.body.mapping })
  assert.equal(less.status, 200, less.text)
})

test('only an owner has the addresses of a source trusted', async () => {
  const { server, post } = await makeWorld()
  const code = await post('/workspace/integrations', { handle: 'code', vendor: 'codehost' })
  const manager = await makeCaller(server, permissions)
  const call = (method: string, path: string, body: object) =>
    server.call(method, path, { token: manager.token, body })
  const path = `/workspace/integrations/${code.id}`
  for (const answer of [
    await call('PATCH', path, { trusts_email: true }),
    await call('PATCH', path, { trusts_email: true, plan: true }),
    await call('POST', '/workspace/integrations', {
      handle: 'hr',
      vendor: 'file',
      trusts_email: true,
    }),
  ]) {
    assert.equal(answer.status, 403, answer.text)
    assert.match(answer.text, /workspace\.owner marks an integration `trusts_email`/)
  }
  assert.equal((await call('PATCH', path, { trusts_email: false })).status, 200)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { builtInSettings } from '../limits/stored-settings.ts'
import { policyServer } from '../rules/policy-for-tests.ts'

const server = await policyServer([
  { email: 'boss@x.example', profile: {} },
  { email: 'ada@x.example', profile: { department: 'Sales' } },
])
const { expect, send } = server
const path = '/policy/settings'
const ruleset = `/policy/rulesets/${await server.rulesetId('12')}`
const manager = await makeCaller(server, ['policy.rule.view', 'policy.ruleset.manage'])

test('the settings begin with the limits of the documentation', async () => {
  const { body, headers } = await expect(200, 'GET', path)
  const { id, timestamp, links, ...settings } = body
  assert.match(id, /^pocfg_/)
  assert.ok(links.self.endsWith(path))
  assert.ok(timestamp.updated_at)
  assert.deepEqual(settings, {
    expires_after_days: 0,
    exceptions_end_after_days: 14,
    removal_limit_percent: 25,
    removal_limit_people: 5,
    addition_limit_percent: 50,
    addition_limit_people: 10,
    role_change_limit_percent: 25,
    role_change_limit_people: 5,
    account_limit_percent: 25,
    account_limit_people: 5,
    overall_limit_percent: 10,
    overall_limit_people: 25,
    named_people_limit: 50,
    draft_limit_per_ruleset: 200,
    condition_limit_per_rule: 50,
    requires_second_approval: false,
  })
  assert.deepEqual(settings, builtInSettings, 'what a file leaves out is the same')
  assert.equal(headers.get('etag'), '"1.0"')
})

test('tightening takes policy.ruleset.manage, loosening policy.change.approve as well', async () => {
  const tighter = await expect(200, 'PATCH', path, { removal_limit_people: 3 }, manager)
  assert.equal(tighter.body.removal_limit_people, 3)
  for (const looser of [
    { removal_limit_people: 4 },
    { removal_limit_percent: 26 },
    { addition_limit_people: 51 },
    { addition_limit_percent: 101 },
    { account_limit_people: 6 },
    { account_limit_percent: 26, account_limit_people: 1 },
    { role_change_limit_people: 6 },
    { overall_limit_percent: 11 },
    { named_people_limit: 51 },
  ]) {
    const refused = await expect(403, 'PATCH', path, looser, manager)
    assert.match(refused.body.message, /policy\.change\.approve/)
  }
  assert.equal((await expect(200, 'GET', path)).body.removal_limit_people, 3)
  await expect(200, 'PATCH', path, { removal_limit_people: 5 })
  const viewer = await makeCaller(server, ['policy.rule.view'])
  await expect(403, 'PATCH', path, { removal_limit_people: 1 }, viewer)
})

test('a change of the settings is versioned and audited, and none is neither', async () => {
  const before = await expect(200, 'GET', path)
  await expect(200, 'PATCH', path, { expires_after_days: 0 })
  assert.equal((await expect(200, 'GET', path)).headers.get('etag'), before.headers.get('etag'))
  const changed = await expect(200, 'PATCH', path, { expires_after_days: 9 })
  assert.notEqual(changed.headers.get('etag'), before.headers.get('etag'))
  const stale = await server.call('PATCH', path, {
    token: server.owner.token,
    body: { expires_after_days: 1 },
    headers: { 'if-match': before.headers.get('etag') ?? '' },
  })
  assert.equal(stale.status, 412, stale.text)
  const logs = await server.query<{ changes: object; record_type: string }>(
    `select changes, record_type from audit_log where event = 'policy.settings.change' order by sequence desc limit 1`,
  )
  assert.deepEqual(logs, [
    { changes: { expires_after_days: { old: 0, new: 9 } }, record_type: 'pocfg' },
  ])
  await expect(200, 'PATCH', ruleset, { expires_after_days: null })
  assert.equal((await expect(200, 'GET', ruleset)).body.expires_after_days, 9)
  await expect(200, 'PATCH', path, { expires_after_days: 0 })
})

test('a limit out of range is 422 that names it, and null is no limit of a workspace', async () => {
  for (const [key, value] of [
    ['removal_limit_percent', 101],
    ['account_limit_people', -1],
    ['addition_limit_people', null],
  ] as const) {
    const refused = await expect(422, 'PATCH', path, { [key]: value })
    assert.deepEqual(Object.keys(refused.body.errors), [key])
  }
})

test('a ruleset has limits of its own or the workspace’s, and loosening them takes approval', async () => {
  const limits = async (as = server.owner) => {
    const { body } = await expect(200, 'GET', ruleset, undefined, as)
    return [body.removal_limit_percent, body.removal_limit_people, body.addition_limit_people]
  }
  assert.deepEqual(await limits(), [null, null, null])
  await expect(200, 'PATCH', ruleset, { removal_limit_percent: 10 }, manager)
  await expect(200, 'PATCH', ruleset, { addition_limit_people: 10 }, manager)
  assert.deepEqual(await limits(), [10, null, 10])
  for (const looser of [
    { removal_limit_percent: 11 },
    { removal_limit_percent: null },
    { addition_limit_people: 11 },
    { role_change_limit_percent: 26 },
  ]) {
    const refused = await expect(403, 'PATCH', ruleset, looser, manager)
    assert.match(refused.body.message, /policy\.change\.approve/)
  }
  await expect(200, 'PATCH', ruleset, { addition_limit_people: null }, manager)
  await expect(200, 'PATCH', ruleset, { removal_limit_percent: null })
  assert.deepEqual(await limits(), [null, null, null])
  const listed = await expect(200, 'GET', '/policy/rulesets')
  assert.equal(listed.body.data[0].removal_limit_percent, null)
  const logs = await server.query<{ changes: object }>(
    `select changes from audit_log where event = 'policy.ruleset.change' order by sequence desc limit 1`,
  )
  assert.deepEqual(logs, [{ changes: { removal_limit_percent: { old: 10, new: null } } }])
})

test('a ruleset becomes sensitive by its administrator, and clearing that takes approval', async () => {
  await expect(200, 'PATCH', ruleset, { is_sensitive: true }, manager)
  assert.equal((await expect(200, 'GET', ruleset)).body.is_sensitive, true)
  const refused = await expect(403, 'PATCH', ruleset, { is_sensitive: false }, manager)
  assert.match(refused.body.message, /policy\.change\.approve/)
  await expect(200, 'PATCH', ruleset, { is_sensitive: false })
  assert.equal((await expect(200, 'GET', '/policy/rulesets')).body.data[0].is_sensitive, false)
})

test('who has a role on one ruleset sees the defaults that it inherits, a stranger does not', async () => {
  const delegate = await makeCaller(server, [])
  await expect(201, 'POST', `${ruleset}/admins`, { user_id: delegate.id, role: 'admin' })
  await expect(200, 'GET', path, undefined, delegate)
  await expect(403, 'PATCH', path, { removal_limit_people: 1 }, delegate)
  await expect(200, 'PATCH', ruleset, { removal_limit_people: 1 }, delegate)
  await expect(403, 'PATCH', ruleset, { removal_limit_people: 2 }, delegate)
  await expect(200, 'PATCH', ruleset, { removal_limit_people: null })
  const stranger = await makeCaller(server, ['audit.log.view'])
  assert.equal((await send('GET', path, undefined, stranger)).status, 403)
})

test('a plan changes the settings too', async () => {
  const operations = [{ op: 'change_settings', expires_after_days: 3 }]
  const plan = await expect(201, 'POST', '/policy/plans', { operations })
  await expect(200, 'POST', `/policy/plans/${plan.body.id}/apply`)
  assert.equal((await expect(200, 'GET', path)).body.expires_after_days, 3)
})

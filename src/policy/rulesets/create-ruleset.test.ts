import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { makeResource } from '../../../test/people.ts'
import { onProfile, policyServer } from '../rules/policy-for-tests.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales' } },
  { email: 'bob@x.example', profile: { department: 'Legal' } },
])
const { expect } = server
const [codehost] = await server.query<{ id: string }>(
  `select id from integration where handle = 'codehost'`,
)
let made = 0
const newResource = (values = {}) =>
  makeResource(
    server,
    { id: '', uuid: codehost?.id ?? '' },
    { type: 'codehost_group', vendor_id: `new-${(made += 1)}`, ...values },
  )

test('a resource gets its ruleset, and rules there make its manifest', async () => {
  const resource = await newResource({ vendor_id: 'platform' })
  const found = await expect(200, 'GET', `/directory/resources/${resource.id}`)
  assert.deepEqual([found.body.ruleset_id, found.body.links.ruleset], [null, null])

  const { body } = await expect(201, 'POST', '/policy/rulesets', { resource_id: resource.id })
  assert.deepEqual(
    [body.state, body.type, body.resource_id, body.is_authoritative],
    ['unmanaged', 'codehost_group', resource.id, false],
  )
  assert.deepEqual(
    [body.expires_after_days_inherited, body.removal_limit_people, body.count.rules],
    [true, null, 0],
  )
  const after = (await expect(200, 'GET', `/directory/resources/${resource.id}`)).body
  assert.equal(after.ruleset_id, body.id)
  assert.equal(after.links.ruleset, body.links.self)
  const listed = await expect(200, 'GET', `/directory/resources?filter[search]=${after.name}`)
  assert.equal(listed.body.data[0].ruleset_id, body.id)

  const path = `/policy/rulesets/${body.id}`
  for (const state of ['monitored', 'managed']) await expect(200, 'PATCH', path, { state })
  const conditions = [onProfile('department', 'Sales')]
  const rule = await expect(201, 'POST', `${path}/rules`, { role: 'developer', conditions })
  await expect(200, 'POST', `/policy/rules/${rule.body.id}/activate`, {})
  assert.deepEqual(await server.manifest('platform'), ['ada@x.example developer active'])
})

test('a ruleset may begin in any state, with a grace and limits of its own', async () => {
  const resource = await newResource()
  const given = { state: 'managed', expires_after_days: 9, removal_limit_people: 2 }
  const { body } = await expect(201, 'POST', '/policy/rulesets', {
    resource_id: resource.id,
    ...given,
  })
  assert.deepEqual(
    [body.state, body.expires_after_days, body.removal_limit_people],
    ['managed', 9, 2],
  )
  const [row] = await server.query(
    `select event, changes->'state'->>'new' as state from audit_log order by sequence desc limit 1`,
  )
  assert.deepEqual(row, { event: 'policy.ruleset.create', state: 'managed' })
})

test('a resource has one ruleset, and must be there', async () => {
  const resource = await newResource()
  const first = await expect(201, 'POST', '/policy/rulesets', { resource_id: resource.id })
  const again = await expect(422, 'POST', '/policy/rulesets', { resource_id: resource.id })
  assert.deepEqual(again.body.errors, {
    resource_id: [`has the ruleset ${first.body.id} already; change that one`],
  })
  const gone = await newResource({ state: 'deactivated' })
  for (const resource_id of [gone.id, 'dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx']) {
    const refused = await expect(422, 'POST', '/policy/rulesets', { resource_id })
    assert.deepEqual(refused.body.errors, { resource_id: ['names no active resource'] })
  }
})

test('to begin with looser limits takes the right to approve', async () => {
  const caller = await makeCaller(server, [
    'policy.ruleset.manage',
    'policy.rule.view',
    'directory.resource.view',
  ])
  const resource = await newResource()
  const create = (limits: object) =>
    server.send('POST', '/policy/rulesets', { resource_id: resource.id, ...limits }, caller)
  const refused = await create({ removal_limit_people: 50 })
  assert.deepEqual([refused.status, /policy\.change\.approve/.test(refused.text)], [403, true])
  assert.equal((await create({ removal_limit_people: 1 })).status, 201)
})

test('who may not see resources learns nothing of them', async () => {
  const caller = await makeCaller(server, ['policy.ruleset.manage', 'policy.rule.view'])
  const body = { resource_id: (await newResource()).id }
  const refused = await server.send('POST', '/policy/rulesets', body, caller)
  assert.deepEqual([refused.status, /directory\.resource\.view/.test(refused.text)], [403, true])
})

test('a plan makes a ruleset with its rules, and shows who would come in', async () => {
  const resource = await newResource({ vendor_id: 'planned' })
  const operations = [
    { op: 'create_ruleset', ref: 'group', resource_id: resource.id, state: 'managed' },
    {
      op: 'create_rule',
      ref: 'legal',
      ruleset_id: '$group',
      role: 'guest',
      conditions: [onProfile('department', 'Legal')],
    },
    { op: 'activate_rule', rule_id: '$legal' },
  ]
  const author = await makeCaller(server, [
    'policy.ruleset.manage',
    'policy.rule.manage',
    'policy.rule.view',
    'directory.resource.view',
    'directory.user.view',
    'directory.identity.profile.view',
  ])
  const plan = (await expect(201, 'POST', '/policy/plans', { operations }, author)).body
  const [ruleset] = plan.rulesets
  assert.deepEqual([ruleset.ruleset_id, ruleset.totals.added], [null, 1])
  const effects = await expect(200, 'GET', `/policy/plans/${plan.id}/effects`, undefined, author)
  assert.equal(effects.body.data[0].directory_user.email, 'bob@x.example')
  await expect(200, 'POST', `/policy/plans/${plan.id}/apply`, undefined, author)
  assert.deepEqual(await server.manifest('planned'), ['bob@x.example guest active'])
})

test('the ruleset of a resource that a plan makes is shown to callers who may see rulesets', async () => {
  const resource = await newResource()
  const operations = [{ op: 'create_ruleset', resource_id: resource.id }]
  const author = await makeCaller(server, [
    'policy.ruleset.manage',
    'policy.rule.view',
    'directory.resource.view',
  ])
  const plan = (await expect(201, 'POST', '/policy/plans', { operations }, author)).body
  assert.equal(plan.rulesets.length, 1)
})

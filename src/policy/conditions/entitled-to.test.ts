import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stringify } from 'yaml'
import { makeCaller } from '../../../test/harness.ts'
import { apply, plan } from '../../../test/policy-folder.ts'
import { settleDue } from '../manifests/settle.ts'
import { day, onProfile, policyServer } from '../rules/policy-for-tests.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales', level: '7' } },
  { email: 'bo@x.example', profile: { department: 'Sales', level: '1' } },
  { email: 'cy@x.example', profile: { department: 'Legal', level: '7' } },
])
const { expect, manifest } = server
const groups = { 12: await server.rulesetId('12'), 13: await server.rulesetId('13') }
const resources = Object.fromEntries(
  (await expect(200, 'GET', '/directory/resources')).body.data.map(
    ({ id, vendor_id }: { id: string; vendor_id: string }) => [vendor_id, id],
  ),
)

type Group = keyof typeof groups
const entitledTo = (group: Group, profile_operator = 'equals') => ({
  type: 'entitled_to',
  resource_id: resources[group],
  profile_operator,
})

async function draft(group: Group, conditions: object[], more: object = {}): Promise<string> {
  const path = `/policy/rulesets/${groups[group]}/rules`
  return (await expect(201, 'POST', path, { role: 'developer', conditions, ...more })).body.id
}

async function inForce(group: Group, conditions: object[], more: object = {}): Promise<string> {
  const id = await draft(group, conditions, more)
  await expect(200, 'POST', `/policy/rules/${id}/activate`)
  return id
}

async function explain(email: string, group: Group) {
  const id = await server.personId(email)
  return (await expect(200, 'GET', `/directory/users/${id}/explain?ruleset=${groups[group]}`)).body
}

let below = ''
let follows = ''

test('until a rule of the resource is in force, both tests are false', async () => {
  follows = await inForce(13, [entitledTo(12), onProfile('level', '7')])
  const others = await inForce(13, [entitledTo(12, 'not_equals')], { everyone_else: true })
  assert.deepEqual(await manifest('13'), [])
  const { why } = await explain('ada@x.example', 13)
  assert.equal(why, 'would be in if a rule in force said who is entitled to group 12')
  below = await inForce(12, [onProfile('department', 'Sales')])
  assert.deepEqual(await manifest('13'), [
    'ada@x.example developer active',
    'cy@x.example developer active',
  ])
  await expect(200, 'POST', `/policy/rules/${others}/deactivate`)
  assert.deepEqual(await manifest('13'), ['ada@x.example developer active'])
})

test('it is explained by the rule that entitles, or by the nearest one', async () => {
  const ada = await explain('ada@x.example', 13)
  assert.equal(ada.why, 'is in as Developer: is entitled to group 12 and level is 7')
  const [asked] = ada.policy_rules[0].conditions
  assert.equal(asked.resource_id, resources['12'])
  assert.deepEqual(
    [asked.is_met, asked.saw.attribute.holds, asked.saw.attribute.rule.id],
    [true, true, below],
  )
  const cy = await explain('cy@x.example', 13)
  assert.equal(cy.why, 'would be in if is entitled to group 12')
  const nested = cy.policy_rules[0].conditions[0].saw.attribute
  assert.deepEqual([nested.holds, nested.rule.id, nested.rule.is_met], [false, below, false])
})

test('a change of the resource’s rules is planned with whom it moves elsewhere', async () => {
  const operations = [{ op: 'deactivate_rule', rule_id: below }]
  const made = (await expect(201, 'POST', '/policy/plans', { operations })).body
  type Moved = { ruleset_id: string; totals: { removed: number; grace_started: number } }
  const moved = new Map(
    made.rulesets.map(({ ruleset_id: id, totals }: Moved) => [
      id,
      [totals.removed, totals.grace_started],
    ]),
  )
  assert.deepEqual(
    [moved.get(groups[12]), moved.get(groups[13])],
    [
      [2, 0],
      [0, 1],
    ],
  )
})

test('grace does not count, and neither does what ends by the clock', async () => {
  const until = new Date(server.now() + day).toISOString()
  const legal = await inForce(12, [onProfile('department', 'Legal')], {
    expires_at: until,
    expires_after_days: 0,
  })
  assert.deepEqual(await manifest('13'), [
    'ada@x.example developer active',
    'cy@x.example developer active',
  ])
  server.pass(2 * day)
  await settleDue(server.database)
  assert.deepEqual(await manifest('12'), [
    'ada@x.example developer active',
    'bo@x.example developer active',
  ])
  const ended = (await expect(200, 'GET', `/policy/rules/${legal}`)).body
  assert.equal(ended.state, 'expired')
  assert.deepEqual(await manifest('13'), [
    'ada@x.example developer active',
    'cy@x.example developer expiring',
  ])
})

test('what would depend on itself is refused, through attributes too', async () => {
  const path = `/policy/rulesets/${groups[12]}/rules`
  const body = { role: 'developer', conditions: [entitledTo(13)] }
  const { errors } = (await expect(422, 'POST', path, body)).body
  assert.deepEqual(errors, {
    conditions: ['would let resources depend on one another: group 12 → group 13 → group 12'],
  })
  const own = { role: 'developer', conditions: [entitledTo(12)] }
  assert.match(
    (await expect(422, 'POST', path, own)).body.errors.conditions[0],
    /group 12 → group 12/,
  )
})

test('it takes the right to see rules, and a resource that is there', async () => {
  const path = `/policy/rulesets/${groups[13]}/rules`
  const drafter = await makeCaller(server, ['policy.rule.manage', 'directory.resource.view'])
  const body = { role: 'developer', conditions: [entitledTo(12)] }
  await expect(403, 'POST', path, body, drafter)
  const unknown = { ...entitledTo(12), resource_id: 'dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx' }
  const refused = { role: 'developer', conditions: [unknown] }
  assert.deepEqual((await expect(422, 'POST', path, refused)).body.errors, {
    'conditions.0.resource_id': ['names no active resource of a vendor'],
  })
  const valued = { role: 'developer', conditions: [{ ...entitledTo(12), profile_value: 'x' }] }
  assert.deepEqual((await expect(422, 'POST', path, valued)).body.errors, {
    'conditions.0.profile_value': ['is not taken by a condition of type entitled_to'],
  })
})

test('a resource that is gone is found in the rules that name it', async () => {
  await server.query(`update resource set state = 'deactivated' where vendor_id = '12'`)
  const rule = (await expect(200, 'GET', `/policy/rules/${follows}`)).body
  assert.deepEqual(
    rule.findings.map(({ kind, message }: { kind: string; message: string }) => [kind, message]),
    [['referent_gone', 'The rule names the resource group 12, which is deactivated.']],
  )
  assert.equal((await manifest('13')).includes('ada@x.example developer active'), true)
  await server.query(`update resource set state = 'active' where vendor_id = '12'`)
})

const group = (vendor_id: string) => ({
  type: 'codehost_group',
  integration: 'codehost',
  vendor_id,
})

const file = (condition: object) =>
  stringify({
    resource: group('13'),
    state: 'managed',
    rules: [
      {
        key: 'follows',
        role: 'developer',
        state: 'active',
        everyone_else: true,
        conditions: [{ type: 'entitled_to', ...condition }],
      },
    ],
  })

test('a file of policy names the resource as its own file does', async () => {
  const files = { 'g.yaml': file({ resource: group('12') }) }
  await apply(server, files)
  assert.equal((await plan(server, files)).operations.length, 0)
  assert.deepEqual(await manifest('13'), [
    'ada@x.example developer active',
    'bo@x.example developer active',
  ])
  await apply(server, { 'g.yaml': file({ resource: group('12'), operator: 'not_equals' }) })
  assert.deepEqual(await manifest('13'), ['cy@x.example developer active'])
  await assert.rejects(
    plan(server, { 'g.yaml': file({ resource: group('99') }) }),
    /there is no codehost_group codehost\/99/,
  )
  await assert.rejects(plan(server, { 'g.yaml': file({}) }), /resource is missing/)
})

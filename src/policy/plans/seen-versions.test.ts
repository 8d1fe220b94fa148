import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { onProfile } from '../rules/policy-for-tests.ts'
import { planServer, sales } from './plans-for-tests.ts'

const server = await planServer()
const { expect, manifest, groups, plan, apply } = server
const seniors = onProfile('level', '5', 'greater_than')

beforeEach(server.startOver)

type Seen = { id: string; etag: string; conditions: string[] }

async function see(id: string): Promise<Seen> {
  const { body, headers } = await expect(200, 'GET', `/policy/rules/${id}`)
  const conditions = body.included.policy_conditions.map((each: { id: string }) => each.id)
  return { id, etag: headers.get('etag') ?? '', conditions }
}

/** A draft of the rule for seniors of Sales, as a tab shows it. */
async function draft(): Promise<Seen> {
  const path = `/policy/rulesets/${groups[12]}/rules`
  const { body } = await expect(201, 'POST', path, {
    role: 'developer',
    conditions: [sales, seniors],
  })
  return see(body.id)
}

const widen = ({ conditions: [, last = ''] }: Seen) =>
  expect(204, 'DELETE', `/policy/conditions/${last}`)
const activation = ({ id, etag }: Seen) => ({ op: 'activate_rule', rule_id: id, if_match: etag })

test('a rule with fewer conditions than were seen is not planned', async () => {
  const seen = await draft()
  await widen(seen)
  const { body } = await expect(412, 'POST', '/policy/plans', { operations: [activation(seen)] })
  assert.match(body.message, /^operations\.0\.if_match names another version/)
  await expect(201, 'POST', '/policy/plans', { operations: [activation(await see(seen.id))] })
})

test('a plan does not apply to a rule that has changed since, also where nobody moves by that', async () => {
  const seen = await draft()
  const { id } = (await plan([activation(seen)])).body
  await expect(200, 'PATCH', `/policy/rules/${seen.id}`, { description: 'For seniors' })
  const refused = await apply(id, 409)
  assert.match(refused.body.message, /changed/)
  assert.equal((await expect(200, 'GET', `/policy/rules/${seen.id}`)).body.state, 'staged')
  assert.deepEqual(await manifest('12'), [])
  assert.equal((await expect(200, 'GET', `/policy/plans/${id}`)).body.state, 'failed')
})

test('what was seen and has not changed is planned and applied', async () => {
  const seen = await draft()
  await apply((await plan([activation(seen)])).body.id)
  assert.deepEqual(await manifest('12'), ['ada@x.example developer active'])
})

test('a version counts at the turn of its operation', async () => {
  const seen = await draft()
  const change = { op: 'change_rule', rule_id: seen.id, if_match: seen.etag, priority: 7 }
  const add = { op: 'add_condition', rule_id: seen.id, ...seniors }
  await plan([change, add])
  const { body } = await expect(412, 'POST', '/policy/plans', {
    operations: [change, { ...add, if_match: seen.etag }],
  })
  assert.match(body.message, /^operations\.1\.if_match /)
})

test('any record that an operation changes has a version', async () => {
  const stale = '"999.0"'
  const ruleset = { op: 'change_ruleset', ruleset_id: groups[12], if_match: stale }
  const settings = { op: 'change_settings', if_match: stale, expires_after_days: 3 }
  for (const operation of [ruleset, settings])
    await expect(412, 'POST', '/policy/plans', { operations: [operation] })
  await expect(422, 'POST', '/policy/plans', { operations: [{ ...ruleset, if_match: '*' }] })
})

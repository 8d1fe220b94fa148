import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import type { Operation } from '../operations/operation.ts'
import { carriedOut } from '../limits/stopped.ts'
import { runOperations } from '../operations/run-operations.ts'
import { onProfile, policyServer } from '../rules/policy-for-tests.ts'
import { testActor } from '../../../test/people-fixture.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales' } },
  { email: 'bob@x.example', profile: { department: 'Legal' } },
])
const { expect } = server
const ruleset = await server.rulesetId('12')
const path = `/policy/rulesets/${ruleset}`
const legal = {
  type: 'identity' as const,
  profile_key: 'department',
  profile_operator: 'equals' as const,
  profile_value: 'Legal',
}
/** As a plan does: several operations, by the owner of everything. */
const plan = (...operations: Operation[]) =>
  server.database.transaction(async ({ tx }) => {
    const context = { tx, actor: testActor, ask: async () => undefined, may: () => true }
    return carriedOut(await runOperations(context, operations))
  })

test('the states of a ruleset go step by step, and out of managed only by a plan', async () => {
  const step = async (state: string) => (await server.send('PATCH', path, { state })).status
  assert.equal(await step('managed'), 200, 'as it is')
  const refused = await expect(422, 'PATCH', path, { state: 'monitored' })
  assert.match(refused.body.errors.state[0], /plan/)
  assert.equal(await step('unmanaged'), 422)
  await plan({ op: 'change_ruleset', ruleset_id: ruleset, state: 'monitored' })
  assert.equal(await step('unmanaged'), 200)
  assert.equal(await step('managed'), 422)
  assert.equal(await step('monitored'), 200)
  assert.equal(await step('managed'), 200)
})

test('leaving managed ends every stay, coming back begins new ones', async () => {
  const rule = { role: 'member', conditions: [onProfile('department', 'Sales')] }
  const { body } = await expect(201, 'POST', `${path}/rules`, rule)
  await expect(200, 'POST', `/policy/rules/${body.id}/activate`, {})
  assert.deepEqual(await server.manifest('12'), ['ada@x.example member active'])
  await plan({ op: 'change_ruleset', ruleset_id: ruleset, state: 'monitored' })
  assert.deepEqual(await server.manifest('12'), [])
  await expect(200, 'PATCH', path, { state: 'managed' })
  assert.deepEqual(await server.manifest('12'), ['ada@x.example member active'])
})

test('null lets the grace be inherited again; an attribute gives none', async () => {
  assert.equal(
    (await expect(200, 'PATCH', path, { expires_after_days: 9 })).body.expires_after_days,
    9,
  )
  const { body } = await expect(200, 'PATCH', path, { expires_after_days: null })
  assert.deepEqual([body.expires_after_days, body.expires_after_days_inherited], [0, true])
  await expect(201, 'POST', '/directory/dimensions', {
    handle: 'level',
    name: 'Level',
    profile_key: 'level',
  })
  const dimension = (await expect(200, 'GET', '/directory/dimensions')).body.data[0].id
  await expect(201, 'POST', '/directory/attributes', {
    dimension_id: dimension,
    profile_value: 'High',
  })
  const high = `/policy/rulesets/${await server.rulesetId('High')}`
  assert.ok(
    'expires_after_days' in
      (await expect(422, 'PATCH', high, { expires_after_days: 3 })).body.errors,
  )
})

test('operations of a plan name what earlier ones made, and are all or nothing', async () => {
  const other = await server.rulesetId('13')
  const operations = [
    {
      op: 'create_rule' as const,
      ref: 'legal',
      ruleset_id: other,
      role: 'member',
      conditions: [legal],
    },
    { op: 'activate_rule' as const, rule_id: '$legal' },
  ]
  const made = await plan(...operations)
  assert.equal(made.records[0], made.records[1])
  assert.deepEqual(await server.manifest('13'), ['bob@x.example member active'])
  const rules = () => server.query('select id from rule')
  const before = await rules()
  await assert.rejects(plan(...operations, { op: 'activate_rule', rule_id: '$nobody' }), {
    status: 422,
    errors: { 'operations.2': ['There is no policy rule $nobody.'] },
  })
  assert.deepEqual(await rules(), before)
})

test('in a plan the priority of a rule in force changes, and people move to the rule that now comes first', async () => {
  const rules = `${path}/rules`
  const sales = [onProfile('department', 'Sales')]
  const owner = (
    await expect(201, 'POST', rules, { role: 'owner', conditions: sales, priority: 200 })
  ).body.id
  await expect(200, 'POST', `/policy/rules/${owner}/activate`, {})
  assert.deepEqual(await server.manifest('12'), ['ada@x.example member active'])
  await expect(422, 'PATCH', `/policy/rules/${owner}`, { priority: 1 })
  await plan({ op: 'change_rule', rule_id: owner, priority: 1 })
  assert.deepEqual(await server.manifest('12'), ['ada@x.example owner active'])
})

test('who may not see rulesets is told of none', async () => {
  const stranger = await makeCaller(server, ['audit.log.view'])
  const answer = await server.send('PATCH', path, { is_authoritative: true }, stranger)
  assert.ok([403, 404].includes(answer.status), answer.text)
})

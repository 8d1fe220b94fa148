import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { settleDue } from '../manifests/settle.ts'
import { day, onProfile, policyServer } from './policy-for-tests.ts'

const server = await policyServer(
  Array.from({ length: 12 }, (_, at) => ({
    email: `person-${at}@x.example`,
    profile: { department: at < 5 ? 'Sales' : 'Legal' },
  })),
)
const { expect, manifest, owner } = server
const groups = { 12: await server.rulesetId('12'), 13: await server.rulesetId('13') }
const resource = (await expect(200, 'GET', `/policy/rulesets/${groups[12]}`)).body.resource_id
/** Beyond a limit they need a plan that somebody with more rights approves. */
const manager = await makeCaller(server, [
  'policy.rule.manage',
  'policy.rule.view',
  'policy.ruleset.manage',
  'directory.user.view',
  'directory.identity.profile.view',
])

async function inForce(group: keyof typeof groups, conditions: object[], more = {}) {
  const path = `/policy/rulesets/${groups[group]}/rules`
  const { id } = (await expect(201, 'POST', path, { role: 'developer', conditions, ...more })).body
  await expect(200, 'POST', `/policy/rules/${id}/activate`)
  return id
}

test('the end that a rule gets counts for what depends on it, as an end at once does', async () => {
  await inForce(12, [onProfile('department', 'Legal')])
  const sales = await inForce(12, [onProfile('department', 'Sales')])
  await inForce(
    13,
    [{ type: 'entitled_to', resource_id: resource, profile_operator: 'not_equals' }],
    {
      everyone_else: true,
    },
  )
  assert.deepEqual(await manifest('13'), [])
  await expect(200, 'PATCH', `/policy/rulesets/${groups[13]}`, {
    is_sensitive: true,
    addition_limit_people: 0,
    addition_limit_percent: 0,
  })
  const at = new Date(server.now() + day).toISOString()
  for (const [verb, body] of [
    ['deactivate', undefined],
    ['deprecate', { at }],
  ] as const) {
    const { message } = (await expect(409, 'POST', `/policy/rules/${sales}/${verb}`, body, manager))
      .body
    assert.match(message, /5 people would gain/, verb)
  }
  const operations = [{ op: 'deprecate_rule', rule_id: sales, at }]
  const plan = (await expect(201, 'POST', '/policy/plans', { operations }, manager)).body
  assert.equal(plan.exceeds.length > 0, true)
  await expect(200, 'POST', `/policy/plans/${plan.id}/apply`, {}, owner)
  assert.deepEqual(await manifest('13'), [], 'nobody moves before')
  server.pass(2 * day)
  await settleDue(server.database)
  assert.equal((await manifest('13')).length, 5)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeId } from '../../contract/ids.ts'
import { followPeople } from '../../../test/manifests-follow.ts'
import { onProfile, policyServer } from '../../policy/rules/policy-for-tests.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales', level: '7' } },
  { email: 'bo@x.example', profile: { department: 'Sales' } },
  { email: 'cy@x.example', profile: { department: 'Legal' } },
])
const { expect } = server
const groups = { 12: await server.rulesetId('12'), 13: await server.rulesetId('13') }

async function inForce(group: 12 | 13, conditions: object[], more: object = {}): Promise<string> {
  const path = `/policy/rulesets/${groups[group]}/rules`
  const { id } = (await expect(201, 'POST', path, { role: 'developer', conditions, ...more })).body
  await expect(200, 'POST', `/policy/rules/${id}/activate`)
  return id
}

async function explain(email: string, group: 12 | 13) {
  const id = await server.personId(email)
  return (await expect(200, 'GET', `/directory/users/${id}/explain?ruleset=${groups[group]}`)).body
}

/** The profile of a person changes at its source. */
async function become(email: string, profile: object): Promise<void> {
  await server.query('update identity set profile = $2 where vendor_id = $1', [email, profile])
  const people = [decodeId('directoryUser', await server.personId(email)) ?? '']
  await server.database.transaction(({ tx }) => followPeople(tx, people))
}

test('the nearest rule is never one that is for somebody else', async () => {
  const bo = await server.personId('bo@x.example')
  await expect(201, 'POST', `/policy/rulesets/${groups[12]}/exceptions`, {
    user_id: bo,
    role: 'owner',
    priority: 1,
    expires_at: '2027-01-01T00:00:00Z',
    reason: 'on call',
  })
  const others = await explain('cy@x.example', 12)
  assert.equal(others.why, 'is out: no rule in force can admit them')
  assert.equal(others.nearest, null)
  const boss = { type: 'all_reports_of', resource_id: await server.personId('cy@x.example') }
  await inForce(12, [boss], { priority: 2 })
  assert.equal((await explain('cy@x.example', 12)).nearest, null)
  await inForce(12, [onProfile('level', '7'), onProfile('level', '7', 'not_equals')], {
    priority: 3,
  })
  assert.equal((await explain('cy@x.example', 12)).nearest, null)
  const rule = await inForce(12, [onProfile('department', 'sales'), onProfile('level', '7')])
  const found = await explain('cy@x.example', 12)
  assert.equal(found.nearest.policy_rule_id, rule)
  assert.equal(found.why, 'would be in if department is sales and level is 7 (there is no value)')
  await become('cy@x.example', { department: 'Sales', level: '7' })
  assert.equal(
    (await explain('cy@x.example', 12)).why,
    'is in as Developer: department is sales and level is 7',
  )
  await become('cy@x.example', { department: 'Legal' })
})

test('who is deleted is not told that no rule is in force', async () => {
  await inForce(13, [onProfile('department', 'legal')])
  const person = await server.personId('cy@x.example')
  await expect(204, 'DELETE', `/directory/users/${person}`)
  const found = await explain('cy@x.example', 13)
  assert.equal(found.why, 'would qualify (department is legal), but is deleted')
  assert.equal(found.nearest, null)
})

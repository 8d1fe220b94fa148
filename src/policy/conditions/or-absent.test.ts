import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stringify } from 'yaml'
import { makeCaller } from '../../../test/harness.ts'
import { apply, plan } from '../../../test/policy-folder.ts'
import { onProfile, policyServer } from '../rules/policy-for-tests.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales', level: '7' } },
  { email: 'bo@x.example', profile: { department: 'Sales', level: '1' } },
  { email: 'cy@x.example', profile: { department: 'Sales' } },
])
const { expect, manifest } = server
const group = await server.rulesetId('12')
const rules = `/policy/rulesets/${group}/rules`
const notSeven = { ...onProfile('level', '7', 'not_equals'), or_absent: true }
const conditions = [onProfile('department', 'sales'), notSeven]
const words = 'department is sales and level is not 7 or is absent'

async function explain(email: string) {
  const id = await server.personId(email)
  return (await expect(200, 'GET', `/directory/users/${id}/explain?ruleset=${group}`)).body
}

test('a negative test with or_absent admits who has no value, and says so everywhere', async () => {
  const { id, description } = (await expect(201, 'POST', rules, { role: 'developer', conditions }))
    .body
  assert.equal(description, words)
  await expect(200, 'POST', `/policy/rules/${id}/activate`)
  assert.deepEqual(await manifest('12'), [
    'bo@x.example developer active',
    'cy@x.example developer active',
  ])
  const read = (await expect(200, 'GET', `/policy/rules/${id}/conditions`)).body.data
  assert.deepEqual(
    read.map(({ or_absent }: { or_absent?: boolean }) => or_absent),
    [undefined, true],
  )
  assert.equal((await explain('cy@x.example')).why, `is in as Developer: ${words}`)
  const ada = await explain('ada@x.example')
  assert.equal(ada.why, 'would be in if level is not 7 or is absent')
  assert.equal(ada.policy_rules[0].conditions[1].or_absent, true)
  const logs = (await expect(200, 'GET', `/audit/logs?filter[record]=${read[1].id}`)).body.data
  assert.deepEqual(logs[0].changes.or_absent, { old: null, new: true })
})

test('who may not see values reads that it also holds without one', async () => {
  const viewer = await makeCaller(server, ['policy.rule.view', 'policy.ruleset.view'])
  const { data } = (await expect(200, 'GET', rules, undefined, viewer)).body
  assert.equal(data[0].description, 'department is … and level is not … or is absent')
})

test('a copy, a plan and its reversal keep it', async () => {
  const [{ id }] = (await expect(200, 'GET', `${rules}?filter[state]=active`)).body.data
  const copy = (await expect(201, 'POST', `/policy/rules/${id}/duplicate`)).body
  assert.equal(copy.description, words)
  const { data } = (await expect(200, 'GET', `/policy/rules/${copy.id}/conditions`)).body
  const operations = [{ op: 'remove_condition', condition_id: data[1].id }]
  const made = (await expect(201, 'POST', '/policy/plans', { operations })).body
  await expect(200, 'POST', `/policy/plans/${made.id}/apply`)
  assert.equal(
    (await expect(200, 'GET', `/policy/rules/${copy.id}`)).body.description,
    'department is sales',
  )
  const back = (await expect(201, 'POST', `/policy/plans/${made.id}/revert`)).body
  await expect(200, 'POST', `/policy/plans/${back.id}/apply`)
  assert.equal((await expect(200, 'GET', `/policy/rules/${copy.id}`)).body.description, words)
  await expect(204, 'DELETE', `/policy/rules/${copy.id}`)
})

test('only a negative test of a value takes it', async () => {
  const refused = async (condition: object) =>
    (await expect(422, 'POST', rules, { role: 'developer', conditions: [condition] })).body.errors
  assert.deepEqual(await refused({ ...onProfile('level', '7'), or_absent: true }), {
    'conditions.0.or_absent': ['is not taken by equals'],
  })
  const absent = { type: 'identity', profile_key: 'level', profile_operator: 'not_exists' }
  assert.deepEqual(await refused({ ...absent, or_absent: true }), {
    'conditions.0.or_absent': ['is not taken by not_exists'],
  })
  const bo = { type: 'user', resource_id: await server.personId('bo@x.example') }
  assert.deepEqual(await refused({ ...bo, profile_operator: 'not_equals', or_absent: true }), {
    'conditions.0.or_absent': ['is not taken by a condition of type user'],
  })
  await expect(201, 'POST', rules, {
    role: 'developer',
    conditions: [{ ...onProfile('level', '7'), or_absent: false }],
  })
})

const file = (more: object) =>
  stringify({
    resource: { type: 'codehost_group', integration: 'codehost', vendor_id: '13' },
    state: 'managed',
    rules: [
      {
        key: 'juniors',
        role: 'developer',
        state: 'active',
        conditions: [
          { type: 'identity', profile_key: 'department', operator: 'equals', value: 'Sales' },
          { type: 'identity', profile_key: 'level', operator: 'not_in', value: ['7'], ...more },
        ],
      },
    ],
  })

test('a file of policy has it, and a file without it changes the rule', async () => {
  const withIt = { 'group.yaml': file({ or_absent: true }) }
  await apply(server, withIt)
  assert.deepEqual(await manifest('13'), [
    'bo@x.example developer active',
    'cy@x.example developer active',
  ])
  assert.equal((await plan(server, withIt)).operations.length, 0)
  await apply(server, { 'group.yaml': file({}) })
  assert.deepEqual(await manifest('13'), ['bo@x.example developer active'])
})

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { onProfile } from '../rules/policy-for-tests.ts'
import { activate, legal, planServer, sales, type FindingJson } from './plans-for-tests.ts'

const server = await planServer()
const { expect, groups, create, plan, apply } = server

beforeEach(server.startOver)

test('what is odd about a rule is found beforehand', async () => {
  const { findings } = (
    await plan([
      create(13, { ref: 'a', conditions: [sales, legal] }),
      { op: 'activate_rule', rule_id: '$a' },
      create(13, { ref: 'b', conditions: [onProfile('department', 'nobody has this')] }),
      { op: 'activate_rule', rule_id: '$b' },
      create(13, { ref: 'c', conditions: [sales] }),
      { op: 'activate_rule', rule_id: '$c' },
      create(13, { ref: 'd', conditions: [sales, onProfile('level', '7')] }),
      { op: 'activate_rule', rule_id: '$d' },
    ])
  ).body
  assert.deepEqual(
    findings.map((one: FindingJson) => [one.kind, one.operation, one.by?.operation ?? null]).sort(),
    [
      ['matches_nobody', 0, null],
      ['matches_nobody', 2, null],
      ['shadowed', 6, 4],
    ],
  )
})

test('a condition on somebody who has left is told, of the rules of the plan alone', async () => {
  const names = { first_name: 'Di', last_name: 'Day', state: 'active' }
  const person = (await expect(201, 'POST', '/directory/users', names)).body.id
  await expect(200, 'POST', `/directory/users/${person}/deactivate`)
  const isPerson = { type: 'user', resource_id: person }
  const made = (await plan([create(13, { conditions: [isPerson] }), activate])).body
  assert.deepEqual(
    made.findings.map((one: FindingJson) => [one.kind, one.conditions]),
    [['person_left', [0]]],
  )
  await apply(made.id)
  const other = (await plan([create(13), activate])).body
  assert.deepEqual(other.findings, [])
  const { data } = (await expect(200, 'GET', `/policy/rulesets/${groups[13]}/rules`)).body
  for (const { id, state } of data)
    if (state === 'active') await expect(200, 'POST', `/policy/rules/${id}/deactivate`)
  await expect(204, 'DELETE', `/directory/users/${person}`)
})

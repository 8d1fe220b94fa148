import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentCondition, presentRule, type ConditionRow } from './present.ts'
import type { SaidCondition } from './withhold.ts'

const uuid = '01985b2e-1111-7111-8111-111111111111'
const may = { seesProfileValues: true, seesPeople: true }
const mayNot = { seesProfileValues: false, seesPeople: true }

const said = (values: Partial<SaidCondition>): SaidCondition => ({
  type: 'attribute',
  description: '',
  profile_key: null,
  profile_operator: null,
  profile_value: null,
  or_absent: false,
  directory_user_id: null,
  integration: null,
  ...values,
})
const salary = said({
  type: 'identity',
  description: 'salary of hr is one of 1, 2',
  profile_key: 'salary',
  profile_operator: 'in',
  profile_value: '["1","2"]',
  integration: 'hr',
})
const condition: ConditionRow = {
  id: uuid,
  is_imported: false,
  type: 'identity',
  ruleset_id: uuid,
  rule_id: uuid,
  attribute_id: null,
  integration_id: uuid,
  directory_user_id: null,
  vendor_resource_id: null,
  profile_key: 'salary',
  profile_operator: 'in',
  profile_value: '["1","2"]',
  description: salary.description,
  said: salary,
}

test('a condition on a profile shows its value to who may see profiles, and its key and operator to both', () => {
  const open = presentCondition(condition, may)
  assert.deepEqual([open.profile_value, open.description], ['["1","2"]', salary.description])
  const closed = presentCondition(condition, mayNot)
  assert.deepEqual(
    [closed.profile_key, closed.profile_operator, closed.profile_value, closed.description],
    ['salary', 'in', null, 'salary of hr is one of …'],
  )
  assert.ok(!('said' in open) && !('said' in closed))
})

test('a rule says what its other conditions say, and bounds how much it says', () => {
  const rule = {
    id: uuid,
    state: 'active' as const,
    role_name: 'Member',
    role_handle: 'member',
    is_imported: false,
    description: 'everything',
    expires_after_days: 0,
    expires_after_days_inherited: true,
    priority: 1,
  }
  const exists = said({
    description: 'level is present',
    profile_key: 'level',
    profile_operator: 'exists',
  })
  const shown = presentRule({ ...rule, said: [exists, salary] }, mayNot)
  assert.equal(shown.description, 'level is present and salary of hr is one of …')
  assert.equal(presentRule({ ...rule, said: [exists, salary] }, may).description, 'everything')
  assert.equal(presentRule({ ...rule, said: null }, mayNot).description, 'everything')
  const long = presentRule({ ...rule, said: Array(200).fill(salary) }, mayNot)
  assert.ok((long.description ?? '').length <= 1000)
})

test('who may not see people is told of a person by their id', () => {
  const reports = said({
    type: 'direct_reports_of',
    description: 'reports directly to Ada Lovelace',
    directory_user_id: uuid,
  })
  const blind = { seesProfileValues: true, seesPeople: false }
  const row = {
    ...condition,
    type: reports.type,
    integration_id: null,
    directory_user_id: uuid,
    profile_key: null,
    profile_operator: null,
    profile_value: null,
    description: reports.description,
    said: reports,
  }
  assert.equal(presentCondition(row, may).description, 'reports directly to Ada Lovelace')
  const { description, resource_id } = presentCondition(row, blind)
  assert.equal(description, `reports directly to ${resource_id}`)
})

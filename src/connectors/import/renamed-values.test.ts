import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importWorlds, okta } from '../../../test/import-world.ts'

const importWorld = await importWorlds()

const accounts = (ada: string, bob: string) => [
  okta('ada', { profile: { department: ada } }),
  okta('bob', { profile: { department: bob } }),
]

test('a renamed attribute keeps its people while a source changes over, and drops the old value at the end', async () => {
  const { query, load } = await importWorld({ policyKeys: ['department'] })
  await query(`insert into dimension (integration_id, handle, name, profile_key, attributes_enabled)
    select id, 'department', 'Department', 'department', true from integration where is_primary
    on conflict do nothing`)
  await load('okta', accounts('Sales', 'Sales'))
  const [before] = await query<{ id: string }>(`select id from attribute`)
  await query(`update attribute set profile_value = 'Revenue', folded_value = 'revenue'`)
  await query(`update condition set profile_operator = 'in', profile_value = '["Sales","Revenue"]'`)
  const state = async () => {
    const attributes = await query<{ id: string }>('select id from attribute')
    const [tested] = await query<{ operator: string; value: string; rule: string }>(
      `select c.profile_operator as operator, c.profile_value as value, r.description as rule
       from condition c join rule r on r.id = c.rule_id`,
    )
    const [people] = await query<{ count: number }>(
      `select count(*)::integer as count from policy_user where deleted_at is null`,
    )
    assert.deepEqual(attributes, [before], 'no second attribute')
    return [tested?.operator, tested?.value, people?.count]
  }
  await load('okta', accounts('REVENUE', 'sales'))
  assert.deepEqual(await state(), ['in', '["Sales","Revenue"]', 2])
  await load('okta', accounts('Revenue', 'Revenue'))
  assert.deepEqual(await state(), ['equals', 'Revenue', 2])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { onProfile } from '../rules/policy-for-tests.ts'
import { activate, planServer, type EffectJson } from './plans-for-tests.ts'

const server = await planServer()
const { expect, create, plan, apply } = server

const holds = (resource_id: string) => ({ type: 'attribute', resource_id })

test('whoever moves by a plan, and again because it thaws what was frozen, is told once, from first to last', async () => {
  const byDepartment = {
    handle: 'department',
    name: 'Department',
    profile_key: 'department',
    attributes_enabled: true,
  }
  await expect(201, 'POST', '/directory/dimensions', byDepartment)
  const { data } = (await expect(200, 'GET', '/directory/attributes')).body
  const { id: sales } = data.find(({ name }: { name: string }) => name === 'Sales')
  const { id: crew } = (
    await expect(201, 'POST', '/directory/attributes', {
      dimension_id: await server.dimension(),
      profile_value: 'Crew',
    })
  ).body
  const ruleset_id = await server.rulesetId('Crew')
  const ofCrew = { ...create(12, { role: 'member', conditions: [holds(sales)] }), ruleset_id }
  await apply((await plan([ofCrew, activate])).body.id)
  const atOnce = { expires_after_days: 0 }
  const byCrew = create(12, { ...atOnce, priority: 50, conditions: [holds(crew)] })
  await apply((await plan([byCrew, activate])).body.id)
  const caller = await makeCaller(server, [
    'directory.attribute.view',
    'directory.attribute.manage',
  ])
  await expect(200, 'POST', `/directory/attributes/${sales}/deactivate`, undefined, caller)
  const { frozen } = (await expect(200, 'GET', `/policy/rulesets/${ruleset_id}`)).body
  assert.equal(frozen.reason, 'referent_gone')
  await server.query('update identity set profile = $2 where vendor_id = $1', [
    'ada@x.example',
    { department: 'Legal', level: '7' },
  ])
  const owners = [holds(crew), onProfile('level', '7')]
  const { body } = await plan([
    { op: 'activate_attribute', attribute_id: sales },
    create(12, { ...atOnce, role: 'owner', priority: 1, conditions: owners }),
    activate,
  ])
  const { body: page } = await expect(200, 'GET', `/policy/plans/${body.id}/effects`)
  const places = page.data.map((row: EffectJson) => [
    row.directory_user.email,
    row.ruleset_name,
    row.before?.role ?? null,
    row.after?.role ?? null,
  ])
  assert.deepEqual(places.sort(), [
    ['ada@x.example', 'Crew', 'member', null],
    ['ada@x.example', 'Legal', null, 'member'],
    ['ada@x.example', 'group 12', 'developer', null],
    ['bo@x.example', 'Sales', null, 'member'],
  ])
  assert.deepEqual(
    [body.totals.people, body.totals.added, body.totals.removed, body.totals.role_changed],
    [2, 2, 2, 0],
  )
  await apply(body.id)
  assert.deepEqual(await server.manifest('12'), ['bo@x.example developer active'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId } from '../../contract/ids.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { recalculate } from '../manifests/recalculate.ts'
import { policyServer } from '../rules/policy-for-tests.ts'

const names = ['active', 'suspended', 'deactivated', 'both', 'nobody'] as const
const server = await policyServer(
  names.map((name) => ({ email: `${name}@x.example`, profile: { department: 'Sales' } })),
)
const { expect, query, manifest } = server

const [chat] = await query<{ id: string }>(
  `insert into integration (vendor, type, handle, name, is_primary, policy_keys)
   values ('chat', 'slack', 'chat', 'Chat', false, '{team}') returning id`,
)
const chatId = encodeId('integration', chat?.id ?? '')

const accounts = [
  ['active', 'active', 'Red'],
  ['suspended', 'suspended', 'Red'],
  ['deactivated', 'deactivated', 'Red'],
  ['both', 'deactivated', 'Red'],
  ['both', 'active', 'Blue'],
]
for (const [index, [person, state, team]] of accounts.entries()) {
  await query(
    `insert into identity (integration_id, vendor_id, directory_user_id, state, vendor_state, profile, linked_by)
     select $1, $2, id, $3, $3, jsonb_build_object('team', $4::text), 'email' from directory_user where email = $5`,
    [chat?.id, `c${index}`, state, team, `${person}@x.example`],
  )
}
const made = await expect(201, 'POST', '/directory/dimensions', {
  handle: 'team',
  name: 'Team',
  integration_id: chatId,
  profile_key: 'team',
  attributes_enabled: true,
})
assert.ok(made.body.id)

const [red] = await query<{ id: string }>(`select id from attribute where name = 'Red'`)
const isRed = { type: 'attribute', resource_id: encodeId('attribute', red?.id ?? '') }
const team = { type: 'identity', resource_id: chatId, profile_key: 'team' }

/** The people in group 12, by a rule with that condition. */
async function admitted(condition: object): Promise<string[]> {
  const rules = `/policy/rulesets/${await server.rulesetId('12')}/rules`
  const body = { role: 'member', everyone_else: true, conditions: [condition] }
  const rule = (await expect(201, 'POST', rules, body)).body.id
  await expect(200, 'POST', `/policy/rules/${rule}/activate`, {})
  const people = (await manifest('12')).map((line) => line.slice(0, line.indexOf('@')))
  await expect(200, 'POST', `/policy/rules/${rule}/deactivate`)
  return people
}

test('a deactivated account of an integration other than the primary is ignored, whatever is tested', async () => {
  const cases = [
    [{ ...team, profile_operator: 'equals', profile_value: 'Red' }, ['active', 'suspended']],
    [{ ...team, profile_operator: 'not_equals', profile_value: 'Blue' }, ['active', 'suspended']],
    [{ ...team, profile_operator: 'exists' }, ['active', 'both', 'suspended']],
    [{ ...team, profile_key: 'team', profile_operator: 'not_exists' }, []],
    [isRed, ['active', 'suspended']],
    [{ ...isRed, profile_operator: 'not_equals' }, ['both', 'nobody']],
  ] as const
  for (const [condition, people] of cases)
    assert.deepEqual(await admitted(condition), people, JSON.stringify(condition))
})

test('a deactivated account of the primary provides its values', async () => {
  await query(`update identity set state = 'deactivated', vendor_state = 'deactivated'
    where vendor_id = 'nobody@x.example'`)
  const sales = { type: 'identity', profile_key: 'department', profile_operator: 'equals' }
  const people = await admitted({ ...sales, profile_value: 'Sales' })
  assert.ok(people.includes('nobody'))
})

test('not_exists needs an account that is not deactivated', async () => {
  await query(`update identity set profile = '{}' where vendor_id in ('c0', 'c2')`)
  assert.deepEqual(await admitted({ ...team, profile_operator: 'not_exists' }), ['active'])
  await query(`update identity set profile = '{"team": "Red"}' where vendor_id in ('c0', 'c2')`)
})

test('explain names the account and its state', async () => {
  const ruleset = await server.rulesetId('12')
  for (const condition of [
    { ...team, profile_operator: 'equals', profile_value: 'Red' },
    { ...isRed, profile_operator: 'not_equals' },
  ]) {
    const body = { role: 'member', everyone_else: true, conditions: [condition] }
    const rule = (await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, body)).body.id
    await expect(200, 'POST', `/policy/rules/${rule}/activate`, {})
    const user = await server.personId('deactivated@x.example')
    const explained = (
      await expect(200, 'GET', `/directory/users/${user}/explain?ruleset=${ruleset}`)
    ).body
    assert.match(explained.why, /\(their account there is deactivated\)/)
    const [{ conditions }] = explained.policy_rules
    assert.equal(conditions[0].is_met, false)
    const [account] = conditions[0].saw.identities
    assert.deepEqual([account.integration_handle, account.state], ['chat', 'deactivated'])
    await expect(200, 'POST', `/policy/rules/${rule}/deactivate`)
  }
})

test('people are staged, and counted, as if the account did not exist', async () => {
  const ruleset = await server.rulesetId('12')
  const condition = { ...team, profile_operator: 'equals', profile_value: 'Red' }
  const body = { role: 'member', conditions: [condition] }
  const draft = (await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, body)).body.id
  const listed = await expect(200, 'GET', `/policy/rulesets/${ruleset}/staged-users`)
  const people = listed.body.data.map(
    (row: { included: { directory_user: { email: string } } }) => row.included.directory_user.email,
  )
  assert.deepEqual(people.toSorted(), ['active@x.example', 'suspended@x.example'])
  for (const [name, count] of [
    ['active', 1],
    ['deactivated', 0],
  ] as const) {
    const user = await server.personId(`${name}@x.example`)
    const described = await expect(200, 'GET', `/directory/users/${user}`)
    assert.equal(described.body.count.staged_rules, count, name)
  }
  await expect(204, 'DELETE', `/policy/rules/${draft}`)
})

test('an account that turns deactivated is ignored once its owner is recalculated', async () => {
  const ruleset = await server.rulesetId('12')
  const condition = { ...team, profile_operator: 'equals', profile_value: 'Red' }
  const body = { role: 'member', conditions: [condition] }
  const rule = (await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, body)).body.id
  await expect(200, 'POST', `/policy/rules/${rule}/activate`, {})
  const [owner] = await query<{ id: string }>(
    `update identity set state = 'deactivated', vendor_state = 'deactivated' where vendor_id = 'c0'
     returning directory_user_id as id`,
  )
  await server.database.transaction(({ tx, now }) =>
    recalculate(tx, { now, actor: testActor, people: [owner?.id ?? ''], isApproved: true }),
  )
  const shown = await manifest('12')
  assert.ok(shown.includes('active@x.example member expiring'), shown.join())
})

test('the one line names an attribute that is deactivated', async () => {
  const [sales] = await query<{ id: string }>(`select id from attribute where name = 'Red'`)
  const attributeId = encodeId('attribute', sales?.id ?? '')
  const ruleset = await server.rulesetId('13')
  const body = { role: 'member', conditions: [{ type: 'attribute', resource_id: attributeId }] }
  const rule = (await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, body)).body.id
  await expect(200, 'POST', `/policy/rules/${rule}/activate`, {})
  const user = await server.personId('nobody@x.example')
  const why = async () => {
    const path = `/directory/users/${user}/explain?ruleset=${ruleset}`
    return (await expect(200, 'GET', path)).body.why
  }
  assert.equal(await why(), 'would be in if team is Red')
  const operations = [{ op: 'deactivate_attribute', attribute_id: attributeId }]
  const plan = await expect(201, 'POST', '/policy/plans', { operations })
  await expect(200, 'POST', `/policy/plans/${plan.body.id}/apply`)
  assert.match(await why(), /^would be in if team is Red \(an attribute that is deactivated\)/)
})

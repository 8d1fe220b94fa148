import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, onProfile, policyServer } from '../rules/policy-for-tests.ts'
import { makeCaller } from '../../../test/harness.ts'

const server = await policyServer([
  { email: 'grace@x.example', profile: { department: 'Board' } },
  {
    email: 'ada@x.example',
    profile: { department: 'Sales', level: '7' },
    manager: 'grace@x.example',
  },
  { email: 'bo@x.example', profile: { department: 'Legal' }, manager: 'ada@x.example' },
  { email: 'cy@x.example', profile: { department: 'Board' } },
])
const { expect } = server
const ids = {
  grace: await server.personId('grace@x.example'),
  ada: await server.personId('ada@x.example'),
  bo: await server.personId('bo@x.example'),
  cy: await server.personId('cy@x.example'),
}
const groups = { 12: await server.rulesetId('12'), 13: await server.rulesetId('13') }

async function inForce(group: 12 | 13, conditions: object[], more: object = {}): Promise<string> {
  const path = `/policy/rulesets/${groups[group]}/rules`
  const { id } = (await expect(201, 'POST', path, { role: 'developer', conditions, ...more })).body
  await expect(200, 'POST', `/policy/rules/${id}/activate`)
  return id
}

const sales = await inForce(12, [onProfile('department', 'Sales')])
await inForce(12, [{ type: 'all_reports_of', resource_id: ids.bo }], {
  role: 'owner',
  priority: 300,
})
await inForce(13, [onProfile('department', 'Legal'), onProfile('level', '5', 'greater_than')], {
  expires_after_days: 0,
})

const nothing = { gain: 0, lose: 0, role: 0, grace: 0, end: 0, unchanged: 0 }

async function whatIf(person: keyof typeof ids, query: string) {
  return (await expect(200, 'GET', `/directory/users/${ids[person]}/what-if?${query}`)).body
}

test('a change of a value says what is gained and kept by grace, each with its reason, and stores nothing', async () => {
  const { count, data, assumed, eligibility } = await whatIf('ada', 'set[department]=Legal')
  assert.deepEqual(count, { ...nothing, gain: 1, grace: 1 })
  assert.deepEqual(
    { ...assumed.values[0], identity_id: '' },
    { identity_id: '', integration_handle: 'idp', profile_key: 'department', values: ['Legal'] },
  )
  assert.deepEqual(eligibility, { is_eligible: true, reasons: [] })
  const [gain, grace] = data
  assert.equal(gain.policy_ruleset_id, groups[13])
  assert.equal(gain.why, 'would qualify: department is Legal and level is greater than 5')
  assert.equal(grace.before.policy_rule_id, sales)
  const until = new Date(server.now() + 3 * day).toISOString()
  assert.equal(grace.why, `would not meet: department is Sales; stays until ${until}`)
  assert.deepEqual(await server.manifest('12'), ['ada@x.example developer active'])
  assert.deepEqual((await whatIf('ada', '')).count, { ...nothing, unchanged: 1 })
})

test('a state, a manager, no value and a later date are asked about alike', async () => {
  const suspended = await whatIf('ada', 'state=suspended')
  assert.equal(suspended.count.lose, 1)
  assert.equal(suspended.data[0].why, 'may be in no manifest: is suspended')
  const reporting = await whatIf('cy', `manager=${ids.bo}`)
  assert.equal(reporting.assumed.manager.id, ids.bo)
  assert.deepEqual(reporting.count, { ...nothing, gain: 1 })
  const [gained] = reporting.data
  assert.deepEqual([gained.policy_ruleset_id, gained.after.role_handle], [groups[12], 'owner'])
  const none = await whatIf('ada', 'set[department]=')
  assert.deepEqual(none.assumed.values[0].values, [])
  assert.equal(none.count.grace, 1)
  const at = new Date(server.now() + 9 * day).toISOString()
  const later = await whatIf('ada', `set[department]=Legal&at=${at}`)
  assert.deepEqual([later.at, later.count.grace], [at, 1])
  await expect(200, 'POST', `/policy/rules/${sales}/deprecate`, {
    at: new Date(server.now() + 4 * day).toISOString(),
  })
  const over = await whatIf('ada', `at=${at}`)
  assert.equal(over.count.lose, 1)
  assert.match(over.data[0].why, /^ends at /)
})

test('400 names what can be set, and whom nobody reports to', async () => {
  for (const [query, why] of [
    ['set[salary]=1', /"salary" is not among the policy_keys of idp.*department/],
    ['set[codehost:level]=1', /"level" is not among the policy_keys of codehost/],
    ['manager=someone', /manager/],
    [`manager=${ids.ada}`, /nobody is above themself/],
    [`manager=${ids.bo}`, /nobody is above themself/],
    ['state=gone', /must be one of staged, active, suspended, deactivated/],
    ['at=2020-01-01T00:00:00Z', /still to come/],
    ['set=Sales', /Unknown query parameter "set": allowed are set\[…\]/],
    ['set[department]=a&set[department]=b', /given twice/],
  ] as const) {
    const { status, text } = await server.send(
      'GET',
      `/directory/users/${ids.ada}/what-if?${query}`,
    )
    assert.equal(status, 400, text)
    assert.match(JSON.parse(text).message, why)
  }
  const nobody = ids.ada.slice(0, -3) + 'zzz'
  await expect(404, 'GET', `/directory/users/${nobody}/what-if`)
})

test('one 403 names every permission that is missing, and what a caller may not see is left out', async () => {
  const path = `/directory/users/${ids.ada}/what-if`
  const viewer = await makeCaller(server, ['directory.user.view'])
  const refused = await server.send('GET', `${path}?set[department]=Legal`, undefined, viewer)
  assert.equal(refused.status, 403)
  assert.match(refused.text, /policy\.rule\.view.*directory\.identity\.profile\.view/)
  const blind = await makeCaller(server, ['directory.user.view', 'policy.rule.view'])
  const { body } = await server.send('GET', `${path}?state=suspended`, undefined, blind)
  assert.equal(body.count.lose, 1)
  assert.doesNotMatch(JSON.stringify(body.data), /Sales/)
})

test('a ruleset that the caller may not see is neither shown nor counted', async () => {
  const path = `/directory/users/${ids.ada}/what-if?set[department]=Legal`
  const delegate = await makeCaller(server, [
    'directory.user.view',
    'directory.identity.profile.view',
  ])
  const admin = { user_id: delegate.id, role: 'audit' }
  await expect(201, 'POST', `/policy/rulesets/${groups[12]}/admins`, admin)
  const { count, data } = (await expect(200, 'GET', path, undefined, delegate)).body
  assert.deepEqual(count, { ...nothing, grace: 1 })
  assert.deepEqual(
    data.map((each: { policy_ruleset_id: string }) => each.policy_ruleset_id),
    [groups[12]],
  )
  await expect(201, 'POST', `/policy/rulesets/${groups[13]}/admins`, admin)
  assert.equal((await expect(200, 'GET', path, undefined, delegate)).body.count.gain, 1)
})

const ahead = (days: number) => new Date(server.now() + days * day).toISOString()
/** How Ada's place in group 12 would differ after so many days. */
async function kindAfter(days: number): Promise<string | undefined> {
  const { data } = await whatIf('ada', `set[department]=Legal&at=${ahead(days)}`)
  return data.find(isOfGroup12)?.kind
}

const isOfGroup12 = (each: { policy_ruleset_id: string }) => each.policy_ruleset_id === groups[12]

test('of two rules that wait for the same one, the later takes over from the earlier', async () => {
  const replaced = await inForce(12, [onProfile('department', 'IT')])
  for (const [value, days] of [
    ['Legal', 2],
    ['HR', 4],
  ] as const) {
    const path = `/policy/rulesets/${groups[12]}/rules`
    const drafted = { role: 'developer', conditions: [onProfile('department', value)] }
    const { id } = (await expect(201, 'POST', path, drafted)).body
    const dated = { at: ahead(days), replaces: replaced }
    await expect(200, 'POST', `/policy/rules/${id}/activate`, dated)
  }
  assert.equal(await kindAfter(3), 'end', 'they are held without an end, by the first')
  assert.equal(await kindAfter(5), 'lose')
})

async function draftIn(group: 12 | 13, conditions: object[]): Promise<string> {
  const path = `/policy/rulesets/${groups[group]}/rules`
  return (await expect(201, 'POST', path, { role: 'developer', conditions })).body.id
}

test('of two rules that begin by then, the one that begins first admits', async () => {
  const later = await draftIn(13, [onProfile('department', 'Board')])
  const sooner = await draftIn(13, [onProfile('department', 'Board')])
  await expect(200, 'POST', `/policy/rules/${later}/activate`, { at: ahead(4) })
  await expect(200, 'POST', `/policy/rules/${sooner}/activate`, { at: ahead(2) })
  const { data } = await whatIf('cy', `at=${ahead(5)}`)
  assert.equal(data[0].after.policy_rule_id, sooner)
})

test('grace runs from the day on which no rule decides an attribute that a rule asks not to be held', async () => {
  const dimension = { handle: 'department', name: 'Department', profile_key: 'department' }
  await expect(201, 'POST', '/directory/dimensions', { ...dimension, attributes_enabled: true })
  const { body: listed } = await expect(200, 'GET', '/directory/attributes?page[size]=100')
  const { id } = listed.data.find((each: { name: string }) => each.name === 'Legal')
  const isNot = { type: 'attribute', resource_id: id, profile_operator: 'not_equals' }
  await inForce(12, [isNot, onProfile('department', 'Board')])
  const path = `/policy/rulesets/${await server.rulesetId('Legal')}/rules`
  const [deciding] = (await expect(200, 'GET', path)).body.data
  await expect(200, 'POST', `/policy/rules/${deciding.id}/deprecate`, { at: ahead(2.5) })
  const { data } = await whatIf('grace', `at=${ahead(4.5)}`)
  assert.equal(data.find(isOfGroup12).after?.until, ahead(5.5))
})

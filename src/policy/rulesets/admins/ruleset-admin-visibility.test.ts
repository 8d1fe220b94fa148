import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../../../test/harness.ts'
import { onProfile, policyServer } from '../../rules/policy-for-tests.ts'

const server = await policyServer([{ email: 'ada@x.example', profile: { department: 'Sales' } }])
const { expect } = server
const ruleset = await server.rulesetId('12')
const ada = await server.personId('ada@x.example')
const sales = onProfile('department', 'Sales')

const draft = async (of = ruleset, conditions: object[] = [sales]): Promise<string> =>
  (await expect(201, 'POST', `/policy/rulesets/${of}/rules`, { role: 'member', conditions })).body
    .id

test('a caller who may see no ruleset at all is told what it takes, by lists too', async () => {
  const nobody = await makeCaller(server, ['directory.user.view'])
  for (const path of ['/policy/rulesets', '/policy/roles', '/policy/settings']) {
    const refused = await expect(403, 'GET', path, undefined, nobody)
    assert.match(refused.body.message, /policy\.rule\.view/)
  }
})

test('a role on a ruleset gives no look at profiles, and no names of people', async () => {
  const plain = await makeCaller(server, [])
  await expect(201, 'POST', `/policy/rulesets/${ruleset}/admins`, {
    user_id: plain.id,
    role: 'admin',
  })
  const profile = await expect(
    403,
    'POST',
    `/policy/rulesets/${ruleset}/rules`,
    { role: 'member', conditions: [sales] },
    plain,
  )
  assert.match(profile.body.message, /directory\.identity\.profile\.view/)
  const user = { role: 'member', conditions: [{ type: 'user', resource_id: ada }] }
  const person = await expect(403, 'POST', `/policy/rulesets/${ruleset}/rules`, user, plain)
  assert.match(person.body.message, /directory\.user\.view/)
  const about = [{ type: 'user', resource_id: ada }]
  for (const [rule, permission] of [
    [await draft(), /directory\.identity\.profile\.view/],
    [await draft(ruleset, about), /directory\.user\.view/],
  ] as const) {
    const copy = await expect(403, 'POST', `/policy/rules/${rule}/duplicate`, undefined, plain)
    assert.match(copy.body.message, permission)
  }
})

test('what refuses a rule tells nobody a name that they may not see', async () => {
  const plain = await makeCaller(server, [])
  await expect(201, 'POST', `/policy/rulesets/${ruleset}/admins`, {
    user_id: plain.id,
    role: 'activate',
  })
  const person = await expect(201, 'POST', '/directory/users', {
    first_name: 'Grace',
    last_name: 'Hopper',
    email: 'grace@x.example',
  })
  const rule = await draft(ruleset, [{ type: 'user', resource_id: person.body.id }])
  await expect(204, 'DELETE', `/directory/users/${person.body.id}`)
  const path = `/policy/rules/${rule}/activate`
  assert.match((await expect(422, 'POST', path, {})).text, /names Grace Hopper, who is deleted/)
  const refused = await expect(422, 'POST', path, {}, plain)
  assert.deepEqual(refused.body.errors.conditions, [`names ${person.body.id}, who is deleted`])
})

const holds = (resource_id: string) => [{ type: 'attribute', resource_id }]

test('a cycle of attributes is named to callers who may see the rules that make it', async () => {
  const dimension = await expect(201, 'POST', '/directory/dimensions', {
    handle: 'cycle',
    name: 'Cycle',
    profile_key: 'level',
  })
  const attribute = async (profile_value: string): Promise<string> =>
    (
      await expect(201, 'POST', '/directory/attributes', {
        dimension_id: dimension.body.id,
        profile_value,
      })
    ).body.id
  const [first, hidden, own] = [
    await attribute('first'),
    await attribute('hidden'),
    await attribute('own'),
  ]
  await draft(await server.rulesetId('hidden'), holds(own))
  await draft(await server.rulesetId('first'), holds(hidden))
  const ownRuleset = await server.rulesetId('own')
  const drafter = await makeCaller(server, [
    'directory.user.view',
    'directory.attribute.view',
    'directory.identity.profile.view',
  ])
  await expect(201, 'POST', `/policy/rulesets/${ownRuleset}/admins`, {
    user_id: drafter.id,
    role: 'create',
  })
  const body = { role: 'member', conditions: holds(first) }
  const path = `/policy/rulesets/${ownRuleset}/rules`
  assert.match((await expect(422, 'POST', path, body)).text, /cycle: hidden/)
  const refused = await expect(422, 'POST', path, body, drafter)
  assert.doesNotMatch(refused.text, /hidden/)
})

test('a condition on an attribute, which says its name and how many hold it, is for callers who may see attributes', async () => {
  const { body } = await expect(200, 'GET', '/directory/attributes?filter[dimension]=cycle')
  const conditions = holds(body.data[0].id)
  const copied = await draft(ruleset, conditions)
  const people = {
    plain: await makeCaller(server, []),
    seeing: await makeCaller(server, ['directory.attribute.view']),
  }
  for (const [name, { id, token }] of Object.entries(people)) {
    const user = { user_id: id, role: 'create' }
    await expect(201, 'POST', `/policy/rulesets/${ruleset}/admins`, user)
    for (const [path, sent] of [
      [`/policy/rulesets/${ruleset}/rules`, { role: 'member', conditions }],
      [`/policy/rules/${await draft(ruleset, [])}/conditions`, conditions[0]],
      [`/policy/rules/${copied}/duplicate`, undefined],
    ] as const) {
      const answer = await server.call('POST', path, { token, body: sent })
      assert.equal(answer.status, name === 'seeing' ? 201 : 403, `${path}: ${answer.text}`)
      if (name === 'plain') assert.match(answer.body.message, /directory\.attribute\.view/)
    }
  }
})

test('an operation of a plan on what its author may not change is refused alike, whether that is there or not', async () => {
  const plain = await makeCaller(server, [])
  const role = { user_id: plain.id, role: 'audit' }
  await expect(201, 'POST', `/policy/rulesets/${ruleset}/admins`, role)
  for (const noun of ['attribute', 'dimension']) {
    const { id } = (await expect(200, 'GET', `/directory/${noun}s`)).body.data[0]
    for (const verb of ['change', 'activate', 'deactivate']) {
      const refusal = async (named: string) => {
        const operations = [{ op: `${verb}_${noun}`, [`${noun}_id`]: named }]
        return (await expect(403, 'POST', '/policy/plans', { operations }, plain)).body.message
      }
      const unknown = `${id.slice(0, -4)}0000`
      const said = await refusal(id)
      for (const other of [unknown, '$none']) assert.equal(await refusal(other), said)
    }
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { onProfile, policyServer } from '../rules/policy-for-tests.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales', level: 'senior' } },
  { email: 'bob@x.example', profile: { department: 'Legal', level: 'junior' } },
])
const { expect, manifest } = server
const ruleset = await server.rulesetId('12')
const dimension = (
  await expect(201, 'POST', '/directory/dimensions', {
    handle: 'department',
    name: 'Department',
    profile_key: 'department',
    attributes_enabled: true,
    expires_after_days: 2,
  })
).body.id
const attributeOf = async (name: string): Promise<string> =>
  (
    await expect(200, 'GET', `/directory/attributes?filter[dimension]=${dimension}&page[size]=500`)
  ).body.data.find((attribute: { name: string }) => attribute.name === name).id
const sales = await attributeOf('Sales')
const holds = (resource_id: string, profile_operator?: string) => ({
  type: 'attribute',
  resource_id,
  ...(profile_operator === undefined ? {} : { profile_operator }),
})
const activeRule = async (of: string, conditions: object[], rest: object = {}): Promise<string> => {
  const { body } = await expect(201, 'POST', `/policy/rulesets/${of}/rules`, {
    role: 'member',
    conditions,
    ...rest,
  })
  await expect(200, 'POST', `/policy/rules/${body.id}/activate`, {})
  return body.id
}
const orgOf = async (email: string) =>
  (await expect(200, 'GET', `/directory/users/${await server.personId(email)}`)).body.org
await activeRule(ruleset, [holds(sales)])

test('a dimension makes attributes of the values that are there, and org shows them at once', async () => {
  assert.deepEqual(await orgOf('ada@x.example'), { department: 'Sales' })
  assert.deepEqual(await manifest('12'), ['ada@x.example member active'])
  assert.deepEqual(await manifest('Sales'), ['ada@x.example member active'])
})

test('a rename leaves no one without the attribute: its rule tests the old value too while anyone has it', async () => {
  const path = `/directory/attributes/${sales}`
  const { body } = await expect(200, 'PATCH', path, { profile_value: 'Revenue' })
  assert.deepEqual([body.profile_value, body.name, body.handle], ['Revenue', 'Revenue', 'sales'])
  assert.deepEqual(await manifest('12'), ['ada@x.example member active'])
  assert.deepEqual(await orgOf('ada@x.example'), { department: 'Revenue' })
  const rules = `/policy/rulesets/${await server.rulesetId('Revenue')}/rules`
  const ruleOf = async (name = 'Revenue') => {
    const of = name === 'Revenue' ? rules : `/policy/rulesets/${await server.rulesetId(name)}/rules`
    const [rule] = (await expect(200, 'GET', of)).body.data
    const shown = (await expect(200, 'GET', `/policy/rules/${rule.id}`)).body
    const [condition] = shown.included.policy_conditions
    assert.equal(rule.description, condition.description)
    return [condition.profile_operator, condition.profile_value]
  }
  assert.deepEqual(await ruleOf(), ['in', '["Sales","Revenue"]'])
  await expect(200, 'PATCH', path, { profile_value: 'Income' })
  assert.deepEqual(await ruleOf('Income'), ['in', '["Sales","Income"]'], 'no one had Revenue')
  assert.deepEqual(await manifest('12'), ['ada@x.example member active'])
  const again = {
    dimension_id: (await expect(200, 'GET', path)).body.parent,
    profile_value: 'SALES',
  }
  const second = await expect(422, 'POST', '/directory/attributes', again)
  assert.ok('profile_value' in second.body.errors, second.text)
  const taken = await expect(409, 'PATCH', path, { profile_value: 'LEGAL' })
  assert.match(taken.body.message, /would absorb it.*popln_/)
  await expect(200, 'PATCH', path, { profile_value: 'Sales' })
  assert.deepEqual(await manifest('12'), ['ada@x.example member active'])
})

test('what rules say of an attribute follows its name, unless somebody has said it in words', async () => {
  const legal = await attributeOf('Legal')
  const conditions = [holds(legal), holds(sales, 'not_equals')]
  const draft = async (rest: object = {}) =>
    (
      await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, {
        role: 'member',
        conditions,
        ...rest,
      })
    ).body.id
  const [said, written] = [await draft(), await draft({ description: 'The lawyers' })]
  const wordsOf = async (rule: string) => {
    const { description, included } = (await expect(200, 'GET', `/policy/rules/${rule}`)).body
    const of = included.policy_conditions.map((each: { description: string }) => each.description)
    return [description, ...of]
  }
  await expect(200, 'PATCH', `/directory/attributes/${legal}`, { name: 'Law' })
  const each = ['department is Law', 'department is not Sales']
  assert.deepEqual(await wordsOf(said), [each.join(' and '), ...each])
  assert.deepEqual(await wordsOf(written), ['The lawyers', ...each])
  await expect(200, 'PATCH', `/directory/attributes/${legal}`, { name: 'Legal' })
})

test('a name is only a name', async () => {
  const { body } = await expect(200, 'PATCH', `/directory/attributes/${sales}`, { name: 'Selling' })
  assert.deepEqual([body.profile_value, body.name], ['Sales', 'Selling'])
  assert.deepEqual(await orgOf('ada@x.example'), { department: 'Selling' })
  const renamed = await expect(200, 'PATCH', `/directory/attributes/${sales}`, {
    profile_value: 'sales',
  })
  assert.equal(renamed.body.name, 'Selling')
  await expect(200, 'PATCH', `/directory/attributes/${sales}`, {
    name: 'Sales',
    profile_value: 'Sales',
  })
  assert.deepEqual(await manifest('12'), ['ada@x.example member active'])
})

for (const [noun, id] of [
  ['attributes', sales],
  ['dimensions', dimension],
] as const) {
  const path = `/directory/${noun}/${id}`
  test(`one of the ${noun} that a rule in force names is not deactivated without a plan`, async () => {
    const { message } = (await expect(409, 'POST', `${path}/deactivate`)).body
    const operation = noun === 'attributes' ? 'deactivate_attribute' : 'deactivate_dimension'
    assert.match(message, /1 rule in force names .*\(porul_\w+\)/)
    const planId = /popln_\w{26}/.exec(message)?.[0] ?? ''
    const { operations } = (await expect(200, 'GET', `/policy/plans/${planId}`)).body
    assert.equal(operations[0].op, operation)
    const stranger = await makeCaller(server, [`directory.${noun.slice(0, -1)}.manage`])
    const unseen = await expect(409, 'POST', `${path}/deactivate`, undefined, stranger)
    assert.doesNotMatch(unseen.body.message, /porul_/, 'a caller who may not see the rule')
    assert.equal((await expect(200, 'GET', path)).body.state, 'active')
    assert.deepEqual(await manifest('12'), ['ada@x.example member active'])
  })

  test(`a plan that deactivates one of the ${noun} moves the manifests of what depends on it, and back`, async () => {
    const operation =
      noun === 'attributes'
        ? { op: 'deactivate_attribute', attribute_id: id }
        : { op: 'deactivate_dimension', dimension_id: id }
    const plan = await expect(201, 'POST', '/policy/plans', { operations: [operation] })
    await expect(200, 'POST', `/policy/plans/${plan.body.id}/apply`)
    assert.deepEqual(
      [await manifest('12'), await manifest('Sales')],
      [['ada@x.example member expiring'], []],
      'in grace',
    )
    assert.deepEqual(await orgOf('ada@x.example'), {})
    assert.ok('state' in (await expect(422, 'POST', `${path}/deactivate`)).body.errors)
    // A rule in force there names it already, so a copy may too.
    const draft = await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, {
      role: 'member',
      conditions: [holds(sales)],
    })
    await expect(204, 'DELETE', `/policy/rules/${draft.body.id}`)
    assert.equal((await expect(200, 'POST', `${path}/activate`)).body.state, 'active')
    assert.deepEqual(await manifest('12'), ['ada@x.example member active'])
    assert.deepEqual(await orgOf('ada@x.example'), { department: 'Sales' })
    assert.ok('state' in (await expect(422, 'POST', `${path}/activate`)).body.errors)
  })
}

test('an attribute can be there before anybody holds its value', async () => {
  const made = await expect(201, 'POST', '/directory/attributes', {
    dimension_id: dimension,
    profile_value: 'Finance',
  })
  const rules = await expect(
    200,
    'GET',
    `/policy/rulesets/${await server.rulesetId('Finance')}/rules`,
  )
  assert.deepEqual(
    rules.body.data.map(({ is_imported, state }: { is_imported: boolean; state: string }) => [
      is_imported,
      state,
    ]),
    [[true, 'active']],
  )
  const twice = await expect(422, 'POST', '/directory/attributes', {
    dimension_id: dimension,
    profile_value: 'FINANCE',
  })
  assert.ok('profile_value' in twice.body.errors)
  assert.equal(made.body.parent, dimension)
})

test('attributes must not depend on one another in a cycle, drafts counted', async () => {
  const plain = (
    await expect(201, 'POST', '/directory/dimensions', {
      handle: 'cycle',
      name: 'Cycle',
      profile_key: 'level',
    })
  ).body.id
  const make = async (value: string): Promise<[attribute: string, ruleset: string]> => {
    const { body } = await expect(201, 'POST', '/directory/attributes', {
      dimension_id: plain,
      profile_value: value,
    })
    return [body.id, await server.rulesetId(value)]
  }
  const [one, ofOne] = await make('one')
  const [two, ofTwo] = await make('two')
  await activeRule(ofOne, [holds(two)])
  const body = { role: 'member', conditions: [holds(one)] }
  const refused = await expect(422, 'POST', `/policy/rulesets/${ofTwo}/rules`, body)
  assert.match(refused.body.errors.conditions[0], /cycle: one → cycle: two → cycle: one/)
  const { body: draft } = await expect(201, 'POST', `/policy/rulesets/${ofTwo}/rules`, {
    role: 'member',
  })
  await expect(422, 'POST', `/policy/rules/${draft.id}/conditions`, holds(one))
  await expect(422, 'POST', `/policy/rulesets/${ofOne}/rules`, body)

  const [three, ofThree] = await make('three')
  const [four, ofFour] = await make('four')
  const drafting = await server.database.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    const sent = [
      [ofThree, four],
      [ofFour, three],
    ].map(([of, attribute = '']) =>
      server.send('POST', `/policy/rulesets/${of}/rules`, {
        role: 'member',
        conditions: [holds(attribute)],
      }),
    )
    await untilWaiting(server, sent.length)
    return { sent }
  })
  const statuses = (await Promise.all(drafting.sent)).map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [201, 422],
    'drafted at the same time',
  )
})

test('a dimension reads a policy key of an integration, and keeps to it', async () => {
  const body = { handle: 'salary', name: 'Salary', profile_key: 'salary' }
  const refused = await expect(422, 'POST', '/directory/dimensions', body)
  assert.match(refused.body.errors.profile_key[0], /not among the policy_keys of idp/)
  const taken = await expect(422, 'POST', '/directory/dimensions', {
    ...body,
    handle: 'department',
    profile_key: 'level',
  })
  assert.ok('handle' in taken.body.errors)
  await expect(422, 'PATCH', `/directory/dimensions/${dimension}`, { profile_key: 'level' })
  const plain = await makeCaller(server, ['directory.dimension.manage', 'directory.dimension.view'])
  const answer = await expect(
    403,
    'POST',
    '/directory/dimensions',
    { ...body, profile_key: 'level' },
    plain,
  )
  assert.match(answer.body.message, /directory\.identity\.profile\.view/)
})

const withdrawn = (key: string) =>
  server.query(
    `update integration set policy_keys = array_remove(policy_keys, $1) where handle = 'idp'`,
    [key],
  )
const listed = (key: string) =>
  server.query(
    `update integration set policy_keys = array_append(policy_keys, $1) where handle = 'idp'`,
    [key],
  )

test('to activate a dimension again takes what making it takes, in a plan too', async () => {
  const made = await expect(201, 'POST', '/directory/dimensions', {
    handle: 'again',
    name: 'Again',
    profile_key: 'level',
    attributes_enabled: true,
  })
  const path = `/directory/dimensions/${made.body.id}`
  await expect(200, 'POST', `${path}/deactivate`)
  const plain = await makeCaller(server, [
    'directory.dimension.manage',
    'directory.dimension.view',
    'policy.rule.view',
    'directory.user.view',
  ])
  const operations = [{ op: 'activate_dimension', dimension_id: made.body.id }]
  for (const answer of [
    await expect(403, 'POST', `${path}/activate`, undefined, plain),
    await expect(403, 'POST', '/policy/plans', { operations }, plain),
  ])
    assert.match(answer.body.message, /directory\.identity\.profile\.view/)
  await withdrawn('level')
  const refused = await expect(422, 'POST', `${path}/activate`)
  assert.match(refused.body.errors.profile_key[0], /not among the policy_keys of idp/)
  const planned = await expect(422, 'POST', '/policy/plans', { operations })
  assert.ok('operations.0.profile_key' in planned.body.errors, planned.text)
  await listed('level')
  assert.equal((await expect(200, 'POST', `${path}/activate`)).body.state, 'active')
  await expect(200, 'POST', `${path}/deactivate`)
})

const ofUserType = async (handle: string, attributes_enabled: boolean): Promise<string> =>
  (
    await expect(201, 'POST', '/directory/dimensions', {
      handle,
      name: handle,
      profile_key: 'userType',
      attributes_enabled,
    })
  ).body.id

test('a key that the integration lists no more makes no new rules by a dimension that reads it', async () => {
  const [enabled, plain] = [await ofUserType('enabled', true), await ofUserType('plain', false)]
  await withdrawn('userType')
  for (const [method, path, body] of [
    ['PATCH', `/directory/dimensions/${plain}`, { attributes_enabled: true }],
    ['POST', '/directory/attributes', { dimension_id: enabled, profile_value: 'intern' }],
    [
      'POST',
      `/policy/rulesets/${ruleset}/rules`,
      { role: 'member', conditions: [onProfile('userType', 'intern')] },
    ],
  ] as const) {
    const answer = await expect(422, method, path, body)
    assert.match(answer.text, /not among the policy_keys of idp/, path)
  }
  await listed('userType')
})

test('an attribute whose rules are written by hand shows in org like any other', async () => {
  const body = { handle: 'rank', name: 'Rank', profile_key: 'level' }
  const rank = (await expect(201, 'POST', '/directory/dimensions', body)).body.id
  await expect(201, 'POST', '/directory/attributes', { dimension_id: rank, profile_value: 'Top' })
  const rule = await activeRule(await server.rulesetId('Top'), [onProfile('level', 'senior')])
  assert.deepEqual(await orgOf('ada@x.example'), { department: 'Sales', rank: 'Top' })
  assert.deepEqual(await manifest('Top'), ['ada@x.example member active'])
  await expect(200, 'POST', `/policy/rules/${rule}/deactivate`)
  assert.deepEqual(await orgOf('ada@x.example'), { department: 'Sales' })
})

test('to enable attributes later makes them', async () => {
  const { body } = await expect(201, 'POST', '/directory/dimensions', {
    handle: 'level',
    name: 'Level',
    profile_key: 'level',
  })
  assert.equal(body.count.attributes, 0)
  const changed = await expect(200, 'PATCH', `/directory/dimensions/${body.id}`, {
    attributes_enabled: true,
    name: 'Levels',
  })
  assert.deepEqual([changed.body.count.attributes, changed.body.name], [2, 'Levels'])
  assert.deepEqual(await orgOf('bob@x.example'), { department: 'Legal', level: 'junior' })
})

const conditions: [what: string, condition: object, errors: Record<string, RegExp>][] = [
  [
    'a type that takes no key',
    { type: 'user', resource_id: await server.personId('ada@x.example'), profile_key: 'level' },
    { profile_key: /not taken/ },
  ],
  [
    'a person who is not there',
    { type: 'user', resource_id: 'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx' },
    { resource_id: /names no directory user/ },
  ],
  [
    'an id of another kind',
    { type: 'attribute', resource_id: dimension },
    { resource_id: /names no active attribute/ },
  ],
  ['nobody at all', { type: 'direct_reports_of' }, { resource_id: /is needed/ }],
  [
    'a key that policy may not read',
    onProfile('salary', '1'),
    { profile_key: /policy_keys of idp/ },
  ],
  ['a pattern that is none', onProfile('level', '(', 'matches'), { profile_value: /./ }],
  [
    'a pattern of 257 characters',
    onProfile('level', 'x'.repeat(257), 'matches'),
    { profile_value: /256/ },
  ],
  ['a pattern that looks back', onProfile('level', '(a)\\1', 'matches'), { profile_value: /./ }],
  ['a list that is none', onProfile('level', 'senior', 'in'), { profile_value: /./ }],
  ['a value where none is taken', onProfile('level', 'x', 'exists'), { profile_value: /./ }],
  [
    'a membership by an operator of values',
    { ...holds(sales), profile_operator: 'contains' },
    { profile_operator: /./ },
  ],
]
for (const [what, condition, errors] of conditions) {
  test(`a condition with ${what} is 422 that names the field`, async () => {
    const { body } = await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, {
      role: 'member',
    })
    const answer = await expect(422, 'POST', `/policy/rules/${body.id}/conditions`, condition)
    assert.deepEqual(Object.keys(answer.body.errors), Object.keys(errors), answer.text)
    for (const [field, pattern] of Object.entries(errors))
      assert.match(answer.body.errors[field][0], pattern)
  })
}

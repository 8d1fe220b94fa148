import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, onProfile } from './policy-for-tests.ts'
import { rulesServer, sales, seniors } from './rules-for-tests.ts'

const server = await rulesServer()
const { ruleset, draft, act, end, expect, send, manifest } = server

test('a draft admits nobody, and says what its conditions ask until somebody writes a description', async () => {
  const made = await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, {
    role: 'member',
    conditions: [sales, seniors],
  })
  assert.equal(made.body.state, 'staged')
  assert.equal(made.body.description, 'department is Sales and level is greater than 5')
  assert.deepEqual(await manifest('12'), [])
  const path = `/policy/rules/${made.body.id}`
  assert.equal(
    (await expect(200, 'PATCH', path, { description: 'Seniors' })).body.description,
    'Seniors',
  )
  assert.match(
    (await expect(200, 'PATCH', path, { description: null })).body.description,
    /^department is Sales and/,
  )
  const [, second] = made.body.included.policy_conditions
  await expect(204, 'DELETE', `/policy/conditions/${second.id}`)
  assert.equal((await expect(200, 'GET', path)).body.description, 'department is Sales')
  const added = await expect(201, 'POST', `${path}/conditions`, {
    ...seniors,
    profile_operator: 'less_than',
  })
  assert.equal(added.body.description, 'level is less than 5')
  assert.match((await expect(200, 'GET', path)).body.description, /and level is less than 5$/)
  await expect(204, 'DELETE', path)
  await expect(404, 'GET', path)
})

test('a draft that asks nothing yet has no description', async () => {
  const rule = await draft({ conditions: [] })
  const path = `/policy/rules/${rule}`
  assert.equal((await expect(200, 'GET', path)).body.description, null)
  const listed = await expect(200, 'GET', `/policy/rulesets/${ruleset}/rules?page[size]=500`)
  const row = listed.body.data.find(({ id }: { id: string }) => id === rule)
  assert.equal(row.description, null)
  await expect(201, 'POST', `${path}/conditions`, sales)
  assert.equal((await expect(200, 'GET', path)).body.description, 'department is Sales')
  await expect(204, 'DELETE', path)
})

test('activating a rule moves people in before the answer, deactivating it moves them out without grace', async () => {
  const rule = await draft()
  const { body } = await act(rule, 'activate', {})
  assert.deepEqual([body.state, body.count.manifest_users], ['active', 2])
  assert.deepEqual(await manifest('12'), [
    'ada@x.example member active',
    'bob@x.example member active',
  ])
  assert.equal((await act(rule, 'deactivate')).body.state, 'deactivated')
  assert.deepEqual(await manifest('12'), [])
})

test('a rule without conditions, or of negative ones alone, is not activated', async () => {
  const empty = await draft({ conditions: [] })
  const negative = await draft({ conditions: [{ ...sales, profile_operator: 'not_equals' }] })
  for (const [rule, said] of [
    [empty, /^conditions must not be empty: a rule needs at least one/],
    [negative, /^conditions are all negative: .* everyone_else/],
  ] as const) {
    const answer = await expect(422, 'POST', `/policy/rules/${rule}/activate`, {})
    assert.ok('conditions' in answer.body.errors, answer.text)
    assert.match(answer.body.message, said)
  }
  await expect(200, 'PATCH', `/policy/rules/${negative}`, { everyone_else: true })
  await act(negative, 'activate', {})
  assert.deepEqual(await manifest('12'), ['cy@x.example member active'])
  await end(negative)
})

test('a copy is refused what making each of its conditions anew would be', async () => {
  const rule = await draft({ conditions: [sales, seniors] })
  await server.query(`update integration set policy_keys = array_remove(policy_keys, 'level')`)
  const refused = await expect(422, 'POST', `/policy/rules/${rule}/duplicate`)
  assert.deepEqual(Object.keys(refused.body.errors), ['conditions.1.profile_key'])
  assert.match(refused.text, /not among the policy_keys of idp/)
  await server.query(
    `update integration set policy_keys = array_append(policy_keys, 'level') where handle = 'idp'`,
  )
  const copy = (await expect(201, 'POST', `/policy/rules/${rule}/duplicate`)).body
  const original = (await expect(200, 'GET', `/policy/rules/${rule}`)).body
  const said = ({ included, description }: typeof copy) => [
    description,
    ...included.policy_conditions.map(({ description: words }: { description: string }) => words),
  ]
  assert.deepEqual(said(copy), said(original))
})

test('a rule that has held stays goes out of sight, and their history still names it', async () => {
  const rule = await draft()
  await act(rule, 'activate', {})
  await end(rule)
  await expect(204, 'DELETE', `/policy/rules/${rule}`)
  await expect(404, 'GET', `/policy/rules/${rule}`)
  const listed = await expect(200, 'GET', `/policy/rulesets/${ruleset}/rules?page[size]=500`)
  assert.ok(!listed.body.data.some(({ id }: { id: string }) => id === rule))
  const [kept] = await server.query(
    'select count(*)::integer as n from rule where deleted_at is not null',
  )
  assert.ok(Number(kept?.['n']) > 0)
})

test('an exception lets one person in at once, until its end, with a reason', async () => {
  const user_id = await server.personId('cy@x.example')
  const body = () => ({
    user_id,
    reason: 'Covers for Ada',
    expires_at: new Date(server.now() + 2 * day).toISOString(),
  })
  const made = await expect(201, 'POST', `/policy/rulesets/${ruleset}/exceptions`, body())
  assert.deepEqual(
    [made.body.state, made.body.reason, made.body.description],
    ['expiring', 'Covers for Ada', 'is cy@x.example'],
  )
  assert.deepEqual(await manifest('12'), ['cy@x.example member expiring'])
  const listed = (is: boolean) =>
    expect(
      200,
      'GET',
      `/policy/rulesets/${ruleset}/rules?filter[is_exception]=${is}&include=count&page[size]=500`,
    )
  const [exception, ...others] = (await listed(true)).body.data
  assert.deepEqual([exception.id, others], [made.body.id, []])
  assert.deepEqual(exception.count, { qualified_users: 1, manifest_users: 1 })
  const rest: { id: string }[] = (await listed(false)).body.data
  assert.ok(rest.length > 0 && rest.every(({ id }) => id !== made.body.id))
  server.pass(2 * day)
  await expect(200, 'GET', `/policy/rules/${made.body.id}`)
  assert.deepEqual(await manifest('12'), [])
  for (const [field, value] of [
    ['user_id', 'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
    ['role', 'emperor'],
    ['expires_at', '2020-01-01T00:00:00Z'],
    ['expires_at', '9999-12-31T23:59:59-14:00'],
    ['reason', ' \n '],
  ] as const) {
    const answer = await expect(422, 'POST', `/policy/rulesets/${ruleset}/exceptions`, {
      ...body(),
      [field]: value,
    })
    assert.ok(field in answer.body.errors, answer.text)
  }
})

/** A rule in that state, with conditions that no person meets. */
const inState = async (state: string): Promise<string> => {
  const rule = await draft({ conditions: [onProfile('department', 'None')] })
  if (state === 'staged') return rule
  await act(rule, 'activate', {})
  if (state === 'active') return rule
  if (state === 'deactivated') await act(rule, 'deactivate')
  else await act(rule, 'deprecate', { at: new Date(server.now() + day).toISOString() })
  if (state === 'expired') server.pass(2 * day)
  return rule
}

const states = ['staged', 'active', 'expiring', 'expired', 'deactivated'] as const
type State = (typeof states)[number]
type Cell = {
  what: string
  method: string
  path: string
  body: () => object | undefined
  in: readonly State[]
}

const changes: [key: string, value: unknown, allowed: readonly State[]][] = [
  ['description', 'Written', states],
  ['key', 'another-key', states],
  ['expires_after_days', 9, ['staged', 'active', 'expiring']],
  ['priority', 5, ['staged']],
  ['role', 'owner', ['staged']],
  ['everyone_else', true, ['staged']],
  ['reason', 'Because', ['staged']],
  ['expires_at', '2030-01-01T00:00:00Z', ['staged']],
]
const cells: Cell[] = [
  ...changes.map(([key, value, allowed]) => ({
    what: `change ${key}`,
    method: 'PATCH',
    path: '',
    body: () => ({ [key]: value }),
    in: allowed,
  })),
  {
    what: 'add a condition',
    method: 'POST',
    path: '/conditions',
    body: () => sales,
    in: ['staged'],
  },
  { what: 'activate', method: 'POST', path: '/activate', body: () => ({}), in: ['staged'] },
  {
    what: 'deprecate',
    method: 'POST',
    path: '/deprecate',
    body: () => ({}),
    in: ['active', 'expiring'],
  },
  {
    what: 'deactivate',
    method: 'POST',
    path: '/deactivate',
    body: () => undefined,
    in: ['active', 'expiring'],
  },
  { what: 'duplicate', method: 'POST', path: '/duplicate', body: () => undefined, in: states },
  {
    what: 'delete',
    method: 'DELETE',
    path: '',
    body: () => undefined,
    in: ['staged', 'expired', 'deactivated'],
  },
]

for (const cell of cells) {
  test(`to ${cell.what} is for ${cell.in.join(', ')}; else 422 errors.state and nothing changes`, async () => {
    for (const state of states) {
      const rule = await inState(state)
      const before = await expect(200, 'GET', `/policy/rules/${rule}`)
      const answer = await send(cell.method, `/policy/rules/${rule}${cell.path}`, cell.body())
      const told = `${cell.what} of a rule that is ${state}: ${answer.status} ${answer.text}`
      if (cell.in.includes(state)) {
        assert.ok(answer.status < 300, told)
        if (cell.method !== 'DELETE') await send('PATCH', `/policy/rules/${rule}`, { key: null })
        continue
      }
      assert.equal(answer.status, 422, told)
      assert.deepEqual(Object.keys(answer.body.errors), ['state'], told)
      assert.deepEqual((await expect(200, 'GET', `/policy/rules/${rule}`)).body, before.body, told)
    }
  })
}

test('a refusal of what is locked says what to do instead', async () => {
  const running = await inState('active')
  const end = { expires_at: '2999-01-01T00:00:00Z' }
  const ending = await expect(422, 'PATCH', `/policy/rules/${running}`, end)
  assert.match(ending.body.message, /Deprecate the rule with `at`/)
  const over = await inState('deactivated')
  const again = await expect(422, 'POST', `/policy/rules/${over}/activate`, {})
  assert.match(again.body.message, /Duplicate it and activate the copy/)
})

test('the condition of a rule in force is locked', async () => {
  const rule = await inState('active')
  const [condition] = (await expect(200, 'GET', `/policy/rules/${rule}`)).body.included
    .policy_conditions
  const answer = await expect(422, 'DELETE', `/policy/conditions/${condition.id}`)
  assert.ok('state' in answer.body.errors)
})

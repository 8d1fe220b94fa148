import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyPlan,
  freezesWorld,
  frozenEvents,
  hour,
  minute,
  names,
  sellers,
  staff,
  type FreezesWorld,
} from './freezes-world.ts'
import { makeCaller } from './harness.ts'

/** Somebody below the boss, with so many below them, all made by hand and a day ago; and their move to the deputy. */
async function withLead(world: FreezesWorld, reports: number) {
  const { server, token } = world
  const person = async (last_name: string, manager_id: string): Promise<string> => {
    const body = { first_name: 'By hand', last_name, email: `${last_name}@example.com`, manager_id }
    const answer = await server.call('POST', '/directory/users', {
      token,
      body: { ...body, state: 'active' },
    })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.id
  }
  const find = async (name: string): Promise<string> =>
    (await server.get(`/directory/users?filter[search]=${name}%40&page[size]=5`, token)).body
      .data[0].id
  const lead = await person('lead', await find('boss'))
  for (let at = 0; at < reports; at++) await person(`report${at}`, lead)
  world.pass(25 * hour)
  assert.equal((await world.members('team')).length, 21 + reports)
  const deputy = await find('deputy')
  return async () => {
    const body = { manager_id: deputy }
    const moved = await server.call('PATCH', `/directory/users/${lead}`, { token, body })
    assert.equal(moved.status, 200, moved.text)
    assert.equal(moved.body.manager_id, deputy)
  }
}

test('no limit holds an administrator’s act on one person', async () => {
  const world = await freezesWorld(staff)
  const moveLead = await withLead(world, 0)
  await world.server.query(
    'update policy_settings set removal_limit_percent = 0, removal_limit_people = 0',
  )
  await moveLead()
  assert.deepEqual(await world.members('team'), names(sellers))
  assert.deepEqual(await world.events(), [])
})

test('whoever is below a person whom an administrator moves counts as everybody does', async () => {
  const world = await freezesWorld(staff)
  const { server, token } = world
  const moveLead = await withLead(world, 15)
  const before = await world.members('team')
  await moveLead()
  assert.equal((await world.frozen('team'))?.reason, 'removal_limit', '15 of 36')
  assert.deepEqual(
    await world.members('team'),
    before.filter((name) => name !== 'lead'),
  )
  assert.deepEqual(await world.events(), frozenEvents)
  const path = `/policy/held-changes/${(await world.frozen('team'))?.held_change_id}`
  const { digest, totals } = (await server.get(path, token)).body
  assert.equal(totals.removed, 15)
  const approved = await server.call('POST', `${path}/approve`, { token, body: { digest } })
  assert.equal(approved.status, 200, approved.text)
  assert.deepEqual(await world.members('team'), names(sellers))
})

test('a direct change of the policy goes through the limits, whoever makes it', async () => {
  const world = await freezesWorld(staff)
  const { server, token: owner } = world
  const ruleOf = async (name: string): Promise<string> =>
    (await server.get(`/policy/rulesets/${await world.ruleset(name)}/rules`, owner)).body.data[0].id
  const rule = await ruleOf('sellers')
  const other = await ruleOf('team')
  const { token } = await makeCaller(server, ['policy.rule.manage', 'policy.rule.view'])
  const end = (by: string, id: string) =>
    server.call('POST', `/policy/rules/${id}/deactivate`, { token: by })
  for (const [by, id, name] of [
    [token, rule, 'sellers'],
    [owner, other, 'team'],
  ] as const) {
    assert.equal((await end(by, id)).status, 200)
    assert.equal((await world.frozen(name))?.reason, 'removal_limit', name)
    assert.deepEqual(await world.members(name), names(sellers))
  }
})

test('an end that is set, or set sooner, counts when it is, by whatever rule', async () => {
  const world = await freezesWorld(staff)
  const { server, token: owner } = world
  const { token, id } = await makeCaller(server, ['directory.attribute.view'])
  const send = async (method: string, path: string, body: object = {}, by = token) => {
    const answer = await server.call(method, path, { token: by, body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const inAMinute = () => new Date(server.database.now().getTime() + minute).toISOString()
  const runningRule = async (name: string) => {
    const ruleset = await world.ruleset(name)
    await send(
      'POST',
      `/policy/rulesets/${ruleset}/admins`,
      { user_id: id, role: 'activate' },
      owner,
    )
    return (await server.get(`/policy/rulesets/${ruleset}/rules`, owner)).body.data[0].id
  }
  const takeOver = async (rule: string, end: string, by: string) => {
    const copy = await send('POST', `/policy/rules/${rule}/duplicate`, {}, by)
    await send('PATCH', `/policy/rules/${copy.id}`, { expires_at: end }, by)
    if (by === token) return send('POST', `/policy/rules/${copy.id}/activate`, { replaces: rule })
    await applyPlan(world, { op: 'activate_rule', rule_id: copy.id, replaces: rule })
    return copy
  }
  const assertKept = async (name: string) => {
    assert.equal((await world.frozen(name))?.reason, 'removal_limit', name)
    world.pass(2 * minute)
    assert.deepEqual(await world.members(name), names(sellers), name)
  }
  await takeOver(await runningRule('sellers'), inAMinute(), token)
  await assertKept('sellers')
  const { id: later } = await takeOver(await runningRule('team'), '2027-01-01T00:00:00Z', owner)
  world.pass(25 * hour)
  assert.equal(await world.frozen('team'), null)
  await send('POST', `/policy/rules/${later}/deprecate`, { at: inAMinute() })
  await assertKept('team')
})

test('a plan applied by whoever may approve passes the limits', async () => {
  const world = await freezesWorld(staff)
  const ruleset = await world.ruleset('sellers')
  const [rule] = (await world.server.get(`/policy/rulesets/${ruleset}/rules`, world.token)).body
    .data
  await applyPlan(world, { op: 'deactivate_rule', rule_id: rule.id })
  assert.equal(await world.frozen('sellers'), null)
  assert.deepEqual(await world.members('sellers'), [])
})

test('no limit holds an exception, which is an act on one person', async () => {
  const world = await freezesWorld(staff)
  const { server, token } = world
  const ruleset = await world.ruleset('sellers')
  const limits = 'update policy_settings set addition_limit_percent = 0, addition_limit_people = 0'
  await server.query(limits)
  const found = await server.get('/directory/users?filter[search]=l01%40&page[size]=5', token)
  const exception = await server.call('POST', `/policy/rulesets/${ruleset}/exceptions`, {
    token,
    body: {
      user_id: found.body.data[0].id,
      expires_at: '2026-04-01T00:00:00Z',
      reason: 'Covers for s01',
    },
  })
  assert.equal(exception.status, 201, exception.text)
  assert.equal(await world.frozen('sellers'), null)
  assert.equal((await world.members('sellers')).includes('l01'), true)
})

const toMonitored = (ruleset_id: string) => ({
  op: 'change_ruleset',
  ruleset_id,
  state: 'monitored',
})

test('nobody ends more stays than a limit lets go, without the right to approve', async () => {
  const world = await freezesWorld(staff)
  const { server, token } = world
  const delegate = await makeCaller(server, ['directory.user.view'])
  const plan = async (name: string) => {
    const ruleset = await world.ruleset(name)
    await server.call('POST', `/policy/rulesets/${ruleset}/admins`, {
      token,
      body: { user_id: delegate.id, role: 'admin' },
    })
    return server.call('POST', '/policy/plans', {
      token: delegate.token,
      body: { operations: [toMonitored(ruleset)] },
    })
  }
  const refused = await plan('team')
  assert.equal(refused.status, 403, refused.text)
  assert.match(refused.body.message, /policy\.change\.approve/)
  assert.match(refused.body.message, /20 people/)
  const attributes = await server.get('/directory/attributes', token)
  const attribute = attributes.body.data.find(({ name }: { name: string }) => name === 'Legal').id
  const direct = await server.call('POST', `/directory/attributes/${attribute}/deactivate`, {
    token,
  })
  assert.equal(direct.status, 403, 'for whoever may approve a plan does it')
  assert.match(direct.body.message, /of poset_\w+, which would lose 20 people/)
  const { token: stranger } = await makeCaller(server, ['directory.attribute.manage'])
  const unseen = await server.call('POST', `/directory/attributes/${attribute}/deactivate`, {
    token: stranger,
  })
  assert.equal(
    unseen.body.message,
    'This needs the permission policy.change.approve. It ends a manifest that is frozen, or more of one than its limit lets go: only a plan that is applied with that permission may.',
    'who may not see a ruleset learns nothing of it',
  )
  await applyPlan(world, { op: 'deactivate_attribute', attribute_id: attribute })
  assert.deepEqual(await world.members('Legal'), [])
})

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { exportFolder } from '../src/policy-as-code/export-folder.ts'
import { BeyondLimits, importPolicy } from '../src/policy-as-code/import-policy.ts'
import {
  accounts,
  applyPlan,
  incidentsWorld,
  hour,
  lawyers,
  minute,
  names,
  sellers,
  staff,
  type IncidentsWorld,
} from './incidents-world.ts'
import { makeCaller, testServer, type Answer } from './harness.ts'
import { testActor } from './people-fixture.ts'
import { makeResource } from './people.ts'
import { folderOf, plan } from './policy-folder.ts'
import { runCli } from './run-cli.ts'

type Exceeded = { scope: string; direction: string; people: number; size: number }

const ruleOf = async ({ server, token, ruleset }: IncidentsWorld, name: string): Promise<string> =>
  (await server.get(`/policy/rulesets/${await ruleset(name)}/rules`, token)).body.data[0].id

/** The plan that a refused change names. */
function planIn({ message }: { message: string }): string {
  const [id] = /popln_\w{26}/.exec(message) ?? []
  assert.ok(id !== undefined, message)
  return id
}

test('a plan in place of a change with If-Match is of that version of its record', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const rule = `/policy/rules/${await ruleOf(world, 'team')}`
  const etag = async (path: string) => (await server.get(path, token)).headers.get('etag') ?? ''
  const stop = async (headers: { [name: string]: string }) => {
    const refused = await server.call('POST', `${rule}/deactivate`, { token, headers })
    assert.equal(refused.status, 409, refused.text)
    return `/policy/plans/${planIn(refused.body)}`
  }
  const apply = (plan: string, headers = {}) =>
    server.call('POST', `${plan}/apply`, { token, headers })
  const seen = await stop({ 'if-match': await etag(rule) })
  const unseen = await stop({})
  await server.query(`update rule set description = 'Of the red team'`)
  const refused = await apply(seen)
  assert.equal(refused.status, 409, refused.text)
  assert.match(refused.body.message, /the record was changed since. Plan again/)
  assert.deepEqual(await world.members('team'), names(sellers))
  assert.equal((await apply(unseen, { 'if-match': '"999.0"' })).status, 412)
  const applied = await apply(unseen, { 'if-match': await etag(unseen) })
  assert.equal(applied.status, 200, applied.text)
  assert.deepEqual(await world.members('team'), [])
})

test('a change of policy beyond a limit is 409 with a plan of it, whoever makes it, and nothing happens', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const rule = await ruleOf(world, 'team')
  const manager = await makeCaller(server, [
    'policy.rule.manage',
    'policy.rule.view',
    'directory.user.view',
  ])
  for (const by of [manager.token, token]) {
    const refused = await server.call('POST', `/policy/rules/${rule}/deactivate`, { token: by })
    assert.equal(refused.status, 409, refused.text)
    assert.match(refused.body.message, /20 of 20 people would lose \w+_group team within/)
    assert.match(refused.body.message, /policy\.change\.approve/)
    const plan = `/policy/plans/${planIn(refused.body)}`
    assert.ok(refused.headers.get('location')?.endsWith(plan))
    assert.deepEqual(await world.members('team'), names(sellers))
    const shown = (await server.get(plan, by)).body
    assert.equal(shown.state, 'ready')
    assert.equal(shown.totals.removed, 20)
    assert.deepEqual(shown.exceeds, [
      {
        scope: 'ruleset',
        ruleset_id: await world.ruleset('team'),
        direction: 'lose',
        people: 20,
        size: 20,
        percent: 25,
        least: 5,
      },
    ])
    assert.equal((await server.get(`/policy/rules/${rule}`, by)).body.state, 'active')
    if (by === manager.token) {
      const denied = await server.call('POST', `${plan}/apply`, { token: by })
      assert.equal(denied.status, 403, denied.text)
      assert.match(denied.body.message, /policy\.change\.approve/)
      assert.deepEqual(await world.members('team'), names(sellers))
    }
    if (by === token) {
      const applied = await server.call('POST', `${plan}/apply`, { token: by })
      assert.equal(applied.status, 200, applied.text)
      assert.deepEqual(await world.members('team'), [])
    }
  }
})

test('a plan beyond a limit is refused at once to someone who may not approve it, however many it moves', async () => {
  const world = await incidentsWorld(staff)
  const { server } = world
  const rule = await ruleOf(world, 'team')
  const { token } = await makeCaller(server, [
    'policy.rule.manage',
    'policy.rule.view',
    'directory.user.view',
  ])
  const operations = [{ op: 'deactivate_rule', rule_id: rule }]
  const planned = await server.call('POST', '/policy/plans', { token, body: { operations } })
  assert.equal(planned.status, 201, planned.text)
  const clock = () => server.database.now()
  const small = await testServer({ over: server, clock, rowsAtOnce: 5 })
  const denied = await small.call('POST', `/policy/plans/${planned.body.id}/apply`, { token })
  assert.equal(denied.status, 403, denied.text)
  assert.match(denied.body.message, /20 of 20 people would lose/)
  assert.deepEqual(await world.members('team'), names(sellers))
})

/** 409 with a plan; what the plan exceeds, and how to apply it. */
async function refusedWith({ server, token }: IncidentsWorld, refused: Answer) {
  assert.equal(refused.status, 409, refused.text)
  const path = `/policy/plans/${planIn(refused.body)}`
  const { body } = await server.get(path, token)
  return {
    message: String(refused.body.message),
    exceeds: body.exceeds,
    operations: body.operations,
    totals: body.totals,
    apply: async () => {
      const applied = await server.call('POST', `${path}/apply`, { token })
      assert.equal(applied.status, 200, applied.text)
    },
  }
}

async function personOf({ server, token }: IncidentsWorld, name: string): Promise<string> {
  const path = `/directory/users?filter[search]=${name}%40&page[size]=5`
  return (await server.get(path, token)).body.data[0].id
}

/**
 * A person below the boss, with that many people below them, all created by hand a day ago; and their move to the
 * deputy.
 */
async function withLead(world: IncidentsWorld, reports: number) {
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
  const lead = await person('lead', await personOf(world, 'boss'))
  for (let at = 0; at < reports; at++) await person(`report${at}`, lead)
  world.pass(25 * hour)
  assert.equal((await world.members('team')).length, 21 + reports)
  const deputy = await personOf(world, 'deputy')
  return {
    lead,
    move: () =>
      server.call('PATCH', `/directory/users/${lead}`, { token, body: { manager_id: deputy } }),
  }
}

test('an action on one person is not counted for that person', async () => {
  const world = await incidentsWorld(staff)
  const { move } = await withLead(world, 0)
  await world.server.query(
    'update policy_settings set removal_limit_percent = 0, removal_limit_people = 0',
  )
  const moved = await move()
  assert.equal(moved.status, 200, moved.text)
  assert.deepEqual(await world.members('team'), names(sellers))
})

test('those below a person who gets another manager count, and beyond a limit nobody moves', async () => {
  const world = await incidentsWorld(staff)
  const { lead, move } = await withLead(world, 15)
  const before = await world.members('team')
  const refused = await refusedWith(world, await move())
  assert.deepEqual(
    refused.exceeds.map(({ scope, direction, people, size }: Exceeded) => [
      scope,
      direction,
      people,
      size,
    ]),
    [['ruleset', 'lose', 15, 35]],
    'the lead is not counted',
  )
  assert.equal(refused.totals.removed, 16)
  assert.deepEqual(await world.members('team'), before)
  const { body } = await world.server.get(`/directory/users/${lead}`, world.token)
  assert.equal(body.included.user_manager.id, await personOf(world, 'boss'))
  await refused.apply()
  assert.deepEqual(await world.members('team'), names(sellers))
})

test('an end that is set, or set sooner, counts when it is, by whatever rule', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const rule = await ruleOf(world, 'team')
  const send = (path: string, body: object = {}) => server.call('POST', path, { token, body })
  const inAMinute = () => new Date(server.database.now().getTime() + minute).toISOString()
  await refusedWith(world, await send(`/policy/rules/${rule}/deprecate`, { at: inAMinute() }))
  const copy = (await send(`/policy/rules/${rule}/duplicate`)).body.id
  const body = { expires_at: '2027-01-01T00:00:00Z' }
  assert.equal((await server.call('PATCH', `/policy/rules/${copy}`, { token, body })).status, 200)
  const takeOver = () => send(`/policy/rules/${copy}/activate`, { replaces: rule })
  await (await refusedWith(world, await takeOver())).apply()
  world.pass(25 * hour)
  await refusedWith(world, await send(`/policy/rules/${copy}/deprecate`, { at: inAMinute() }))
  world.pass(2 * minute)
  assert.deepEqual(await world.members('team'), names(sellers))
})

test('people who would gain access count, and what was refused can be refused again', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const ruleset = await world.ruleset('sellers')
  const legal = (await server.get('/directory/attributes', token)).body.data.find(
    ({ name }: { name: string }) => name === 'Legal',
  )
  const made = await server.call('POST', `/policy/rulesets/${ruleset}/rules`, {
    token,
    body: { role: 'member', conditions: [{ type: 'attribute', resource_id: legal.id }] },
  })
  const activate = () => server.call('POST', `/policy/rules/${made.body.id}/activate`, { token })
  for (let again = 0; again < 2; again++) {
    const { exceeds } = await refusedWith(world, await activate())
    assert.equal(exceeds[0].direction, 'gain')
    assert.equal(exceeds[0].people, 20)
  }
  assert.deepEqual(await world.members('sellers'), names(sellers))
  await (await refusedWith(world, await activate())).apply()
  assert.deepEqual(await world.members('sellers'), names({ ...sellers, ...lawyers }))
})

const toMonitored = (ruleset_id: string) => ({
  op: 'change_ruleset',
  ruleset_id,
  state: 'monitored',
})

test('a ruleset that leaves managed, and an attribute that is deactivated, take their people’s access', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const delegate = await makeCaller(server, ['directory.user.view'])
  const ruleset = await world.ruleset('team')
  const admin = { user_id: delegate.id, role: 'admin' }
  await server.call('POST', `/policy/rulesets/${ruleset}/admins`, { token, body: admin })
  const planned = await server.call('POST', '/policy/plans', {
    token: delegate.token,
    body: { operations: [toMonitored(ruleset)] },
  })
  assert.equal(planned.status, 201, planned.text)
  assert.equal(planned.body.exceeds[0].people, 20)
  const path = `/policy/plans/${planned.body.id}/apply`
  assert.equal((await server.call('POST', path, { token: delegate.token })).status, 403)
  assert.deepEqual(await world.members('team'), names(sellers))

  const attributes = (await server.get('/directory/attributes', token)).body.data
  const { id } = attributes.find(({ name }: { name: string }) => name === 'Sales')
  const { token: stranger } = await makeCaller(server, ['directory.attribute.manage'])
  const deactivate = (by: string) =>
    server.call('POST', `/directory/attributes/${id}/deactivate`, { token: by })
  const unseen = await deactivate(stranger)
  assert.equal(unseen.status, 409, unseen.text)
  assert.match(
    unseen.body.message,
    /1 rule in force names the attribute: .* a ruleset that you may not see/,
  )
  assert.doesNotMatch(unseen.body.message, /poset_|sellers/)
  const refused = await refusedWith(world, await deactivate(token))
  assert.equal(refused.exceeds[0].ruleset_id, await world.ruleset('sellers'))
  await applyPlan(world, toMonitored(ruleset))
  assert.deepEqual(await world.members('team'), [])
})

test('what one caller moves in all rulesets together has a limit', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  await server.query(
    `update policy_settings set removal_limit_people = 1000, overall_limit_people = 10`,
  )
  const rule = await ruleOf(world, 'team')
  const refused = await refusedWith(
    world,
    await server.call('POST', `/policy/rules/${rule}/deactivate`, { token }),
  )
  assert.deepEqual(refused.exceeds, [
    {
      scope: 'overall',
      ruleset_id: null,
      direction: 'lose',
      people: 20,
      size: 42,
      percent: 10,
      least: 10,
    },
  ])
})

test('exceptions count in a sensitive ruleset alone, and none comes in by an attribute', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  await server.query(
    'update policy_settings set addition_limit_percent = 0, addition_limit_people = 0',
  )
  const except = async (name: string, ruleset: string) =>
    server.call('POST', `/policy/rulesets/${await world.ruleset(ruleset)}/exceptions`, {
      token,
      body: {
        user_id: await personOf(world, name),
        expires_at: '2026-04-01T00:00:00Z',
        reason: 'Covers for a seller',
      },
    })
  assert.equal((await except('l01', 'sellers')).status, 201)
  await server.query(
    'update policy_settings set addition_limit_percent = 100, addition_limit_people = 100',
  )
  const body = { is_sensitive: true }
  await server.call('PATCH', `/policy/rulesets/${await world.ruleset('sellers')}`, { token, body })
  assert.equal((await except('l02', 'sellers')).status, 201)
  assert.equal((await except('l03', 'Sales')).status, 201, 'the second')
  for (const into of ['sellers', 'Sales']) {
    const { exceeds } = await refusedWith(world, await except('l04', into))
    assert.equal(exceeds[0].direction, 'gain')
    assert.equal(exceeds[0].least, 2)
  }
  assert.deepEqual(await world.members('sellers'), names({ ...sellers, l01: {}, l02: {}, l03: {} }))
})

test('one caller ends only so many people without a plan, by whatever step', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  await server.call('PATCH', '/policy/settings', { token, body: { named_people_limit: 3 } })
  const person = async (name: string) => `/directory/users/${await personOf(world, name)}`
  const end = async (name: string, step: string, body?: object) =>
    server.call('POST', `${await person(name)}/${step}`, { token, body })
  const at = '2026-12-31T00:00:00.000Z'
  assert.equal((await end('l01', 'deactivate')).status, 200)
  assert.equal((await server.call('DELETE', await person('l02'), { token })).status, 204)
  assert.equal((await end('l03', 'expire', { at })).status, 200)
  assert.equal((await end('l03', 'deactivate')).status, 200, 'the same person')
  const expired = await refusedWith(world, await end('l04', 'expire', { at }))
  assert.deepEqual(expired.operations, [
    { op: 'expire_directory_user', user_id: await personOf(world, 'l04'), at },
  ])
  assert.deepEqual(expired.exceeds, [
    {
      scope: 'caller',
      ruleset_id: null,
      direction: 'named',
      people: 4,
      size: 4,
      percent: 0,
      least: 3,
    },
  ])
  const exception = await server.call(
    'POST',
    `/policy/rulesets/${await world.ruleset('sellers')}/exceptions`,
    {
      token,
      body: { user_id: await personOf(world, 'l05'), expires_at: at, reason: 'Helps' },
    },
  )
  await refusedWith(world, exception)
  const removed = await refusedWith(
    world,
    await server.call('DELETE', await person('s01'), { token }),
  )
  assert.equal(removed.totals.removed, 3)
  await removed.apply()
  assert.equal((await world.members('team')).includes('s01'), false)
  const other = await makeCaller(server, ['directory.user.manage', 'directory.user.view'])
  const byOther = await server.call('POST', `${await person('l06')}/deactivate`, {
    token: other.token,
  })
  assert.equal(byOther.status, 200, byOther.text)
  world.pass(25 * hour)
  assert.equal((await end('l04', 'deactivate')).status, 200, 'a day later')
})

test('a plan that gives exceptions to more people than one caller may names that limit', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  await server.call('PATCH', '/policy/settings', { token, body: { named_people_limit: 3 } })
  const ruleset_id = await world.ruleset('sellers')
  const exceptions = []
  for (const name of ['l01', 'l02', 'l03', 'l04'])
    exceptions.push({
      op: 'create_exception',
      ruleset_id,
      user_id: await personOf(world, name),
      expires_at: '2026-12-31T00:00:00.000Z',
      reason: 'Helps',
    })
  const planOf = (operations: object[]) =>
    server.call('POST', '/policy/plans', { token, body: { operations } })
  assert.deepEqual((await planOf(exceptions.slice(0, 3))).body.exceeds, [])
  const { body } = await planOf(exceptions)
  const limits = body.exceeds.map(({ scope, people, least }: Record<string, unknown>) => [
    scope,
    people,
    least,
  ])
  assert.deepEqual(limits, [['caller', 4, 3]])
  const rights = [
    'policy.rule.view',
    'policy.rule.manage',
    'policy.ruleset.view',
    'directory.user.view',
  ] as const
  const drafter = await makeCaller(server, rights)
  const own = await server.call('POST', '/policy/plans', {
    token: drafter.token,
    body: { operations: exceptions },
  })
  const path = `/policy/plans/${own.body.id}/apply`
  const refused = await server.call('POST', path, { token: drafter.token })
  assert.equal(refused.status, 403, refused.text)
  assert.match(refused.body.message, /4 people within 24 hours; the limit is 3/)
  assert.equal((await server.call('POST', path, { token })).status, 200)
})

test('a person who is named twice by one change counts once', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  await server.call('PATCH', '/policy/settings', { token, body: { named_people_limit: 1 } })
  const user_id = await personOf(world, 'l01')
  const operations = [
    {
      op: 'create_exception',
      ruleset_id: await world.ruleset('sellers'),
      user_id,
      expires_at: '2026-12-31T00:00:00.000Z',
      reason: 'Helps',
    },
    {
      op: 'create_exception',
      ruleset_id: await world.ruleset('team'),
      user_id,
      expires_at: '2026-12-31T00:00:00.000Z',
      reason: 'Helps',
    },
  ]
  const planned = await server.call('POST', '/policy/plans', { token, body: { operations } })
  assert.equal(planned.status, 201, planned.text)
  assert.deepEqual(planned.body.exceeds, [])
})

test('what is refused and done again a day apart counts a day apart', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const { lead, move } = await withLead(world, 4)
  assert.equal((await move()).status, 200, 'four of 25')
  const boss = await personOf(world, 'boss')
  const back = await server.call('PATCH', `/directory/users/${lead}`, {
    token,
    body: { manager_id: boss },
  })
  assert.equal(back.status, 200, back.text)
  assert.deepEqual(
    await server.query('select loses, gains from ruleset_tally where loses + gains > 0'),
    [],
    'a movement and its undoing cancel',
  )
})

test('a rule with a date is judged when it gets it, and again when the date comes', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const ruleset = await world.ruleset('sellers')
  const legal = (await server.get('/directory/attributes', token)).body.data.find(
    ({ name }: { name: string }) => name === 'Legal',
  )
  const draft = async (conditions: object[]): Promise<string> => {
    const body = { role: 'member', conditions }
    return (await server.call('POST', `/policy/rulesets/${ruleset}/rules`, { token, body })).body.id
  }
  const inAnHour = () => new Date(server.database.now().getTime() + hour).toISOString()
  const date = (rule: string) =>
    server.call('POST', `/policy/rules/${rule}/activate`, { token, body: { at: inAnHour() } })
  const ruleNow = async (rule: string) => (await server.get(`/policy/rules/${rule}`, token)).body
  const isLegal = { type: 'attribute', resource_id: legal.id }

  const approved = await draft([isLegal])
  const refused = await refusedWith(world, await date(approved))
  assert.equal(refused.exceeds[0].people, 20)
  assert.equal((await ruleNow(approved)).timestamp.activates_at, null)
  await refused.apply()
  assert.notEqual((await ruleNow(approved)).timestamp.activates_at, null)
  world.pass(2 * hour)
  assert.equal((await ruleNow(approved)).state, 'active', 'as approved')
  assert.equal((await world.members('sellers')).length, 40)
  await applyPlan(world, { op: 'deactivate_rule', rule_id: approved })

  const body = { removal_limit_percent: 25 }
  assert.equal((await server.call('PATCH', '/policy/settings', { token, body })).status, 200)
  world.pass(25 * hour)
  await server.query('update policy_settings set addition_limit_people = 1000')
  const later = await draft([isLegal])
  assert.equal((await date(later)).status, 200, 'within the limits of then')
  await server.query('update policy_settings set addition_limit_people = 10')
  world.pass(2 * hour)
  const waiting = await ruleNow(later)
  assert.equal(waiting.state, 'staged')
  assert.equal(waiting.begin_exceeds[0].people, 20)
  assert.deepEqual(await world.members('sellers'), names(sellers))
  world.pass(hour)
  assert.equal((await ruleNow(later)).state, 'staged', 'it does not begin by itself')
  await applyPlan(world, { op: 'activate_rule', rule_id: later })
  const begun = await ruleNow(later)
  assert.deepEqual([begun.state, begun.begin_exceeds], ['active', []])
  assert.equal((await world.members('sellers')).length, 40)
})

test('a rule that does not begin at its date is logged once, however many processes there are', async () => {
  const refused: unknown[] = []
  const write = (line: string) => {
    const { rules }: { rules?: unknown } = JSON.parse(line)
    if (rules !== undefined) refused.push(rules)
  }
  const logger = pino({ level: 'warn' }, { write })
  const world = await incidentsWorld(staff, { logger })
  const { server, token } = world
  const other = await testServer({ over: server, clock: () => server.database.now(), logger })
  const legal = (await server.get('/directory/attributes', token)).body.data.find(
    ({ name }: { name: string }) => name === 'Legal',
  )
  const draft = await server.call(
    'POST',
    `/policy/rulesets/${await world.ruleset('sellers')}/rules`,
    {
      token,
      body: { role: 'member', conditions: [{ type: 'attribute', resource_id: legal.id }] },
    },
  )
  const rule = draft.body.id
  await server.query('update policy_settings set addition_limit_people = 1000')
  const at = new Date(server.database.now().getTime() + hour).toISOString()
  const dated = await server.call('POST', `/policy/rules/${rule}/activate`, { token, body: { at } })
  assert.equal(dated.status, 200, dated.text)
  await server.query('update policy_settings set addition_limit_people = 10')
  world.pass(2 * hour)
  const read = (each: typeof server) => each.get(`/policy/rules/${rule}`, token)
  await Promise.all([read(server), read(other), read(server), read(other)])
  assert.equal((await read(server)).body.begin_exceeds[0].people, 20)
  assert.deepEqual(refused, [[rule]])
})

test('two rules with one date begin each by itself where together they exceed a limit', async () => {
  const world = await incidentsWorld({
    ...staff,
    ...accounts('a', 8, { department: 'Alpha' }),
    ...accounts('b', 8, { department: 'Beta' }),
  })
  const { server, token } = world
  const post = async (path: string, body: object) => {
    const answer = await server.call('POST', path, { token, body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const ruleset = await world.ruleset('sellers')
  const at = new Date(server.database.now().getTime() + hour).toISOString()
  const dated = async (profile_value: string): Promise<string> => {
    const condition = { type: 'identity', profile_key: 'department', profile_operator: 'equals' }
    const body = { role: 'member', conditions: [{ ...condition, profile_value }] }
    const { id } = await post(`/policy/rulesets/${ruleset}/rules`, body)
    await post(`/policy/rules/${id}/activate`, { at })
    return id
  }
  const rules = [await dated('Alpha'), await dated('Beta')]
  world.pass(2 * hour)
  const stateOf = async (id: string) => (await server.get(`/policy/rules/${id}`, token)).body.state
  const states = new Set([await stateOf(rules[0] ?? ''), await stateOf(rules[1] ?? '')])
  assert.deepEqual(states, new Set(['active', 'staged']))
  assert.equal((await world.members('sellers')).length, 28)
})

test('a rule that begins with an approved one counts towards the limits', async () => {
  const world = await incidentsWorld({
    ...staff,
    ...accounts('a', 5, { department: 'Alpha' }),
    ...accounts('b', 8, { department: 'Beta' }),
  })
  const { server, token } = world
  const draft = async (group: string, profile_value: string): Promise<string> => {
    const condition = { type: 'identity', profile_key: 'department', profile_operator: 'equals' }
    const body = { role: 'member', conditions: [{ ...condition, profile_value }] }
    const path = `/policy/rulesets/${await world.ruleset(group)}/rules`
    return `/policy/rules/${(await server.call('POST', path, { token, body })).body.id}/activate`
  }
  const body = { at: new Date(server.database.now().getTime() + hour).toISOString() }
  const approved = await server.call('POST', await draft('sellers', 'Legal'), { token, body })
  await (await refusedWith(world, approved)).apply()
  const dated = await server.call('POST', await draft('team', 'Alpha'), { token, body })
  assert.equal(dated.status, 200, dated.text)
  world.pass(2 * hour)
  assert.equal((await world.members('sellers')).length, 40)
  assert.equal((await world.members('team')).length, 25)
  const more = await refusedWith(
    world,
    await server.call('POST', await draft('team', 'Beta'), { token }),
  )
  assert.equal(more.exceeds[0].people, 13)
})

test('nobody leaves between two rules that replace one rule at one instant, one of them approved', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const ruleset = await world.ruleset('sellers')
  const { data } = (await server.get(`/policy/rulesets/${ruleset}/rules`, token)).body
  const replaces = data[0].id
  const at = new Date(server.database.now().getTime() + hour).toISOString()
  const dated = async (pattern: string) => {
    const condition = { type: 'identity', profile_key: 'department', profile_operator: 'matches' }
    const body = {
      role: 'member',
      conditions: [
        { ...condition, profile_operator: 'equals', profile_value: 'Sales' },
        { type: 'direct_reports_of', resource_id: pattern },
      ],
    }
    const draft = await server.call('POST', `/policy/rulesets/${ruleset}/rules`, { token, body })
    assert.equal(draft.status, 201, draft.text)
    return server.call('POST', `/policy/rules/${draft.body.id}/activate`, {
      token,
      body: { at, replaces },
    })
  }
  const idOf = async (username: string) => {
    const { data: people } = (await server.get('/directory/users?page[size]=500', token)).body
    return people.find((person: { username: string }) => person.username === username).id
  }
  const stays = () =>
    server.query(
      'select id, directory_user_id from policy_user where deleted_at is null order by id',
    )
  const before = await stays()
  assert.equal((await dated(await idOf('boss'))).status, 200, 'everybody stays')
  await (await refusedWith(world, await dated(await idOf('deputy')))).apply()
  world.pass(2 * hour)
  assert.deepEqual(await world.members('sellers'), names(sellers))
  assert.deepEqual(await stays(), before)
})

/** A policy file with a rule for lawyers in a group. */
const fileOf = (group: string, more = '') => `
rulesets:
  - resource: { type: idp_group, integration: okta, vendor_id: ${group} }
    state: managed
    ${more}
    rules:
      - key: lawyers
        role: member
        state: active
        conditions: [{ type: attribute, dimension: department, value: Legal }]`

test('a folder’s plan names the limits that it exceeds, and a policy file alone changes nothing beyond them', async () => {
  const world = await incidentsWorld(staff)
  const { database } = world.server
  const files = Object.fromEntries(await exportFolder(database, folderOf({})))
  const [name = '', text = ''] = Object.entries(files).find(([each]) => /sellers/.test(each)) ?? []
  const planned = await plan(world.server, { [name]: text.replace('value: Sales', 'value: Legal') })
  const limits = ['lose', 'gain'].map(
    (verb) => new RegExp(`20 of 20 people would ${verb} idp_group okta/sellers`),
  )
  for (const limit of limits)
    assert.ok(
      planned.exceeds.some((each) => limit.test(each)),
      String(limit),
    )
  await assert.rejects(
    importPolicy(database, fileOf('sellers'), { actor: testActor }),
    BeyondLimits,
  )
  assert.deepEqual(await world.members('sellers'), names(sellers))

  const [okta] = await world.server.query<{ id: string }>('select id from integration')
  await makeResource(world.server, { id: '', uuid: okta?.id ?? '' }, { vendor_id: 'new' })
  const path = join(await mkdtemp(join(tmpdir(), 'beyond-limits-')), 'policy.yaml')
  await writeFile(path, fileOf('new', 'is_sensitive: true'))
  const refused = await runCli(['import', path], { MUSTER_DATABASE_URL: world.server.url })
  assert.match(refused.stderr, /It exceeds limits: 20 people would gain a new ruleset within/)
  await rm(dirname(path), { recursive: true })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { importPolicy } from '../policy-as-code/import-policy.ts'
import { makeResource } from '../../test/people.ts'
import { testActor } from '../../test/people-fixture.ts'
import { policyOfGroups } from '../../test/policy-text.ts'
import {
  accounts,
  incidentsWorld,
  hour,
  names,
  omit,
  sellers,
  staff,
  type Feed,
  type IncidentsWorld,
} from '../../test/incidents-world.ts'

async function incidents(world: IncidentsWorld, query = '') {
  return (await world.server.get(`/policy/incidents${query}`, world.token)).body.data
}

async function stays(world: IncidentsWorld) {
  return world.server.query(
    `select u.id, u.directory_user_id, u.state, u.expires_at, u.deleted_at from policy_user u
     join ruleset s on s.id = u.ruleset_id where s.resource_id is not null order by u.id`,
  )
}

function changed(feed: Feed, change: (account: Feed[string], name: string) => object): Feed {
  return Object.fromEntries(
    Object.entries(feed).map(([name, account]) => [name, { ...account, ...change(account, name) }]),
  )
}

test('a feed that suspends everybody holds them, and everything is as before once it is put right', async () => {
  const world = await incidentsWorld(staff)
  const before = await stays(world)
  const held = await world.feed(changed(staff, () => ({ status: 'SUSPENDED' })))
  assert.equal(held.incident?.state, 'open')
  assert.equal(held.incident.accounts, Object.keys(staff).length)
  assert.equal(held.incident.accountEnds, Object.keys(staff).length)
  assert.deepEqual(await stays(world), before)
  const [incident] = await incidents(world)
  assert.equal(incident.state, 'open')
  assert.deepEqual(
    incident.reasons.map(({ scope, direction }: { scope: string; direction: string }) => [
      scope,
      direction,
    ]),
    [['source', 'accounts']],
  )
  world.pass(hour)
  const back = await world.feed(staff)
  assert.equal(back.incident?.closedAs, 'released')
  assert.deepEqual(await stays(world), before)
  assert.equal((await incidents(world))[0].closed_as, 'released')
})

test('a feed that loses a column holds everyone it would move, and nothing is left of it once it is back', async () => {
  const world = await incidentsWorld(staff)
  const before = await stays(world)
  const held = await world.feed(
    Object.fromEntries(
      Object.entries(staff).map(([name, { managerId }]) => [
        name,
        managerId === undefined ? {} : { managerId },
      ]),
    ),
  )
  assert.equal(held.incident?.state, 'open')
  assert.deepEqual(await stays(world), before)
  world.pass(hour)
  assert.equal((await world.feed(staff)).incident?.closedAs, 'released')
  assert.deepEqual(await stays(world), before)
})

test('a reorganisation that is held applies by a later complete run within the limits', async () => {
  const world = await incidentsWorld(staff)
  const moved = changed(staff, (_, name) =>
    name < 's09' && name.startsWith('s') ? { department: 'Legal' } : {},
  )
  const held = await world.feed(moved)
  assert.deepEqual([held.incident?.state, held.incident?.people], ['open', 8])
  assert.deepEqual(
    await world.members('sellers'),
    names(omit(staff, ['boss', 'deputy'])).filter((name) => name.startsWith('s')),
  )
  const fewer = changed(moved, (_, name) =>
    name < 's05' && name.startsWith('s') ? { department: 'Sales' } : {},
  )
  world.pass(hour)
  const applied = await world.feed(fewer)
  assert.deepEqual([applied.incident?.closedAs, applied.incident?.steps], ['applied', ['apply']])
  assert.equal((await world.members('sellers')).length, 16)
})

const suspended = (count: number): Feed => ({
  ...staff,
  ...accounts('l', count, { department: 'Legal', status: 'SUSPENDED' }),
})

test('ends of accounts that move no access apply too, and are not called released', async () => {
  const world = await incidentsWorld(staff)
  assert.equal((await world.feed(suspended(15))).incident?.accountEnds, 15)
  world.pass(hour)
  const applied = await world.feed(suspended(4))
  assert.deepEqual([applied.incident?.closedAs, applied.incident?.steps], ['applied', ['apply']])
})

test('the same file again releases no end of an account that it still has too many of', async () => {
  const world = await incidentsWorld(staff)
  const left: Feed = {
    ...suspended(4),
    ...accounts('s', 8, { department: 'Sales', managerId: 'boss', status: 'SUSPENDED' }),
  }
  assert.equal((await world.feed(left)).incident?.accountEnds, 12)
  assert.equal((await world.plan(left)).has_changes, false)
  const again = await world.feed(left)
  assert.deepEqual([again.incident?.accountEnds, again.incident?.steps], [12, []])
})

test('a replacement of a leaver enters while an incident is open, and leavers leave', async () => {
  const world = await incidentsWorld(staff)
  const lost = changed(staff, (_, name) => (name.startsWith('s') ? { department: 'Legal' } : {}))
  assert.equal((await world.feed(lost)).incident?.people, 20)
  const later = { ...omit(lost, ['s01', 'l01']), n01: { department: 'Legal' } }
  world.pass(hour)
  const outcome = await world.feed(later)
  assert.deepEqual([outcome.incident?.state, outcome.incident?.people], ['open', 19])
  assert.equal((await world.members('Legal')).includes('n01'), true)
  assert.equal((await world.members('sellers')).includes('s01'), false)
  assert.equal((await world.members('sellers')).length, 19)
})

test('an exception for a held person works at once', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const lost = changed(staff, (_, name) => (name.startsWith('l') ? { department: 'Sales' } : {}))
  assert.equal((await world.feed(lost)).incident?.people, 20)
  assert.equal((await world.members('sellers')).includes('l01'), false)
  const [person] = (await server.get('/directory/users?filter[username]=l01', token)).body.data
  const path = `/policy/rulesets/${await world.ruleset('sellers')}/exceptions`
  const body = { user_id: person.id, reason: 'Helps out', expires_at: '2026-04-01T00:00:00.000Z' }
  const answer = await server.call('POST', path, { token, body })
  assert.equal(answer.status, 201, answer.text)
  assert.equal((await world.members('sellers')).includes('l01'), true)
  const [incident] = await incidents(world, '?filter[state]=open')
  assert.equal(incident.people, 20)
})

test('new people in great number stay staged, with a name and an address only', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const many = Object.fromEntries(
    Array.from({ length: 15 }, (_, at) => [
      `n${String(at).padStart(2, '0')}`,
      { department: 'Sales', managerId: 'boss' },
    ]),
  )
  const outcome = await world.feed({ ...staff, ...many })
  assert.deepEqual([outcome.incident?.state, outcome.incident?.people], ['open', 15])
  const incident = outcome.incident?.id
  const listed = (await server.get(`/directory/users?filter[incident]=${incident}`, token)).body
    .data
  assert.equal(listed.length, 15)
  assert.deepEqual(
    [listed[0].state, listed[0].manager_id, listed[0].email],
    ['staged', null, 'n00@example.com'],
  )
  const accounts = (await server.get('/directory/identities?filter[is_held]=true', token)).body.data
  assert.equal(accounts.length, 15)
  const one = (await server.get(`/directory/identities/${accounts[0].id}`, token)).body
  assert.deepEqual(one.profile, {})
  assert.equal(one.pending.state, 'active')
  assert.equal(one.pending.profile.department, 'Sales')
  assert.equal(one.pending.incident_id, incident)
  const person = (await server.get(`/directory/users/${listed[0].id}?include=incidents`, token))
    .body
  assert.deepEqual(
    person.incidents.map(({ id }: { id: string }) => id),
    [incident],
  )
  const sellers = await world.ruleset('sellers')
  const ruleset = (await server.get(`/policy/rulesets/${sellers}?include=incidents`, token)).body
  assert.equal(ruleset.count.held_users, 15)
  assert.deepEqual(
    ruleset.incidents.map(({ id }: { id: string }) => id),
    [incident],
  )
  const explained = (
    await server.get(`/directory/users/${listed[0].id}/explain?ruleset=${sellers}`, token)
  ).body
  assert.deepEqual(explained.pending[0].changes, [
    { profile_key: 'department', accepted: null, pending: 'Sales' },
  ])
  world.pass(hour)
  const back = await world.feed({ ...staff, n00: { department: 'Sales', managerId: 'boss' } })
  assert.equal((await world.members('sellers')).includes('n00'), true)
  assert.equal(back.incident?.state, 'closed')
})

test('the end of an account acts at once, and the rest of what its source says waits', async () => {
  const team = accounts('t', 8, { department: 'Ops', managerId: 'lead' })
  const first: Feed = { ...staff, lead: { department: 'Ops', managerId: 'boss' }, ...team }
  const world = await incidentsWorld(first)
  const outcome = await world.feed({ ...first, lead: { department: 'Ops', status: 'SUSPENDED' } })
  assert.deepEqual([outcome.incident?.accounts, outcome.incident?.accountEnds], [1, 0])
  const below = await world.members('team')
  assert.deepEqual([below.includes('lead'), below.includes('t08')], [false, true])
  const [account] = (
    await world.server.get('/directory/identities?filter[vendor_id]=lead', world.token)
  ).body.data
  assert.deepEqual(
    [account.state, account.pending.state, account.pending.manager],
    ['suspended', 'suspended', null],
  )
})

test('a person who leaves in a run that moves too many others is not held', async () => {
  const world = await incidentsWorld(staff)
  const lost = changed(staff, (_, name) => (name.startsWith('s') ? { department: 'Legal' } : {}))
  const outcome = await world.feed({ ...lost, s01: { ...lost['s01'], status: 'SUSPENDED' } })
  assert.deepEqual([outcome.incident?.accounts, outcome.incident?.accountEnds], [19, 0])
  assert.equal((await world.members('sellers')).length, 19)
})

test('a held person whose account ends stays held while what is pending would move them later', async () => {
  const world = await incidentsWorld(staff)
  const lost = changed(staff, (_, name) => (name.startsWith('s') ? { department: 'Legal' } : {}))
  assert.equal((await world.feed(lost)).incident?.accounts, 20)
  world.pass(hour)
  const left = { s01: { ...lost['s01'], status: 'SUSPENDED' } }
  const outcome = await world.feed(left, { isComplete: false })
  assert.deepEqual([outcome.incident?.accounts, outcome.incident?.steps], [20, []])
  assert.equal((await world.members('sellers')).includes('s01'), false)
  const back = { s01: { ...sellers['s01'], status: 'SUSPENDED' } }
  const released = await world.feed(back, { isComplete: false })
  assert.deepEqual([released.incident?.accounts, released.incident?.steps], [19, ['release']])
})

test('a person who keeps their role by another rule is not held with those who change theirs', async () => {
  const first: Feed = {
    boss: { department: 'Board' },
    ...sellers,
    ...accounts('l', 5, { department: 'Legal' }),
  }
  const world = await incidentsWorld(first)
  const code = { type: 'codehost_group', vendor_id: 'code', name: 'code' } as const
  await makeResource(world.server, { id: '', uuid: world.integration }, code)
  await importPolicy(world.server.database, rolesByDepartment, { actor: testActor })
  world.pass(25 * hour)
  assert.equal((await world.members('code')).length, 26)
  await world.server.query('update ruleset set removal_limit_percent = 100')
  const promoted = changed(first, (_, name) =>
    name <= 's11' && name > 's' ? { department: 'Board' } : {},
  )
  const held = await world.feed({ ...promoted, s20: { department: 'Legal' } })
  assert.deepEqual(
    held.incident?.reasons.map(({ direction }) => direction),
    ['change_role'],
  )
  assert.equal(held.incident.accounts, 11)
  const { data } = (
    await world.server.get('/directory/identities?filter[vendor_id]=s20', world.token)
  ).body
  assert.equal(data[0].pending, null)
})

const rolesByDepartment = `
rulesets:
  - resource: { type: codehost_group, integration: okta, vendor_id: code }
    state: managed
    rules:
      - key: board
        role: owner
        state: active
        conditions: [{ type: attribute, dimension: department, value: Board }]
      - key: sellers
        role: guest
        state: active
        conditions: [{ type: attribute, dimension: department, value: Sales }]
      - key: lawyers
        role: guest
        state: active
        conditions: [{ type: attribute, dimension: department, value: Legal }]
`

test('leavers wait beyond the limit of a ruleset, but not beyond what makes it sensitive', async () => {
  for (const [limit, state] of [
    [{ is_sensitive: true }, 'suspended'],
    [{ removal_limit_percent: 0, removal_limit_people: 2 }, 'active'],
  ] as const) {
    const world = await incidentsWorld(staff)
    const path = `/policy/rulesets/${await world.ruleset('sellers')}`
    const limited = await world.server.call('PATCH', path, { token: world.token, body: limit })
    assert.equal(limited.status, 200, limited.text)
    const leavers = new Set(['s01', 's02', 's03'])
    await world.feed(
      changed(staff, (_, name) => (leavers.has(name) ? { status: 'SUSPENDED' } : {})),
    )
    const { data } = (
      await world.server.get('/directory/identities?filter[vendor_id]=s01', world.token)
    ).body
    assert.equal(data[0].state, state)
    assert.equal((await world.members('sellers')).includes('s01'), state === 'active')
  }
})

test('the audit log says why an incident was opened, with the ids of the API', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(
    changed(staff, (_, name) => (name.startsWith('s') ? { department: 'Legal' } : {})),
  )
  const { data } = (
    await world.server.get('/audit/logs?filter[event]=policy.incident.open', world.token)
  ).body
  assert.deepEqual(data[0].details.reasons, [
    {
      scope: 'ruleset',
      direction: 'lose',
      ruleset_id: await world.ruleset('sellers'),
      key: null,
      people: 20,
      size: 20,
      percent: 25,
      least: 5,
    },
  ])
})

test('a run during an incident does not write again what earlier runs have moved', async () => {
  const world = await incidentsWorld(staff)
  const push = (name: string) =>
    world.feed({ [name]: { department: 'Sales' } }, { isComplete: false })
  const kept = async () => {
    const { rows } = await sql<{ person: string; version: string }>`
      select directory_user_id as person, xmin::text as version from incident_movement where not is_held`.execute(
      world.server.database.read,
    )
    return new Map(rows.map(({ person, version }) => [person, version]))
  }
  await push('early')
  await world.feed(
    changed(staff, (_, name) => (name.startsWith('s') ? { department: 'Legal' } : {})),
    { isComplete: false },
  )
  const before = await kept()
  assert.equal(before.size, 1)
  world.pass(hour)
  await push('late')
  const after = await kept()
  assert.equal(after.size, 2)
  for (const [person, version] of before) assert.equal(after.get(person), version)
})

test('a partial run only releases', async () => {
  const world = await incidentsWorld(staff)
  const lost = changed(staff, (_, name) => (name.startsWith('s') ? { department: 'Legal' } : {}))
  await world.feed(lost)
  world.pass(hour)
  const some = Object.fromEntries(
    Object.entries(staff).filter(([name]) => name < 's04' && name > 's'),
  )
  const released = await world.feed(some, { isComplete: false })
  assert.deepEqual([released.incident?.people, released.incident?.steps], [17, ['release']])
  const again = await world.feed(
    { s04: { ...lost['s04'], managerId: 'deputy' } },
    { isComplete: false },
  )
  assert.deepEqual([again.incident?.people, again.incident?.steps], [17, []])
  assert.equal((await world.members('sellers')).length, 20)
})

test('what a held manager would take from others counts until the manager is held no longer', async () => {
  const underLead = changed(sellers, () => ({ managerId: 'lead' }))
  const first: Feed = { ...staff, ...underLead, lead: { managerId: 'boss' } }
  const world = await incidentsWorld(first)
  const moved = { ...first, lead: { managerId: 'deputy' } }
  assert.equal((await world.feed(moved)).incident?.people, 1)
  const push = (feed: Feed) => world.feed(feed, { isComplete: false })
  await push({ l01: { department: 'Finance' } })
  const one = await push({ s01: { department: 'Sales', managerId: 'deputy' } })
  assert.equal(one.incident?.people, 2)
  const back = { lead: { managerId: 'boss' } }
  assert.equal((await push(back)).incident?.people, 1)
  const two = await push({ s02: { department: 'Sales', managerId: 'deputy' } })
  assert.equal(two.incident?.people, 1)
  assert.equal((await world.members('team')).length, 20)
})

test('what is taken back in a run no longer counts as moved', async () => {
  const world = await incidentsWorld(staff)
  const others = accounts('s', 17, { department: 'Sales', managerId: 'deputy' })
  const moved = Object.fromEntries(Object.entries(others).filter(([name]) => name > 's10'))
  const lost = accounts('s', 8, { department: 'Legal', managerId: 'boss' })
  assert.equal((await world.feed({ ...staff, ...moved, ...lost })).incident?.people, 15)
  world.pass(hour)
  const legal = { department: 'Legal', managerId: 'boss' }
  const back = await world.feed({ ...staff, ...moved, s09: legal, s10: legal })
  assert.equal(back.incident?.people, 7)
  assert.equal((await world.members('sellers')).length, 18)
})

test('a deleted person is held no longer, and an incident without people is closed', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const lost = changed(staff, (_, name) =>
    name < 's07' && name.startsWith('s') ? { department: 'Legal' } : {},
  )
  const { incident } = await world.feed(lost)
  const held = (await server.get(`/directory/users?filter[incident]=${incident?.id}`, token)).body
    .data
  assert.equal(held.length, 6)
  for (const { id } of held)
    assert.equal((await server.call('DELETE', `/directory/users/${id}`, { token })).status, 204)
  const after = (await server.get(`/policy/incidents/${incident?.id}`, token)).body
  assert.deepEqual([after.state, after.closed_as, after.people], ['closed', 'released', 0])
  const { opened_at: opened, closed_at: closed } = after.timestamp
  for (const [filter, found] of [
    [`opened_after]=${opened}`, 1],
    [`opened_before]=${opened}`, 0],
    [`closed_after]=${closed}`, 1],
    [`closed_before]=${closed}`, 0],
  ])
    assert.equal((await incidents(world, `?filter[${filter}`)).length, found, String(filter))
  const events = await server.query<{ event: string }>(
    `select event from audit_log where event like 'policy.incident.%' order by sequence`,
  )
  assert.deepEqual(
    events.map(({ event }) => event.slice('policy.incident.'.length)),
    ['open', 'close', 'close', 'close', 'close', 'close', 'close'],
  )
})

test('an account with the address of a held one links to nobody and waits in the incident', async () => {
  const world = await incidentsWorld(staff)
  const gone = Object.keys(staff).filter((name) => name.startsWith('s'))
  const others = Object.fromEntries(
    gone.map((name) => [`new-${name}`, { ...staff[name], email: `${name}@example.com` }]),
  )
  const outcome = await world.feed({ ...omit(staff, gone), ...others })
  assert.deepEqual(
    [outcome.incident?.accounts, outcome.incident?.people, outcome.incident?.accountEnds],
    [40, 20, 20],
  )
  assert.equal(outcome.people.created, 0)
  assert.equal((await world.members('sellers')).length, 20)
  world.pass(hour)
  const back = await world.feed(staff)
  assert.equal(back.incident?.closedAs, 'released')
  assert.equal((await world.members('sellers')).length, 20)
})

test('a cycle of accepted and new managers holds everyone on it that the run changed', async () => {
  const first: Feed = {
    ...staff,
    m1: { department: 'Ops', managerId: 'boss' },
    s01: { department: 'Sales', managerId: 'm1' },
  }
  const world = await incidentsWorld(first)
  const turnedAround = {
    ...changed(first, (_, name) => (name.startsWith('s') ? { department: 'Legal' } : {})),
    s01: { department: 'Legal', managerId: 'boss' },
    m1: { department: 'Ops', managerId: 's01' },
  }
  const outcome = await world.feed(turnedAround)
  assert.deepEqual([outcome.incident?.people, outcome.people.managerCycles], [21, 0])
  assert.equal(outcome.incident?.reasons.at(-1)?.scope, 'manager_cycle')
})

test('a mistake that let people into a new group holds only these when it is taken back', async () => {
  const others = accounts('o', 20, {})
  const first = { ...staff, ...others }
  const world = await incidentsWorld(first)
  await makeResource(
    world.server,
    { id: '', uuid: world.integration },
    { vendor_id: 'lawyers', name: 'lawyers' },
  )
  const inLegal =
    'key: l, role: member, conditions: [{ type: attribute, dimension: department, value: Legal }]'
  await importPolicy(world.server.database, policyOfGroups('idp_group', { lawyers: [inLegal] }), {
    actor: testActor,
  })
  const before = await stays(world)
  // In the first 24 hours of a group its gains do not count, so the others enter.
  const mistake = changed(first, (_, name) => (/^[so]/.test(name) ? { department: 'Legal' } : {}))
  assert.equal((await world.feed(mistake)).incident?.people, 20)
  assert.equal((await world.members('lawyers')).length, 40)
  world.pass(hour)
  const back = await world.feed(first)
  assert.deepEqual([back.incident?.steps, back.incident?.people], [['join', 'release'], 20])
  const heldNow = (
    await world.server.get('/directory/users?filter[is_held]=true&page[size]=500', world.token)
  ).body.data
  assert.deepEqual(
    heldNow.map((person: { username: string }) => person.username).sort(),
    names(others),
  )
  const after = await stays(world)
  assert.deepEqual(
    after.filter(({ id }) => before.some((stay) => stay['id'] === id)),
    before,
  )
  assert.equal(after.length, before.length + 20)
})

test('the overall limit of a source holds the people who are beyond it, not those who count already', async () => {
  const world = await incidentsWorld(staff)
  await world.server.query(
    `update policy_settings set removal_limit_people = 1000, overall_limit_people = 5`,
  )
  const withoutBoss = changed(staff, (_, name) =>
    /^s0[1-4]/.test(name) ? { managerId: 'deputy' } : {},
  )
  assert.equal((await world.feed(withoutBoss)).incident, null)
  world.pass(hour)
  const moved = changed(withoutBoss, (_, name) =>
    /^s0[1-6]/.test(name) ? { department: 'Legal' } : {},
  )
  const { incident } = await world.feed(moved)
  assert.deepEqual(
    incident?.reasons.map(({ scope, direction, people }) => [scope, direction, people]),
    [['overall', 'lose', 6]],
  )
  assert.equal(incident.people, 2)
  const left = ['s01', 's02', 's03', 's04']
  assert.deepEqual(await world.members('sellers'), names(omit(sellers, left)))
})

/** The boss, and people below who name the boss by that address or number. */
const led = (boss: object): Feed => ({
  ...changed(staff, (_, name) => (name.startsWith('s') ? { managerId: 'boss@example.com' } : {})),
  boss,
})

for (const [holds, key] of [
  ['email', 'email'],
  ['employee_id', 'employeeNumber'],
] as const)
  test(`a manager whose ${holds} would be another one is held, and nobody else of the run`, async () => {
    const world = await incidentsWorld(staff)
    await world.server.query(`update integration set manager_profile_holds = '${holds}'`)
    const first = led({ [key]: 'boss@example.com' })
    await world.feed(first)
    world.pass(25 * hour)
    assert.equal((await world.members('team')).length, 20)
    const renamed = {
      ...led({ [key]: 'chief@example.com' }),
      l01: { department: 'Sales' },
      l02: { department: 'Finance' },
    }
    const { incident } = await world.feed(renamed)
    assert.deepEqual([incident?.people, incident?.accounts], [1, 1])
    assert.equal((await world.members('team')).length, 20)
    assert.equal((await world.members('sellers')).includes('l01'), true)
    world.pass(hour)
    const back = await world.feed({ ...renamed, boss: first['boss'] ?? {} })
    assert.deepEqual([back.incident?.closedAs, back.incident?.steps], ['released', ['release']])
    assert.equal((await world.members('team')).length, 20)
  })

for (const [holds, key] of [
  ['email', 'email'],
  ['employee_id', 'employeeNumber'],
] as const)
  test(`a second account with the ${holds} of a manager is held, and nobody else of the run`, async () => {
    const world = await incidentsWorld(staff)
    await world.server.query(`update integration set manager_profile_holds = '${holds}'`)
    const first = led({ [key]: 'boss@example.com' })
    await world.feed(first)
    world.pass(25 * hour)
    const second = {
      ...first,
      boss2: { [key]: 'boss@example.com', firstName: 'Olga', lastName: 'Other' },
      l01: { department: 'Sales' },
      l02: { department: 'Finance' },
    }
    const { incident } = await world.feed(second)
    assert.deepEqual([incident?.people, incident?.accounts], [1, 1])
    assert.equal((await world.members('team')).length, 20)
    assert.equal((await world.members('sellers')).includes('l01'), true)
    const back = await world.feed(omit(second, ['boss2']))
    assert.equal(back.incident?.closedAs, 'released')
    assert.equal((await world.members('team')).length, 20)
  })

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import {
  accounts,
  incidentsWorld,
  hour,
  names,
  omit,
  readManagerNames,
  staff,
  type Feed,
  type IncidentsWorld,
} from './incidents-world.ts'

const sales = (count: number, change: object): Feed =>
  accounts('s', count, { department: 'Sales', managerId: 'boss', ...change })
const legal = (count: number) => sales(count, { department: 'Legal' })

async function ask(world: IncidentsWorld, path: string) {
  const answer = await world.server.get(path, world.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** Rejects everything that the open incident holds. @returns the incident as it was answered */
async function reject(world: IncidentsWorld) {
  const { data } = await ask(world, '/policy/incidents?filter[state]=open')
  const { effect } = await ask(world, `/policy/incidents/${data[0].id}`)
  const answer = await world.server.call('POST', `/policy/incidents/${data[0].id}/reject`, {
    token: world.token,
    body: { digest: effect.digest, reason: 'The script was wrong' },
  })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.closed_as, 'rejected')
  world.pass(hour)
  return answer.body
}

const usernames = (body: { data: { username: string }[] }) =>
  body.data.map(({ username }) => username).sort()

test('a rejected end of an account is a finding until its source changes it or someone approves it', async () => {
  const world = await incidentsWorld(staff)
  const suspended = { ...staff, ...sales(20, { status: 'SUSPENDED' }) }
  await world.feed(suspended)
  const incident = await reject(world)
  assert.equal(incident.rejected_account_ends, 20)
  const repeated = await world.feed(suspended)
  assert.deepEqual([repeated.incident, repeated.people.rejectedAccountEnds], [null, 20])

  const people = '/directory/users?filter[review]=rejected_account_end'
  assert.equal((await ask(world, people)).data.length, 20)
  const listed = await ask(world, '/directory/identities?filter[has_rejected_account_end]=true')
  assert.equal(listed.data.length, 20)
  assert.deepEqual(
    [
      listed.data[0].state,
      listed.data[0].pending.state,
      listed.data[0].pending.is_rejected_account_end,
    ],
    ['active', 'suspended', true],
  )
  const one = await ask(world, `/directory/identities/${listed.data[0].id}`)
  assert.equal(one.pending.is_rejected_account_end, true)
  const sellers = await world.ruleset('sellers')
  const explained = await ask(
    world,
    `/directory/users/${one.directory_user_id}/explain?ruleset=${sellers}`,
  )
  assert.equal(explained.pending[0].is_rejected_account_end, true)
  const withEnds = '/policy/incidents?filter[has_rejected_account_ends]=true'
  assert.equal((await ask(world, withEnds)).data[0].rejected_account_ends, 20)

  const later = await world.feed({ ...suspended, s01: staff['s01'] ?? {} })
  assert.equal(later.people.rejectedAccountEnds, 19)
  assert.equal((await ask(world, people)).data.length, 19)
  const { data } = await ask(world, '/directory/users?filter[username]=s02')
  const users = data.map(({ id }: { id: string }) => id)
  const path = `/policy/incidents/${incident.id}`
  const { meta } = await ask(world, `${path}/effects?filter[user]=${users}`)
  const approved = await world.server.call('POST', `${path}/approve`, {
    token: world.token,
    body: { users, digest: meta.digest, reason: 'This one has left' },
  })
  assert.equal(approved.status, 200, approved.text)
  assert.equal(approved.body.rejected_account_ends, 18)
  assert.equal(usernames(await ask(world, people)).includes('s02'), false)
})

test('other values of an account are read while one of them is rejected', async () => {
  const world = await incidentsWorld(staff)
  await world.feed({ ...staff, ...legal(20) })
  await reject(world)
  const outcome = await world.feed({
    ...staff,
    ...legal(20),
    s01: { department: 'Legal', managerId: 'deputy' },
  })
  assert.equal(outcome.incident, null)
  assert.equal((await world.members('team')).includes('s01'), false)
  assert.equal((await world.members('sellers')).includes('s01'), true)
})

test('a rejected manager stays unread until the source names another one', async () => {
  const world = await incidentsWorld(staff)
  const moved = { ...staff, ...sales(20, { managerId: 'deputy' }) }
  await world.feed(moved)
  await reject(world)
  assert.equal((await world.feed(moved)).incident, null)
  assert.equal((await world.members('team')).length, 20)
  await world.feed({ ...moved, s01: { department: 'Sales', managerId: 'l01' } })
  assert.equal((await world.members('team')).length, 19)
  const back = await world.feed(staff)
  assert.deepEqual([back.incident, (await world.members('team')).length], [null, 20])
  await world.feed({ ...staff, s02: { department: 'Sales', managerId: 'deputy' } })
  assert.equal((await world.members('team')).includes('s02'), false)
})

const numbered = (number: string): Feed => ({
  ...staff,
  boss: { employeeNumber: number },
  ...sales(20, { managerId: '4711' }),
})

test('a rejected employee id stays unread where sources name managers by it', async () => {
  const world = await incidentsWorld(staff)
  await world.server.database.transaction(({ tx }) =>
    sql`update integration set manager_profile_holds = 'employee_id'`.execute(tx),
  )
  await world.feed(numbered('4711'))
  assert.equal((await world.members('team')).length, 20)
  world.pass(25 * hour)
  const wrong = await world.feed(numbered('1147'))
  assert.equal(wrong.incident?.people, 1)
  await reject(world)
  const repeated = await world.feed(numbered('1147'))
  assert.equal(repeated.incident, null)
  assert.equal((await world.members('team')).length, 20)
})

const byAddress = (email: string): Feed => ({
  ...staff,
  boss: { email },
  ...sales(20, { managerId: 'boss@example.com' }),
})

test('a rejected address stays unread where sources name managers by it', async () => {
  const world = await incidentsWorld(staff)
  await world.server.database.transaction(({ tx }) =>
    sql`update integration set manager_profile_holds = 'email'`.execute(tx),
  )
  await world.feed(byAddress('boss@example.com'))
  assert.equal((await world.members('team')).length, 20)
  world.pass(25 * hour)
  const wrong = await world.feed(byAddress('chief@example.com'))
  assert.equal(wrong.incident?.people, 1)
  await reject(world)
  const repeated = await world.feed(byAddress('chief@example.com'))
  assert.equal(repeated.incident, null)
  assert.equal((await world.members('team')).length, 20)
  await world.feed(byAddress('leader@example.com'))
  const { data } = await ask(world, '/policy/incidents?filter[state]=open')
  assert.deepEqual(
    data.map((incident: { people: number }) => incident.people),
    [1],
  )
  const back = await world.feed(byAddress('Boss@example.com'))
  assert.equal(back.incident?.closedAs, 'released')
  assert.equal((await world.members('team')).length, 20)
})

test("a second account with a manager's email that was rejected takes no one from the manager", async () => {
  const world = await incidentsWorld(staff)
  await world.server.database.transaction(({ tx }) =>
    sql`update integration set manager_profile_holds = 'email'`.execute(tx),
  )
  const boss = { email: 'boss@example.com' }
  const first: Feed = { ...staff, boss, ...sales(20, { managerId: boss.email }) }
  await world.feed(first)
  world.pass(25 * hour)
  // Of another name: with a word in common the account would wait.
  const second: Feed = { ...first, boss2: { ...boss, firstName: 'Someone', lastName: 'Else' } }
  assert.equal((await world.feed(second)).incident?.people, 1)
  await reject(world)
  const repeated = await world.feed(second)
  assert.equal(repeated.incident, null)
  assert.equal((await world.members('team')).length, 20)
})

test("a second account with a manager's employee number takes no one from the manager", async () => {
  const world = await incidentsWorld(staff)
  await world.server.database.transaction(({ tx }) =>
    sql`update integration set manager_profile_holds = 'employee_id'`.execute(tx),
  )
  const boss = { employeeNumber: '4711' }
  const first: Feed = { ...staff, boss, ...sales(20, { managerId: '4711' }) }
  await world.feed(first)
  world.pass(25 * hour)
  const second = await world.feed({ ...first, boss2: { ...boss, firstName: 'Someone' } })
  assert.equal(second.incident ?? null, null)
  assert.equal((await world.members('team')).length, 20)
})

test('accounts whose absence was rejected stay while they are absent, and a suspension acts', async () => {
  const world = await incidentsWorld(staff)
  const sellers = names(legal(20))
  await world.feed(omit(staff, sellers))
  await reject(world)
  const repeated = await world.feed(omit(staff, sellers))
  assert.deepEqual([repeated.incident, repeated.accounts.deactivated], [null, 0])
  assert.equal((await world.members('sellers')).length, 20)
  const some = { s01: { ...staff['s01'], status: 'SUSPENDED' } }
  await world.feed(some, { isComplete: false })
  assert.equal((await world.members('sellers')).includes('s01'), false)
  await world.feed({ ...omit(staff, sellers), s02: staff['s02'] ?? {} })
  await world.feed({ ...omit(staff, sellers) })
  assert.deepEqual((await world.members('sellers')).slice(0, 2), ['s03', 's04'])
})

test('accounts whose suspension was rejected are ended when they are absent', async () => {
  const world = await incidentsWorld(staff)
  const suspended = { ...staff, ...sales(20, { status: 'SUSPENDED' }) }
  await world.feed(suspended)
  await reject(world)
  const partial = await world.feed(omit(suspended, ['s01']), { isComplete: false })
  assert.equal(partial.people.rejectedAccountEnds, 20)
  await world.feed(omit(suspended, ['s01']))
  assert.equal((await world.members('sellers')).includes('s01'), false)
  const gone = await ask(world, '/directory/identities?filter[vendor_id]=s01')
  assert.deepEqual([gone.data[0].state, gone.data[0].pending], ['deactivated', null])
})

test('a rejection outlives a later incident that holds the same people', async () => {
  const world = await incidentsWorld(staff)
  const rejected = { ...staff, ...legal(20) }
  await world.feed(rejected)
  await reject(world)
  const held = await world.feed({
    ...staff,
    ...sales(20, { department: 'Legal', managerId: 'deputy' }),
  })
  assert.equal(held.incident?.people, 20)
  world.pass(hour)
  assert.equal((await world.feed(rejected)).incident?.closedAs, 'released')
  const { data } = await ask(world, '/directory/identities?filter[vendor_id]=s01')
  const { pending } = await ask(world, `/directory/identities/${data[0].id}`)
  assert.deepEqual(
    [pending.incident_id, pending.manager, pending.profile.department],
    [null, 'boss', 'Legal'],
  )
  assert.equal((await world.feed(rejected)).incident, null)
  assert.equal((await world.members('sellers')).length, 20)
})

test('an address that the source has dropped is not kept beside a rejected value', async () => {
  const world = await incidentsWorld(staff)
  await world.feed({ ...staff, ...legal(20) })
  await reject(world)
  const held = { ...staff, ...sales(20, { department: 'Legal', managerId: 'deputy' }) }
  assert.equal((await world.feed(held)).incident?.people, 20)
  world.pass(hour)
  const dropped = { ...staff, ...sales(20, { department: 'Legal', email: null }) }
  assert.equal((await world.feed(dropped)).incident?.closedAs, 'released')
  const [row] = await world.server.query(
    `select h.email, h.profile ->> 'department' as department
     from held_account h join identity i on i.id = h.identity_id where i.vendor_id = 's01'`,
  )
  assert.deepEqual(row, { email: null, department: 'Legal' })
})

/** Twenty people who name their manager only by name, since more than a day. */
async function worldOfNamedManagers() {
  const world = await incidentsWorld(staff)
  await readManagerNames(world)
  const named = {
    ...staff,
    boss: { firstName: 'Grace' },
    ...accounts('s', 20, { department: 'Sales', managerName: 'Grace Last' }),
  }
  await world.feed(named)
  world.pass(25 * hour)
  return { world, named }
}

test('a rejected name of a manager who is found by name stays unread until the source says another one', async () => {
  const { world, named } = await worldOfNamedManagers()
  assert.equal((await world.members('team')).length, 20)
  const renamed = { ...named, boss: { firstName: 'Joan' } }
  const { incident } = await world.feed(renamed)
  assert.deepEqual([incident?.people, incident?.accounts], [1, 1])
  await reject(world)
  assert.equal((await world.feed(renamed)).incident, null)
  assert.equal((await world.members('team')).length, 20)
  const nameOf = async () => {
    const { data } = await ask(world, '/directory/identities?filter[handle]=boss')
    return data[0].full_name
  }
  assert.equal(await nameOf(), 'Grace Last')
  await world.feed({ ...named, boss: { firstName: 'Gráce' } })
  assert.equal((await ask(world, '/policy/incidents?filter[state]=open')).data.length, 1)
})

test('a second account with the name of a manager is held, and nobody else of the run', async () => {
  const { world, named } = await worldOfNamedManagers()
  const { incident } = await world.feed({ ...named, other: { firstName: 'grace' } })
  assert.deepEqual([incident?.people, incident?.accounts], [1, 1])
  assert.equal((await world.members('team')).length, 20)
  const back = await world.feed(named)
  assert.equal(back.incident?.closedAs, 'released')
})

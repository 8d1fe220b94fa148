import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeImport } from '../cli/sources/describe-import.ts'
import {
  accounts,
  hour,
  incidentsWorld,
  sellers,
  staff,
  type Feed,
  type IncidentsWorld,
} from '../../test/incidents-world.ts'

const without = (feed: Feed, count: number): Feed =>
  Object.fromEntries(
    Object.entries(feed).map(([name, { department, ...others }], at) => [
      name,
      at < count || department === undefined ? others : { ...others, department },
    ]),
  )

async function reasons(world: IncidentsWorld) {
  const [incident] = (await world.server.get('/policy/incidents', world.token)).body.data
  return incident.reasons.map(({ scope, key, people, size }: Record<string, unknown>) => [
    scope,
    key,
    people,
    size,
  ])
}

/** Nobody has access by their department, so that no other limit holds anyone. */
const clerks = accounts('c', 20, { department: 'Office' })
const seller: Feed = { seller: { department: 'Sales' } }
const quiet: Feed = { boss: {}, ...seller, ...clerks }

test('everyone who loses a column is held, and the incident and the run name the key', async () => {
  const world = await incidentsWorld(staff)
  const run = await world.feed(without(staff, 100))
  assert.equal(run.incident?.accounts, 40)
  assert.deepEqual(run.incident.reasons[0], {
    scope: 'lost_column',
    direction: null,
    key: 'department',
    rulesetId: null,
    rulesetName: null,
    people: 40,
    size: 40,
    percent: 25,
    least: 5,
  })
  assert.deepEqual((await reasons(world))[0], ['lost_column', 'department', 40, 40])
  assert.deepEqual(await world.members('sellers'), Object.keys(sellers))
  world.pass(hour)
  // The same file again still loses it.
  assert.equal((await world.feed(without(staff, 100))).incident?.accounts, 40)
  world.pass(hour)
  assert.equal((await world.feed(staff)).incident?.closedAs, 'released')
})

test('a column is lost with more than 5 accounts and more than 25 %, by people whom no rule moves too', async () => {
  for (const [lost, held] of [
    [5, 0],
    [6, 6],
  ] as const) {
    const world = await incidentsWorld(quiet)
    const { incident } = await world.feed({ boss: {}, ...seller, ...without(clerks, lost) })
    assert.equal(incident?.accounts ?? 0, held)
  }
  const many = accounts('c', 24, { department: 'Office' })
  const world = await incidentsWorld({ boss: {}, ...seller, ...many })
  assert.equal((await world.feed({ boss: {}, ...seller, ...without(many, 6) })).incident, null)
  const { incident } = await world.feed({ boss: {}, ...seller, ...without(many, 7) })
  assert.equal(incident, null)
})

test('accounts that end do not lose a column', async () => {
  const world = await incidentsWorld(quiet)
  const left = Object.fromEntries(
    Object.entries(clerks).map(([name, account], at) => [
      name,
      at < 5 ? { status: 'DEPROVISIONED' } : account,
    ]),
  )
  assert.equal((await world.feed({ boss: {}, ...seller, ...left })).incident, null)
})

const gone = (count: number): Feed => ({
  boss: {},
  ...seller,
  ...Object.fromEntries(Object.entries(clerks).slice(count)),
})

test('ends that are held count together with those of a later complete run, but not with a push', async () => {
  const world = await incidentsWorld(quiet)
  assert.equal((await world.feed(gone(8))).incident?.accountEnds, 8)
  world.pass(hour)
  const more = await world.feed(gone(10))
  assert.deepEqual([more.incident?.accountEnds, more.people.deactivated], [10, 0])
  const push = await world.feed({ c20: { status: 'SUSPENDED' } }, { isComplete: false })
  assert.equal(push.people.suspended, 1)
})

const moved = (department: string): Feed =>
  Object.fromEntries(
    Object.entries(staff).map(([name, account]) => [
      name,
      name.startsWith('s') ? { ...account, department } : account,
    ]),
  )

test('what someone who is not eligible would lose later keeps them held', async () => {
  const world = await incidentsWorld(staff)
  assert.equal((await world.feed(moved('Legal'))).incident?.accounts, 20)
  const { data } = (await world.server.get('/directory/users?filter[username]=s01', world.token))
    .body
  const address = `/directory/users/${data[0].id}`
  const { token } = world
  assert.equal((await world.server.call('POST', `${address}/deactivate`, { token })).status, 200)
  world.pass(hour)
  const again = await world.feed({ s01: moved('Legal')['s01'] ?? {} }, { isComplete: false })
  assert.equal(again.incident?.accounts, 20)
  const back = await world.feed({ s01: staff['s01'] ?? {} }, { isComplete: false })
  assert.equal(back.incident?.accounts, 19)
})

test('the size of a group with grace is that of its people, each once', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const id = await world.ruleset('sellers')
  const grace = { op: 'change_ruleset', ruleset_id: id, expires_after_days: 7 }
  const plan = await server.call('POST', '/policy/plans', { token, body: { operations: [grace] } })
  assert.equal(plan.status, 201, plan.text)
  assert.equal(
    (await server.call('POST', `/policy/plans/${plan.body.id}/apply`, { token })).status,
    200,
  )
  const moved = Object.fromEntries(
    Object.entries(staff).map(([name, account]) => [
      name,
      name.startsWith('s') && name < 's07' ? { ...account, department: 'Legal' } : account,
    ]),
  )
  const { incident } = await world.feed(moved)
  assert.deepEqual(
    incident?.reasons.map(({ people, size }) => [people, size]),
    [[6, 20]],
  )
})

test('someone new who is held, and whom the source suspends meanwhile, shows as suspended', async () => {
  const world = await incidentsWorld(staff)
  const joiners = accounts('n', 20, { department: 'Sales' })
  assert.equal((await world.feed({ ...staff, ...joiners })).incident?.accounts, 20)
  const stateOf = async () => {
    const path = '/directory/users?filter[username]=n01'
    return (await world.server.get(path, world.token)).body.data[0].state
  }
  assert.equal(await stateOf(), 'staged')
  const say = (status: string) =>
    world.feed({ n01: { department: 'Sales', status } }, { isComplete: false })
  world.pass(hour)
  assert.equal((await say('SUSPENDED')).incident?.accounts, 20)
  assert.equal(await stateOf(), 'suspended')
  world.pass(hour)
  assert.equal((await say('ACTIVE')).incident?.accounts, 20)
  assert.equal(await stateOf(), 'staged')
})

test('after a rejection each run says which values stay as they were accepted', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const lost = without(staff, 100)
  const { incident } = await world.feed(lost)
  const path = `/policy/incidents/${incident?.id}`
  const shown = await server.get(`${path}/effects`, token)
  const body = { digest: shown.body.meta.digest, reason: 'The export was wrong' }
  const answer = await server.call('POST', `${path}/reject`, { token, body })
  assert.equal(answer.status, 200, answer.text)
  world.pass(hour)
  const run = await world.feed(lost)
  assert.deepEqual(run.rejectedValues, [{ key: 'department', accounts: 40 }])
  assert.match(describeImport(run), /rejected +department of 40 accounts/)
  assert.deepEqual((await world.feed(staff)).rejectedValues, [])
})

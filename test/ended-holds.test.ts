import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importPolicy } from '../src/policy-as-code/import-policy.ts'
import { testActor } from './people-fixture.ts'
import { policyOfGroups } from './policy-text.ts'
import {
  accounts,
  hour,
  incidentsWorld,
  staff,
  type Feed,
  type IncidentsWorld,
} from './incidents-world.ts'

const moved = (count: number, department: string): Feed => ({
  ...staff,
  ...accounts('s', count, { department, managerId: 'boss' }),
})

async function ask(world: IncidentsWorld, path: string) {
  const answer = await world.server.get(path, world.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function openIncident(world: IncidentsWorld) {
  const { data } = await ask(world, '/policy/incidents?filter[state]=open')
  assert.equal(data.length, 1)
  return ask(world, `/policy/incidents/${data[0].id}`)
}

/** The tables that have this text anywhere. */
async function tablesWith({ server }: IncidentsWorld, text: string): Promise<string[]> {
  const tables = await server.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await server.query(
      `select 1 from "${name}" t where to_jsonb(t)::text ilike $1 limit 1`,
      [`%${text}%`],
    )
    if (row !== undefined) found.push(name)
  }
  return found
}

test('a held person who is deleted and erased leaves nothing of what was pending', async () => {
  const world = await incidentsWorld(staff)
  const secret = 'zephyrine'
  const feed = {
    ...moved(20, 'Legal'),
    s01: { department: secret, managerId: 'boss', email: `${secret}@example.com` },
  }
  assert.equal((await world.feed(feed)).incident?.people, 20)
  const before = await openIncident(world)
  assert.ok((await tablesWith(world, secret)).includes('held_account'))
  const { data } = await ask(world, '/directory/users?filter[username]=s01')
  const path = `/directory/users/${data[0].id}`
  assert.equal((await world.server.call('DELETE', path, { token: world.token })).status, 204)
  assert.equal((await openIncident(world)).people, 19)
  const left = (await tablesWith(world, secret)).filter((name) => !name.startsWith('plan'))
  assert.deepEqual(left, [])
  const erased = await world.server.call('POST', `${path}/erase`, { token: world.token })
  assert.equal(erased.status, 200, erased.text)
  assert.deepEqual(await tablesWith(world, secret), [])
  const stale = await world.server.call('POST', `/policy/incidents/${before.id}/approve`, {
    token: world.token,
    body: { digest: before.effect.digest, reason: 'They moved' },
  })
  assert.equal(stale.status, 200, stale.text)
  assert.deepEqual(await world.members('sellers'), [])
  assert.deepEqual(await tablesWith(world, secret), [])
})

/** Sends it as someone who may do everything. */
async function act(world: IncidentsWorld, path: string, body: object, method = 'POST') {
  const answer = await world.server.call(method, path, { token: world.token, body })
  assert.ok(answer.status < 300, answer.text)
}

const directors = policyOfGroups('idp_group', {
  team: [
    'key: team, role: member, conditions: [{ type: all_reports_of, email: boss@example.com }]',
    'key: finance, role: member, conditions: [{ type: identity, profile_key: department, operator: equals, value: Finance }]',
  ],
})

for (const [how, end] of [
  [
    'is rejected',
    async (world: IncidentsWorld, user: string) => {
      const { id } = await openIncident(world)
      const { meta } = await ask(world, `/policy/incidents/${id}/effects?filter[user]=${user}`)
      const body = { users: [user], digest: meta.digest, reason: 'Stays below the boss' }
      await act(world, `/policy/incidents/${id}/reject`, body)
    },
  ],
  [
    'ends with the person',
    (world: IncidentsWorld, user: string) => act(world, `/directory/users/${user}`, {}, 'DELETE'),
  ],
] as const)
  test(`what a held manager would move no longer counts once that ${how}`, async () => {
    const first: Feed = {
      ...staff,
      ...accounts('s', 20, { department: 'Sales', managerId: 'lead' }),
      lead: { managerId: 'boss' },
      f01: { department: 'Finance' },
    }
    const world = await incidentsWorld(first)
    await importPolicy(world.server.database, directors, { actor: testActor })
    world.pass(25 * hour)
    const moved = {
      ...first,
      lead: { managerId: 'deputy' },
      ...accounts('l', 20, { department: 'Sales' }),
    }
    assert.equal((await world.feed(moved)).incident?.people, 21)
    const team = `/policy/rulesets/${await world.ruleset('team')}`
    assert.equal((await ask(world, team)).count.held_users, 21)
    const { data } = await ask(world, '/directory/users?filter[username]=lead')
    await end(world, data[0].id)
    assert.equal((await ask(world, team)).count.held_users, 0)
    const rules = (await ask(world, `${team}/rules`)).data
    const { id } = rules.find(({ key }: { key: string }) => key === 'finance')
    await act(world, `/policy/rules/${id}/deactivate`, {})
    assert.equal((await world.members('team')).includes('f01'), false)
  })

test('what a held account would move no longer counts for the person whom it is taken from', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(moved(20, 'Legal'))
  const { data } = await ask(world, '/directory/identities?filter[vendor_id]=s01')
  await act(world, `/directory/identities/${data[0].id}/unlink`, { reason: 'Not theirs' })
  const ruleset = await ask(world, `/policy/rulesets/${await world.ruleset('sellers')}`)
  assert.equal(ruleset.count.held_users, 19)
})

test('a later run does not hold the accounts of a deleted person again', async () => {
  const world = await incidentsWorld(staff)
  const suspended: Feed = Object.fromEntries(
    Object.entries(staff).map(([name, account]) => [name, { ...account, status: 'SUSPENDED' }]),
  )
  for (const wrong of [suspended, moved(20, 'Legal')]) {
    const held = (await world.feed(wrong)).incident?.people ?? 0
    const { data } = await ask(
      world,
      `/directory/users?filter[is_held]=true&page[size]=1&sort=-full_name`,
    )
    const path = `/directory/users/${data[0].id}`
    assert.equal((await world.server.call('DELETE', path, { token: world.token })).status, 204)
    world.pass(hour)
    const again = await world.feed(wrong)
    assert.deepEqual([again.incident?.state, again.incident?.people], ['open', held - 1])
    world.pass(hour)
    assert.equal((await world.feed(staff)).incident?.state, 'closed')
    world.pass(25 * hour)
  }
})

test('a hold belongs to the account: it moves with it to another person, and to nobody', async () => {
  const world = await incidentsWorld(staff)
  const { query } = world.server
  await world.feed(moved(20, 'Legal'))
  const { id } = await openIncident(world)
  const heldPeople = async () =>
    (await ask(world, `/directory/users?filter[incident]=${id}&page[size]=500`)).data
      .map(({ username }: { username: string }) => username)
      .sort()
  // The account is taken from its person, and given to another one.
  await query(
    `update identity set state = 'orphan', directory_user_id = null, linked_by = null where vendor_id = 's01'`,
  )
  assert.deepEqual([(await heldPeople()).length, (await heldPeople()).includes('s01')], [19, false])
  const unlinked = await ask(world, `/policy/incidents/${id}`)
  assert.deepEqual([unlinked.people, unlinked.accounts], [19, 20])
  await query(
    `update identity i set state = i.vendor_state, linked_by = 'administrator',
       directory_user_id = (select directory_user_id from identity where vendor_id = 'l01')
     where vendor_id = 's01'`,
  )
  assert.ok((await heldPeople()).includes('l01'))
  world.pass(hour)
  assert.equal((await world.feed(staff)).incident?.closedAs, 'released')
  assert.deepEqual(await heldPeople(), [])
})

test('the incidents and holds of an integration go with it', async () => {
  const world = await incidentsWorld(staff)
  const { query } = world.server
  const handle = 'okta-again'
  await query(
    `with source as (
       insert into integration (vendor, type, handle, name, is_primary, mapping)
       select vendor, type, '${handle}', '${handle}', false, mapping from integration where handle = 'okta' returning id
     ), account as (
       insert into identity (integration_id, vendor_id, state, vendor_state)
       select id, 'x01', 'orphan', 'active' from source returning id, integration_id
     ), incident as (
       insert into incident (integration_id, opened_by_run) select id, new_id() from source returning id
     )
     insert into held_account (identity_id, integration_id, incident_id, first_name, last_name, full_name, state, is_new, profile)
     select a.id, a.integration_id, n.id, '', '', '', 'suspended', false, '{}' from account a, incident n`,
  )
  const open = '/policy/incidents?filter[state]=open'
  assert.equal((await ask(world, open)).data[0].accounts, 1)
  const source = `(select id from integration where handle = '${handle}')`
  await query(`delete from identity where integration_id = ${source}`)
  assert.equal((await ask(world, open)).data[0].accounts, 0)
  await query(`delete from integration where handle = '${handle}'`)
  assert.deepEqual((await ask(world, open)).data, [])
})

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { connectVendor } from '../connectors/import/connect-vendor.ts'
import {
  accounts,
  incidentsWorld,
  hour,
  lawyers,
  minute,
  names,
  omit,
  sellers,
  staff,
  type Feed,
} from '../../test/incidents-world.ts'
import { testActor } from '../../test/people-fixture.ts'

const page = await readFile(new URL('../../docs/incidents.md', import.meta.url), 'utf8')
const world = await incidentsWorld(staff)

/** Every stay in the groups, also those that ended. */
const stays = () =>
  world.server.query(
    `select u.id, u.state, u.expires_at, u.deleted_at from policy_user u
     join ruleset s on s.id = u.ruleset_id where s.resource_id is not null order by u.id`,
  )

function each(feed: Feed, change: (account: Feed[string]) => Feed[string]): Feed {
  return Object.fromEntries(Object.entries(feed).map(([name, account]) => [name, change(account)]))
}

async function ask(path: string) {
  const answer = await world.server.get(path, world.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function openIncident() {
  const { data } = await ask('/policy/incidents?filter[state]=open')
  assert.equal(data.length, 1)
  return ask(`/policy/incidents/${data[0].id}`)
}

async function approve() {
  const { id, effect } = await openIncident()
  const { digest } = effect
  const answer = await world.server.call('POST', `/policy/incidents/${id}/approve`, {
    token: world.token,
    body: { digest, reason: 'It is meant' },
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** A wrong feed holds so many people, and ends no stay; the correct one removes all traces of it. */
async function isTakenBack(wrong: Feed, people: number): Promise<void> {
  const before = await stays()
  assert.equal((await world.feed(wrong)).incident?.people, people)
  assert.deepEqual(await stays(), before)
  world.pass(hour)
  assert.equal((await world.feed(staff)).incident?.closedAs, 'released')
  assert.deepEqual(await stays(), before)
}

const scenes: Record<string, () => Promise<void>> = {
  'A column is lost': () =>
    isTakenBack(
      each(staff, (account) =>
        Object.fromEntries(Object.entries(account).filter(([key]) => key !== 'department')),
      ),
      40,
    ),
  'Everybody is suspended': () =>
    isTakenBack(
      each(staff, (account) => ({ ...account, status: 'SUSPENDED' })),
      42,
    ),
  'One page of two': () => isTakenBack(omit(staff, names(lawyers)), 20),
  'Columns are swapped': () =>
    isTakenBack(
      {
        ...staff,
        ...each(sellers, (account) => ({ ...account, department: 'Legal' })),
        ...each(lawyers, (account) => ({ ...account, department: 'Sales' })),
      },
      40,
    ),
  'Vendor ids are replaced': async () => {
    const before = await stays()
    const replaced = Object.fromEntries(
      Object.entries(staff).map(([name, account]) => [
        `${name}-new`,
        {
          ...account,
          email: `${name}@example.com`,
          ...(account?.managerId === undefined ? {} : { managerId: `${account.managerId}-new` }),
        },
      ]),
    )
    assert.equal((await world.feed(replaced)).incident?.accountEnds, 42)
    assert.deepEqual(await stays(), before)
    world.pass(hour)
    await world.feed(staff)
    assert.deepEqual(await stays(), before)
  },
  'An integration is recreated': async () => {
    const { database } = world.server
    const vendor = { handle: 'okta-new', vendor: 'idp', type: 'okta' } as const
    const before = await stays()
    await assert.rejects(
      connectVendor(database, testActor, { ...vendor, isPrimary: true }),
      /"okta-new" can't be primary: "okta" is/,
    )
    await connectVendor(database, testActor, vendor)
    const outcome = await world.feed(staff, { integrationHandle: vendor.handle })
    assert.deepEqual([outcome.incident, outcome.accounts.orphaned], [null, 42])
    const { data } = await ask('/directory/identities?filter[state]=orphan&filter[vendor_id]=s01')
    assert.match(data[0].suggested_directory_user_id, /^drusr_/)
    assert.deepEqual(await stays(), before)
    assert.equal((await world.feed(staff)).incident, null)
    assert.deepEqual(await stays(), before)
  },
  'A wrong rule': async () => {
    const before = await stays()
    const { data } = await ask(`/policy/rulesets/${await world.ruleset('sellers')}/rules`)
    const path = `/policy/rules/${data[0].id}`
    const refused = await world.server.call('POST', `${path}/deactivate`, { token: world.token })
    assert.equal(refused.status, 409, refused.text)
    const [plan = ''] = /popln_\w+/.exec(refused.body.message) ?? []
    assert.equal((await ask(`/policy/plans/${plan}`)).totals.removed, 20)
    assert.deepEqual(await stays(), before)
    assert.equal((await ask(path)).state, 'active')
  },
  'One removal a minute': async () => {
    for (let count = 1; count <= 9; count += 1) {
      await world.feed({
        ...staff,
        ...accounts('s', count, { department: 'Legal', managerId: 'boss' }),
      })
      world.pass(minute)
    }
    const incident = await openIncident()
    assert.equal(incident.people, 4)
    assert.equal((await world.members('sellers')).length, 15)
    assert.equal((await world.feed(staff)).incident?.closedAs, 'released')
    assert.equal((await world.members('sellers')).length, 20)
  },
  'A department is renamed': async () => {
    const before = await stays()
    const renamed = { ...staff, ...each(sellers, (one) => ({ ...one, department: 'Revenue' })) }
    await world.feed(renamed)
    await openIncident()
    const { data } = await ask('/directory/attributes?page[size]=500')
    const sales = data.find((one: { profile_value: string }) => one.profile_value === 'Sales')
    const answer = await world.server.call('PATCH', `/directory/attributes/${sales.id}`, {
      token: world.token,
      body: { profile_value: 'Revenue' },
    })
    assert.equal(answer.status, 200, answer.text)
    world.pass(hour)
    assert.equal((await world.feed(renamed)).incident?.state, 'closed')
    assert.deepEqual(await stays(), before)
    await world.server.call('PATCH', `/directory/attributes/${sales.id}`, {
      token: world.token,
      body: { profile_value: 'Sales' },
    })
    await world.feed(staff)
  },
  'A reorganisation': async () => {
    await world.feed({ ...staff, ...each(sellers, (one) => ({ ...one, department: 'Legal' })) })
    assert.equal((await approve()).closed_as, 'approved')
    assert.deepEqual(await world.members('sellers'), [])
    assert.equal((await world.members('Legal')).length, 40)
  },
  'A mass layoff that is real': async () => {
    const left = names(lawyers).slice(0, 15)
    const rest = {
      ...omit(staff, left),
      ...each(sellers, (one) => ({ ...one, department: 'Legal' })),
    }
    const held = await world.feed(rest)
    assert.equal(held.incident?.accountEnds, 15)
    assert.equal((await world.members('Legal')).length, 40)
    assert.equal((await approve()).closed_as, 'approved')
    assert.equal((await world.members('Legal')).length, 25)
    world.pass(hour)
    assert.equal((await world.feed(rest)).incident, null)
  },
}

test('every scene of docs/incidents.md is tested here', () => {
  const headings = [...page.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading)
  assert.deepEqual(new Set(headings), new Set(Object.keys(scenes)))
})

for (const [scene, play] of Object.entries(scenes))
  test(`docs/incidents.md: ${scene}`, async () => {
    world.pass(25 * hour)
    await play()
  })

test('an incident is found by its id', async () => {
  const { data } = await ask('/policy/incidents')
  const [first, second] = data
  const found = await ask(`/policy/incidents?filter[id]=${second.id}`)
  assert.deepEqual(found.data, [second])
  assert.notEqual(first.id, second.id)
})

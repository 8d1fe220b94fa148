import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import {
  accounts,
  hour,
  incidentsWorld,
  omit,
  staff,
  type Feed,
  type IncidentsWorld,
} from '../../test/incidents-world.ts'
import { makeDirectoryUser, makeResource } from '../../test/people.ts'
import { testActor } from '../../test/people-fixture.ts'
import { ensureIntegration } from '../workspace/integrations/create-integration.ts'
import { integrationDefaults } from '../connectors/vendors.ts'
import { importPolicy } from '../policy-as-code/import-policy.ts'

const addressOf = (name: string) => `${name}@example.com`

/** Active people of no source, whose names and addresses these accounts have. */
async function makePeople({ server }: IncidentsWorld, feed: Feed) {
  for (const name of Object.keys(feed))
    await makeDirectoryUser(server, {
      email: addressOf(name),
      first_name: `First ${name}`,
      last_name: 'Last',
    })
}

/** The states that people with the addresses of these accounts have. */
async function statesOf({ server, token }: IncidentsWorld, feed: Feed): Promise<string[]> {
  const emails = Object.keys(feed).map(addressOf).join()
  const path = `/directory/users?filter[email]=${emails}&page[size]=500`
  const { data } = (await server.get(path, token)).body
  return [...new Set<string>(data.map(({ state }: { state: string }) => state))]
}

async function heldAccounts({ server, token }: IncidentsWorld) {
  return (await server.get('/directory/identities?filter[is_held]=true', token)).body.data
}

async function decide(world: IncidentsWorld, verb: 'approve' | 'reject', id?: string | null) {
  const { server, token } = world
  const { effect } = (await server.get(`/policy/incidents/${id}`, token)).body
  const body = { digest: effect.digest, reason: 'Somebody looked at it' }
  const decided = await server.call('POST', `/policy/incidents/${id}/${verb}`, { token, body })
  assert.equal(decided.status, 200, decided.text)
}

const recruits = accounts('n', 12, { department: 'Sales' })

test('a held first account leaves its existing person unchanged, and an approval links it', async () => {
  const world = await incidentsWorld(staff)
  await makePeople(world, recruits)
  for (const _ of [1, 2]) {
    const { incident } = await world.feed({ ...staff, ...recruits })
    assert.deepEqual([incident?.state, incident?.accounts], ['open', 12])
    assert.deepEqual(await statesOf(world, recruits), ['active'])
    const held = await heldAccounts(world)
    assert.equal(held.length, 12)
    for (const account of held) {
      assert.deepEqual([account.state, account.directory_user_id], ['orphan', null])
      assert.notEqual(account.suggested_directory_user_id, null)
    }
  }
  const [incident] = (await world.server.get('/policy/incidents', world.token)).body.data
  await decide(world, 'approve', incident.id)
  assert.deepEqual(await statesOf(world, recruits), ['active'])
  assert.equal((await world.members('sellers')).length, 32)
  const settled = await world.feed({ ...staff, ...recruits })
  assert.equal(settled.incident, null)
  assert.deepEqual([settled.accounts.changed, settled.people.changed], [0, 0])
})

test('a rejection of their first account leaves people who are there as they are', async () => {
  const world = await incidentsWorld(staff)
  await makePeople(world, recruits)
  const { incident } = await world.feed({ ...staff, ...recruits })
  await decide(world, 'reject', incident?.id)
  const later = await world.feed({ ...staff, ...recruits })
  assert.equal(later.incident, null)
  assert.deepEqual(await statesOf(world, recruits), ['active'])
  assert.equal((await world.members('sellers')).length, 20)
})

/**
 * A source beside the primary that is trusted with addresses. Who is `Red` there is in one group, and the lawyers who are nothing there
 * in another one. One person is in each since yesterday.
 */
async function withChat(world: IncidentsWorld) {
  const { server } = world
  const { integration } = await server.database.transaction(({ tx }) =>
    ensureIntegration(tx, testActor, {
      ...integrationDefaults('idp', 'okta'),
      vendor: 'chat',
      type: 'okta',
      handle: 'chat',
      name: 'Chat',
      isPrimary: false,
      trustsEmail: true,
      managerProfileKey: null,
      managerProfileHolds: 'vendor_id',
      policyKeys: ['department'],
    }),
  )
  const inChat = 'type: identity, integration: chat, profile_key: department'
  const groups = {
    reds: `{ ${inChat}, operator: equals, value: Red }`,
    bare: `{ type: attribute, dimension: department, value: Legal }, { ${inChat}, operator: not_exists }`,
  }
  let policy = 'rulesets:'
  for (const [name, conditions] of Object.entries(groups)) {
    await makeResource(server, { id: '', uuid: integration.id }, { vendor_id: name, name })
    policy += `
  - resource: { type: idp_group, integration: chat, vendor_id: ${name} }
    state: managed
    rules: [{ state: active, key: ${name}, role: member, conditions: [${conditions}] }]`
  }
  await importPolicy(server.database, policy, { actor: testActor })
  const feed = (chat: Feed, isComplete = true) =>
    world.feed({ ...known, ...chat }, { integrationHandle: 'chat', isComplete })
  const known = { boss: { department: 'Red' }, l01: {} }
  await feed({})
  world.pass(25 * hour)
  assert.deepEqual([await world.members('reds'), await world.members('bare')], [['boss'], ['l01']])
  return { feed, members: () => world.members('reds') }
}

const reds = accounts('r', 12, { department: 'Red' })

for (const isComplete of [true, false]) {
  const run = isComplete ? 'a complete run' : 'a run of one other account'
  test(`accounts of no one whose people have come wait in an incident where ${run} would move too many`, async () => {
    const world = await incidentsWorld(staff)
    const chat = await withChat(world)
    await chat.feed(reds)
    await makePeople(world, reds)
    const other = { other: { department: 'Blue' } }
    const { incident } = await chat.feed(isComplete ? reds : other, isComplete)
    assert.deepEqual([incident?.state, incident?.accounts], ['open', 12])
    assert.deepEqual(await chat.members(), ['boss'])
    const again = await chat.feed({ other: { department: 'Green' } }, false)
    assert.deepEqual([again.incident?.state, again.incident?.accounts], ['open', 12])
    await decide(world, 'approve', incident?.id)
    assert.equal((await chat.members()).length, 13)
  })
}

test('accounts of no one are decided for some people, with those suggested for them', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const chat = await withChat(world)
  await chat.feed(reds)
  await makePeople(world, reds)
  const { incident } = await chat.feed(reds)
  const held = await heldAccounts(world)
  const people: string[] = held
    .map(({ suggested_directory_user_id: id }: Record<string, string>) => id)
    .sort()
  const decideFor = async (verb: 'approve' | 'reject', users: string[]) => {
    const effects = `/policy/incidents/${incident?.id}/effects?filter[user]=${users.join()}`
    const { digest, totals } = (await server.get(effects, token)).body.meta
    assert.equal(totals.people, users.length)
    const body = { digest, users, reason: 'Somebody looked at them' }
    const url = `/policy/incidents/${incident?.id}/${verb}`
    const decided = await server.call('POST', url, { token, body })
    assert.equal(decided.status, 200, decided.text)
    return decided.body
  }
  const { accounts: left, state } = await decideFor('approve', people.slice(0, 3))
  assert.deepEqual([left, state], [9, 'open'])
  assert.equal((await chat.members()).length, 4)
  const closed = await decideFor('reject', people.slice(3))
  assert.deepEqual([closed.accounts, closed.closed_as], [0, 'rejected'])
  const later = await chat.feed(reds)
  assert.deepEqual([later.incident, (await chat.members()).length], [null, 4])
})

for (const isComplete of [true, false])
  test(`a rejected link stays rejected in ${isComplete ? 'complete' : 'partial'} runs until the source changes the address or someone approves or links`, async () => {
    const world = await incidentsWorld(staff)
    const { server, token } = world
    const chat = await withChat(world)
    await chat.feed(reds)
    await makePeople(world, reds)
    const { incident } = await chat.feed(reds, isComplete)
    assert.deepEqual([incident?.state, incident?.accounts], ['open', 12])
    await decide(world, 'reject', incident?.id)
    const other = { other: { department: 'Blue' } }
    for (const feed of [reds, isComplete ? { ...reds, ...other } : other]) {
      const { incident: again, accounts: counts } = await chat.feed(feed, isComplete)
      assert.deepEqual([again, counts.linked], [null, 0])
    }
    await world.feed({ ...staff, boss: { firstName: 'Renamed' } })
    assert.deepEqual([await chat.members(), await heldAccounts(world)], [['boss'], []])
    const orphans = '/directory/identities?filter[state]=orphan&filter[vendor_id]=r01'
    const [orphan] = (await server.get(orphans, token)).body.data
    assert.notEqual(orphan.suggested_directory_user_id, null)

    const name = { first_name: 'First r02', last_name: 'Moved' }
    await makeDirectoryUser(server, { email: addressOf('moved'), ...name })
    const moved = { ...reds, r02: { department: 'Red', email: addressOf('moved') } }
    await chat.feed(moved, isComplete)
    assert.deepEqual(await chat.members(), ['boss', 'moved'])
    const linked = await server.call('POST', `/directory/identities/${orphan.id}/link`, {
      token,
      body: { directory_user_id: orphan.suggested_directory_user_id, reason: 'It is theirs' },
    })
    assert.deepEqual([linked.status, linked.body.pending], [200, null], linked.text)
    assert.deepEqual(await chat.members(), ['boss', 'moved', 'r01'])
    await decide(world, 'approve', incident?.id)
    assert.equal((await chat.members()).length, 13)
    assert.equal((await chat.feed(moved, isComplete)).incident, null)
  })

test('a run of the primary leaves accounts of others to their own source where they would move too many', async () => {
  const world = await incidentsWorld(staff)
  const chat = await withChat(world)
  await chat.feed(reds)
  await makePeople(world, reds)
  const outcome = await world.feed({ ...staff, boss: { firstName: 'Renamed' } })
  assert.deepEqual([outcome.incident, outcome.accounts.changed, outcome.notes], [null, 1, 1])
  assert.deepEqual(await chat.members(), ['boss'])
  const { incident } = await chat.feed({ other: { department: 'Blue' } }, false)
  assert.deepEqual([incident?.state, incident?.accounts], ['open', 12])
})

test('nobody meets a condition on what is missing because their account is held', async () => {
  const world = await incidentsWorld(staff)
  const chat = await withChat(world)
  const lawyers = accounts('l', 20, { department: 'Red' })
  const { incident } = await chat.feed(omit(lawyers, ['l01']))
  assert.deepEqual([incident?.state, incident?.accounts], ['open', 19])
  assert.deepEqual([await chat.members(), await world.members('bare')], [['boss'], ['l01']])
})

test('an address names the manager whom the primary governs, not somebody else who has it', async () => {
  const world = await incidentsWorld(staff)
  await nameManagersByAddress(world)
  await makeDirectoryUser(world.server, { email: addressOf('boss') })
  const outcome = await world.feed(byAddress)
  assert.deepEqual([outcome.incident, outcome.people.managersUnresolved], [null, 0])
  assert.equal((await world.members('team')).length, 20)
})

test('a run that would move too many people by managers that no account changes leaves managers as they were', async () => {
  const world = await incidentsWorld(staff)
  await nameManagersByAddress(world)
  // As if somebody had corrected who has the address, so that two people have it.
  await world.server.query('update directory_user set email = $1 where email = $2', [
    addressOf('boss'),
    addressOf('deputy'),
  ])
  for (const firstName of ['Ann', 'Anna']) {
    const outcome = await world.feed({ ...byAddress, l01: { department: 'Legal', firstName } })
    assert.deepEqual([outcome.incident, outcome.accounts.changed, outcome.notes], [null, 1, 1])
    assert.equal((await world.members('team')).length, 20)
    const report = await readFile(String(outcome.reportPath), 'utf8')
    assert.match(report, /managers and parents stay as they were/)
  }
})

const byAddress: Feed = Object.fromEntries(
  Object.entries(staff).map(([name, account]) => [
    name,
    account.managerId === undefined ? account : { ...account, managerId: addressOf('boss') },
  ]),
)

/** From now on accounts name their managers by address. */
async function nameManagersByAddress(world: IncidentsWorld) {
  const { server } = world
  await server.query(`update integration set manager_profile_holds = 'email' where handle = 'okta'`)
  await world.feed(byAddress)
  world.pass(25 * hour)
}

test('a state that is not known releases no account end that an incident holds', async () => {
  const world = await incidentsWorld(staff)
  const gone = Object.fromEntries(
    Object.entries(staff).map(([name, facts]) => [name, { ...facts, status: 'DEPROVISIONED' }]),
  )
  const { incident } = await world.feed(gone)
  const { length: ends } = await heldAccounts(world)
  assert.ok(ends > 10, `${ends}`)
  const unknown = Object.fromEntries(
    Object.entries(staff).map(([name, facts]) => [name, { ...facts, status: 'GONE_FISHING' }]),
  )
  const { incident: still } = await world.feed(unknown)
  assert.deepEqual([still?.id, still?.state], [incident?.id, 'open'])
  assert.equal((await heldAccounts(world)).length, ends)
  await decide(world, 'approve', incident?.id)
  assert.deepEqual(await statesOf(world, staff), ['deactivated'])
})

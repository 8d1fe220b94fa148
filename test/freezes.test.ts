import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accounts,
  freezesWorld,
  frozenEvents,
  hour,
  lawyers,
  minute,
  names,
  omit,
  sellers,
  staff,
  turned,
  type Feed,
  type FreezesWorld,
} from './freezes-world.ts'
import { exportFolder } from '../src/connectors/policy-folder/export-folder.ts'
import { makeCaller } from './harness.ts'
import { folderOf, plan } from './policy-folder.ts'

/** The feed, of which nobody has a department any more. */
function withoutDepartments(feed: Feed): Feed {
  return Object.fromEntries(
    Object.entries(feed).map(([id, { department: _department, ...account }]) => [id, account]),
  )
}

test('a feed that goes empty changes nothing', async () => {
  const world = await freezesWorld(staff)
  assert.match((await world.feed({})).refused ?? '', /lists no account/)
  assert.match((await world.feed(lawyers)).refused ?? '', /less than half/)
  assert.deepEqual(await world.members('Sales'), names(sellers))
  assert.deepEqual(await world.events(), [])
})

test('a feed that loses a key freezes what it would empty, and dependants see who qualified', async () => {
  const world = await freezesWorld(staff)
  await world.feed({ ...withoutDepartments(staff), ...accounts('new', 1, { department: 'Sales' }) })
  for (const name of ['Sales', 'Legal']) {
    assert.equal((await world.frozen(name))?.reason, 'removal_limit', name)
  }
  assert.equal(await world.frozen('sellers'), null)
  assert.deepEqual(await world.members('Sales'), names(sellers))
  assert.deepEqual(await world.members('sellers'), names(sellers))
  assert.deepEqual(await world.events(), [...frozenEvents, ...frozenEvents])
  const [seller] = (
    await world.server.get('/directory/users?filter[search]=s01%40&page[size]=5', world.token)
  ).body.data
  assert.equal(seller.org.department, 'Sales', 'org stays, too')

  // Nothing comes of it as long as it lasts, and once the key is back nothing has happened.
  world.pass(30 * hour)
  await world.feed(withoutDepartments(staff))
  assert.deepEqual(await world.members('sellers'), names(sellers))
  await world.feed(staff)
  const held = (await world.frozen('Sales'))?.held_change_id
  const found = await world.server.get(`/policy/held-changes/${held}`, world.token)
  assert.equal(found.body.totals.people, 0)
})

test('whoever leaves a frozen ruleset’s organisation goes at once', async () => {
  const world = await freezesWorld(staff)
  const lost = withoutDepartments(staff)
  await world.feed(lost)
  await world.feed({ ...lost, s01: { status: 'SUSPENDED', managerId: 'boss' } })
  const left = names(omit(sellers, ['s01']))
  assert.deepEqual(await world.members('Sales'), left)
  assert.deepEqual(await world.members('sellers'), left)
  // Coming back waits, since who enters is the conditions' to say.
  await world.feed(lost)
  assert.deepEqual(await world.members('Sales'), left)
})

test('one removal a minute for an hour stops at the limit', async () => {
  const world = await freezesWorld(staff)
  for (let count = 1; count <= 8; count++) {
    world.pass(minute)
    await world.feed({ ...staff, ...turned(count) })
  }
  assert.equal((await world.members('Sales')).length, 15, '5 of 20 are a quarter')
  const frozen = await world.frozen('Sales')
  assert.equal(frozen?.reason, 'removal_limit')
  assert.equal(await world.frozen('Legal'), null)
  assert.equal((await world.members('Legal')).length, 28)
  assert.deepEqual(await world.events(), frozenEvents)
})

test('removals a day apart are counted apart', async () => {
  const world = await freezesWorld(staff)
  await world.feed({ ...staff, ...turned(5) })
  world.pass(25 * hour)
  await world.feed({ ...staff, ...turned(9) })
  assert.equal(await world.frozen('Sales'), null)
  assert.equal((await world.members('Sales')).length, 11)
})

test('a ruleset’s own limit stands before the workspace’s', async () => {
  const world = await freezesWorld(staff)
  await world.server.query(
    `update ruleset set removal_limit_percent = 0, removal_limit_people = 0
     where attribute_id = (select id from attribute where name = 'Sales')`,
  )
  await world.feed({ ...staff, s01: { department: 'Legal', managerId: 'boss' } })
  assert.equal((await world.frozen('Sales'))?.reason, 'removal_limit')
})

test('a department that doubles and more freezes with who was in it', async () => {
  const world = await freezesWorld(staff)
  const many = accounts('n', 60, { department: 'Legal' })
  await world.feed({ ...staff, ...many })
  assert.equal((await world.frozen('Legal'))?.reason, 'addition_limit')
  assert.deepEqual(await world.members('Legal'), names(lawyers))
})

test('a ruleset that is younger than a day may grow as it will', async () => {
  const world = await freezesWorld(staff)
  await world.feed({ ...staff, ...accounts('n', 60, { department: 'Finance' }) })
  world.pass(hour)
  await world.feed({ ...staff, ...accounts('n', 99, { department: 'Finance' }) })
  assert.equal(await world.frozen('Finance'), null)
  assert.equal((await world.members('Finance')).length, 99)
})

test('the rulesets that are frozen are found among all', async () => {
  const world = await freezesWorld(staff)
  await world.feed({ ...staff, ...turned(8) })
  const found = async (isFrozen: boolean): Promise<string[]> =>
    (
      await world.server.get(`/policy/rulesets?filter[is_frozen]=${isFrozen}`, world.token)
    ).body.data.map((row: { policy_resource: { name: string } }) => row.policy_resource.name)
  assert.deepEqual(await found(true), ['Sales'])
  assert.deepEqual(await found(false), ['Legal', 'sellers', 'team'])
})

test('what is held happens once it is approved as it was seen', async () => {
  const world = await freezesWorld(staff)
  const { server, token } = world
  await world.feed({ ...staff, ...turned(8) })
  const held = (await world.frozen('Sales'))?.held_change_id
  const path = `/policy/held-changes/${held}`
  const seen = (await server.get(path, token)).body
  assert.equal(seen.state, 'pending')
  assert.equal(seen.totals.removed, 8)
  const listed = await server.get(`/policy/rulesets/${seen.ruleset_id}/held-changes`, token)
  assert.deepEqual(listed.body.data, [seen])
  const effects = (await server.get(`${path}/effects?page[size]=3`, token)).body
  assert.deepEqual(
    effects.data.map((row: { directory_user: { email: string }; kinds: string[] }) => [
      row.directory_user.email,
      row.kinds,
    ]),
    ['s01', 's02', 's03'].map((id) => [`${id}@example.com`, ['removed']]),
  )
  const decide = (verb: string, digest: string, by = token) =>
    server.call('POST', `${path}/${verb}`, { token: by, body: { digest } })
  const { token: viewer } = await makeCaller(server, ['policy.rule.view'])
  assert.equal((await decide('approve', seen.digest, viewer)).status, 403)

  await world.feed({ ...staff, ...turned(9) })
  const stale = await decide('approve', seen.digest)
  assert.equal(stale.status, 409)
  const now = (await server.get(path, token)).body
  assert.match(stale.body.message, new RegExp(now.digest))
  assert.equal((await world.members('Sales')).length, 20)

  const approved = await decide('approve', now.digest)
  assert.equal(approved.status, 200, approved.text)
  assert.equal(approved.body.state, 'approved')
  assert.equal(await world.frozen('Sales'), null)
  assert.equal((await world.members('Sales')).length, 11)
  // What was approved is the attribute's change; the group has a limit of its own.
  assert.equal((await world.frozen('sellers'))?.reason, 'removal_limit')
  assert.equal((await world.members('sellers')).length, 20)
  assert.equal((await decide('approve', now.digest)).status, 422)
  assert.deepEqual(await world.events(), [
    ...frozenEvents,
    'policy.change.approve',
    'policy.ruleset.unfreeze',
    ...frozenEvents,
  ])
})

test('who is moved by a held change has no name for whoever may not see people, in its order and cursors neither', async () => {
  const world = await freezesWorld(staff)
  const { server, token } = world
  await world.feed({ ...staff, ...turned(8) })
  const auditor = await makeCaller(server, [])
  const path = `/policy/held-changes/${(await world.frozen('Sales'))?.held_change_id}/effects?page[size]=3`
  await server.call('POST', `/policy/rulesets/${await world.ruleset('Sales')}/admins`, {
    token,
    body: { user_id: auditor.id, role: 'audit' },
  })
  const seen: { id: string; full_name: string | null }[] = []
  let next: string | null = path
  while (next !== null) {
    const page = await server.get(next, auditor.token)
    assert.equal(page.status, 200, page.text)
    for (const row of page.body.data) seen.push(row.directory_user)
    const link: string | null = page.body.links.next
    const cursor = link === null ? '' : new URL(link).searchParams.get('page[after]')
    const told = Buffer.from(cursor ?? '', 'base64url').toString('latin1')
    assert.doesNotMatch(told, /First/, 'a cursor holds the place of the last row')
    next = link && link.slice(link.indexOf('/policy'))
  }
  assert.equal(seen.length, 8)
  assert.ok(seen.every(({ full_name }) => full_name === null))
  const ids = seen.map(({ id }) => id)
  assert.deepEqual(ids, ids.toSorted(), 'ids are in order, which names need not be')
})

test('what is rejected stays held until something else would happen', async () => {
  const world = await freezesWorld(staff)
  const { server, token } = world
  await world.feed({ ...staff, ...turned(8) })
  const path = `/policy/held-changes/${(await world.frozen('Sales'))?.held_change_id}`
  const { digest } = (await server.get(path, token)).body
  const rejected = await server.call('POST', `${path}/reject`, { token, body: { digest } })
  assert.equal(rejected.body.state, 'rejected', rejected.text)
  assert.equal((await server.get(path, token)).body.state, 'rejected')
  const again = await server.call('POST', `${path}/reject`, { token, body: { digest } })
  assert.equal(again.status, 422, again.text)
  assert.deepEqual(again.body.errors, { state: ['is rejected already'] })
  assert.equal((await world.frozen('Sales'))?.reason, 'removal_limit')
  assert.equal((await world.members('Sales')).length, 20)
  await world.feed(staff)
  const now = (await server.get(path, token)).body
  assert.deepEqual([now.state, now.totals.people], ['pending', 0])
  await world.feed({ ...staff, ...turned(8) })
  assert.equal((await server.get(path, token)).body.state, 'rejected', 'it is what was rejected')
  await world.feed(staff)
  const approved = await server.call('POST', `${path}/approve`, {
    token,
    body: { digest: now.digest },
  })
  assert.equal(approved.status, 200, approved.text)
  assert.equal(await world.frozen('Sales'), null)
  assert.deepEqual(await world.events(), [
    ...frozenEvents,
    'policy.change.reject',
    'policy.change.approve',
    'policy.ruleset.unfreeze',
  ])
})

/** An attribute that nothing decides, and a rule that lets everybody in Legal who lacks it into `sellers`: nobody yet. */
async function withContractor(world: FreezesWorld) {
  const { server, token } = world
  const post = async (path: string, body?: object) => {
    const answer = await server.call('POST', path, { token, body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const activate = async (of: string, conditions: object[]) => {
    const rule = await post(`/policy/rulesets/${of}/rules`, { role: 'member', conditions })
    await post(`/policy/rules/${rule.id}/activate`)
  }
  const attributes = (await server.get('/directory/attributes', token)).body.data
  const legal = attributes.find(({ name }: { name: string }) => name === 'Legal')
  const dimensions = (await server.get('/directory/dimensions', token)).body.data
  const contractor = await post('/directory/attributes', {
    dimension_id: dimensions[0].id,
    profile_value: 'Contractor',
  })
  const ruleset = await world.ruleset('Contractor')
  const [own] = (await server.get(`/policy/rulesets/${ruleset}/rules`, token)).body.data
  await post(`/policy/rules/${own.id}/deactivate`)
  await activate(await world.ruleset('sellers'), [
    { type: 'attribute', resource_id: legal.id },
    { type: 'attribute', resource_id: contractor.id, profile_operator: 'not_equals' },
  ])
  world.pass(25 * hour)
  assert.deepEqual(await world.members('sellers'), names(sellers), 'nothing decides it')
  return { ruleset, activate, post }
}

test('a rule that begins with the freeze of its attribute admits nobody to what names it', async () => {
  const world = await freezesWorld(staff)
  const { ruleset, activate } = await withContractor(world)
  const profile = { type: 'identity', profile_key: 'department', profile_operator: 'equals' }
  await world.feed({ ...staff, ...accounts('n', 60, { department: 'Ops' }) })
  await activate(ruleset, [{ ...profile, profile_value: 'Ops' }])
  assert.equal((await world.frozen('Contractor'))?.reason, 'addition_limit')
  assert.deepEqual(await world.members('sellers'), names(sellers))
  world.pass(hour)
  await world.feed({ ...staff, ...accounts('n', 61, { department: 'Ops' }) })
  assert.deepEqual(await world.members('sellers'), names(sellers), 'nor while it is frozen')
})

test('an exception exempts its person, and nobody who moves because of it', async () => {
  const world = await freezesWorld(staff)
  const { server, token } = world
  const { ruleset, post } = await withContractor(world)
  await server.query(
    'update policy_settings set addition_limit_percent = 0, addition_limit_people = 0',
  )
  const found = await server.get('/directory/users?filter[search]=s01%40&page[size]=5', token)
  await post(`/policy/rulesets/${ruleset}/exceptions`, {
    user_id: found.body.data[0].id,
    expires_at: '2026-04-01T00:00:00Z',
    reason: 'Works for another firm',
  })
  assert.deepEqual(await world.members('Contractor'), ['s01'])
  assert.equal(await world.frozen('Contractor'), null)
  assert.equal((await world.frozen('sellers'))?.reason, 'addition_limit')
  assert.deepEqual(await world.members('sellers'), names(sellers))
})

test('a plan of a folder says which ruleset is frozen, so that nobody moves yet', async () => {
  const world = await freezesWorld(staff)
  const { server, token } = world
  await server.call('PATCH', `/policy/rulesets/${await world.ruleset('sellers')}`, {
    token,
    body: { removal_limit_percent: 0, removal_limit_people: 0 },
  })
  await world.feed({ ...staff, ...turned(1) })
  assert.equal((await world.frozen('sellers'))?.reason, 'removal_limit')
  const files = Object.fromEntries(await exportFolder(server.database, folderOf({})))
  const [name = '', text = ''] = Object.entries(files).find(([each]) => /sellers/.test(each)) ?? []
  const edited = { [name]: text.replace('value: Sales', 'value: Legal') }
  const planned = await plan(server, edited)
  assert.equal(planned.totals.people, 0)
  assert.deepEqual(planned.findings, [
    'idp_group okta/sellers: The ruleset is frozen (removal_limit): until that is decided nobody enters or leaves it because of conditions.',
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  deleteDirectoryUser,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeMember,
  makeResource,
} from '../../../test/people.ts'
import { makeIncident, makeRule, makeRuleset, makeStay } from '../../../test/policy-records.ts'

const server = await testServer()
const owner = await makeOwner(server)
const idp = await makeIntegration(server)
const group = await makeResource(server, idp, { name: 'Platform' })
const ruleset = await makeRuleset(server, group, { is_authoritative: true })
const rule = await makeRule(server, ruleset, { state: 'active', description: 'By hand' })
const path = `/directory/resources/${group.id}/drift`

async function read(query = '', caller = owner) {
  const answer = await server.get(path + query, caller.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const missing = await makeDirectoryUser(server, { first_name: 'Bela', last_name: 'Missing' })
const disabled = await makeIdentity(server, idp, missing, {
  state: 'deactivated',
  vendor_state: 'deactivated',
})
const usable = await makeIdentity(server, idp, missing, { vendor_id: '00u7', handle: 'bela' })
await makeStay(server, { ruleset, rule, person: missing })
const leaver = await makeDirectoryUser(server, { first_name: 'Cleo', last_name: 'Leaver' })
const account = await makeIdentity(server, idp, leaver)
await makeMember(server, group, account)
await deleteDirectoryUser(server, leaver)
const stray = await makeIdentity(server, idp, null, {
  full_name: 'Abandoned',
  email: 'a@b.example',
})
await makeMember(server, group, stray)

test('a row says what someone should have, what they have, and by which accounts', async () => {
  const { data } = await read()
  assert.deepEqual(
    data.map((row: { id: string; status: string }) => [row.id, row.status]),
    [
      [stray.id, 'extra'],
      [missing.id, 'missing'],
      [leaver.id, 'extra'],
    ],
  )
  const [orphan, person, gone] = data
  assert.equal(person.should.role_handle, 'member')
  assert.equal(person.should.policy_rule_id, rule.id)
  assert.equal(person.should.why, 'By hand')
  assert.equal(person.has, null)
  assert.deepEqual(
    person.accounts.map(({ id, has }: { id: string; has: unknown }) => [id, has]),
    [
      [usable.id, null],
      [disabled.id, null],
    ],
  )
  assert.deepEqual([person.accounts[0].vendor_id, person.accounts[0].handle], ['00u7', 'bela'])
  assert.equal(gone.has.role_handle, 'member')
  assert.equal(gone.included.directory_user.state, 'deactivated')
  assert.equal(orphan.included.directory_user, null)
  assert.equal(orphan.accounts[0].full_name, 'Abandoned')
  assert.deepEqual(orphan.links, { directory_user: null, explain: null })
})

test('people are found by a part of their name, and accounts of no one are not', async () => {
  const { data } = await read('?filter[user_search]=miss')
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [missing.id],
  )
  assert.deepEqual((await read('?filter[user_search]=abandoned')).data, [])
  for (const sort of ['full_name', 'status'])
    assert.deepEqual(
      (await read(`?filter[user_id]=${missing.id}&sort=${sort}`)).data.map(
        ({ id }: { id: string }) => id,
      ),
      [missing.id],
    )
})

const relative = (link: string | null) => link && link.replace(/^.*\/api\/v1/, '')

test('a search of people who have or should have a resource begins with who is called so', async () => {
  const place = await makeResource(server, idp, { name: 'Lees' })
  const rules = await makeRuleset(server, place)
  const admitting = await makeRule(server, rules, { state: 'active' })
  const names = [
    ['Abe Zed', 'Leeson'],
    ['Bo Zed', 'Leeson'],
    ['Zed', 'Lee'],
  ]
  for (const [first_name = '', last_name = ''] of names) {
    const person = await makeDirectoryUser(server, { first_name, last_name })
    await makeStay(server, { ruleset: rules, rule: admitting, person })
    const full_name = `${first_name} ${last_name}`
    await makeMember(server, place, await makeIdentity(server, idp, person, { full_name }))
    await server.query('insert into qualification (rule_id, directory_user_id) values ($1, $2)', [
      admitting.uuid,
      person.uuid,
    ])
  }
  await makeMember(server, place, await makeIdentity(server, idp, null, { full_name: 'Zed Lee' }))
  type Named = { full_name?: string; included: { directory_user: { full_name: string } } }
  const page = async (url: string) => {
    const { status, text, body } = await server.get(url, owner.token)
    assert.equal(status, 200, text)
    const [row]: Named[] = body.data
    const { next, prev } = body.links
    return {
      name: row?.full_name ?? row?.included.directory_user.full_name,
      total: body.meta.total,
      next: relative(next),
      prev: relative(prev),
    }
  }
  const namesOf = async (list: string) => {
    const forwards: unknown[] = []
    let url: string | null = `${list}=zed%20lee&page[size]=1&page[total]=true`
    let before: string | null = null
    while (url !== null) {
      const { name, total, next, prev } = await page(url)
      forwards.push(name)
      assert.equal(total, list.includes('/members') ? 4 : 3)
      url = next
      before = prev
    }
    const backwards = forwards.slice(-1)
    while (before !== null) {
      const { name, prev } = await page(before)
      backwards.unshift(name)
      before = prev
    }
    assert.deepEqual(backwards, forwards, list)
    return forwards
  }
  const found = ['Zed Lee', 'Abe Zed Leeson', 'Bo Zed Leeson']
  const resource = `/directory/resources/${place.id}`
  assert.deepEqual(await namesOf(`${resource}/drift?filter[user_search]`), found)
  const policy = `/policy/rulesets/${rules.id}`
  for (const list of ['manifest-users', 'qualified-users'])
    assert.deepEqual(await namesOf(`${policy}/${list}?filter[search]`), found, list)
  const members = await namesOf(`${resource}/members?filter[search]`)
  assert.deepEqual(members, ['Zed Lee', ...found])
  const sorted = await page(`${resource}/drift?filter[user_search]=zed%20lee&sort=full_name`)
  assert.equal(sorted.name, 'Abe Zed Leeson')
})

test('what is to do comes first when sorted by status, page by page', async () => {
  const place = await makeResource(server, idp, { name: 'Kitchen' })
  const rules = await makeRuleset(server, place)
  const admitting = await makeRule(server, rules, { state: 'active' })
  const person = async (name: string, should: boolean, has?: string) => {
    const made = await makeDirectoryUser(server, { first_name: name, last_name: 'K' })
    if (should) await makeStay(server, { ruleset: rules, rule: admitting, person: made })
    if (has !== undefined)
      await makeMember(server, place, await makeIdentity(server, idp, made), has)
  }
  await person('Aa', false, 'member')
  await person('Bb', true, 'member')
  await person('Cc', true, 'owner')
  await person('Dd', true)
  await person('Ee', true)
  await makeMember(server, place, await makeIdentity(server, idp, null, { full_name: 'Ab K' }))
  const wanted = ['Dd K', 'Ee K', 'Cc K', 'Aa K', 'Ab K', 'Bb K']
  const namesOf = async (sort: string) => {
    const names: string[] = []
    let query: string | null = `?sort=${sort}&page[size]=2&page[total]=true`
    while (query !== null) {
      const { body } = await server.get(
        `/directory/resources/${place.id}/drift${query}`,
        owner.token,
      )
      assert.equal(body.meta.total, wanted.length)
      for (const { included, accounts } of body.data)
        names.push(included.directory_user?.full_name ?? accounts[0].full_name)
      query = body.links.next && new URL(body.links.next).search
    }
    return names
  }
  assert.deepEqual(await namesOf('status'), wanted)
  assert.deepEqual(await namesOf('-status'), wanted.toReversed())
  const some = await server.get(
    `/directory/resources/${place.id}/drift?sort=status&filter[status]=unmanaged,missing&filter[user_search]=k`,
    owner.token,
  )
  assert.deepEqual(
    some.body.data.map(({ status }: { status: string }) => status),
    ['missing', 'missing', 'unmanaged'],
  )
})

test('each account of a person counts with its own role', async () => {
  const place = await makeResource(server, idp, { name: 'Twice' })
  const rules = await makeRuleset(server, place)
  const admitting = await makeRule(server, rules, { state: 'active' })
  const statusOf = async (...has: string[]) => {
    const person = await makeDirectoryUser(server, { first_name: has.join('+') })
    await makeStay(server, { ruleset: rules, rule: admitting, person })
    for (const role of has)
      await makeMember(server, place, await makeIdentity(server, idp, person), role)
    const list = `/directory/resources/${place.id}/drift`
    const { data } = (await server.get(list, owner.token)).body
    const row = data.find(({ id }: { id: string }) => id === person.id)
    const access = await server.get(`/directory/users/${person.id}/access`, owner.token)
    const own = await server.get(`/directory/users/${person.id}/resources`, owner.token)
    assert.deepEqual([access.body.data[0].has, own.body.data[0].has], [row.has, row.has])
    assert.equal(own.body.data[0].drift, row.status)
    const accounts = row.accounts.map(
      (each: { has: { role_handle: string } }) => each.has.role_handle,
    )
    return [row.status, row.has.role_handle, ...accounts]
  }
  assert.deepEqual(await statusOf('member', 'member'), ['in_sync', 'member', 'member', 'member'])
  const surplus = ['role_differs', 'owner', 'owner', 'member']
  assert.deepEqual(await statusOf('member', 'owner'), surplus)
  assert.deepEqual(await statusOf('owner', 'member'), surplus)
  const wrong = await statusOf('owner', 'maintainer')
  assert.deepEqual(wrong, ['role_differs', 'owner', 'owner', 'maintainer'])
  const counted = `/directory/resources/${place.id}/drift?include=counts&filter[status]=role_differs`
  const { body } = await server.get(counted, owner.token)
  assert.deepEqual([body.data.length, body.count.role_differs, body.count.in_sync], [3, 3, 1])
})

const day = (month: number) => `2026-0${month}-01T00:00:00.000Z`

test('a role is due since the stay has given it, by whichever rule and in whichever state', async () => {
  const place = await makeResource(server, idp, { name: 'Moved', type: 'codehost_group' })
  const rules = await makeRuleset(server, place, { type: 'codehost_group' })
  const person = await makeDirectoryUser(server)
  const make = async (role: string) => {
    const made = await makeRule(server, rules, { state: 'active' })
    await server.query(
      `update rule set policy_role_id = (select id from policy_role where handle = $1 and resource_type = 'codehost_group') where id = $2`,
      [role, made.uuid],
    )
    return made
  }
  const [member, lead, otherLead] = [await make('member'), await make('owner'), await make('owner')]
  const values = { activated_at: day(1), phase_since: day(5), phase_recorded_at: day(5) }
  const stay = await makeStay(server, { ruleset: rules, rule: otherLead, person }, values)
  const phase = async (rule: string, state: string, [from, until]: [number, number]) =>
    server.query(
      `insert into policy_user_phase (policy_user_id, rule_id, state, valid) values ($1, $2, $3, tstzrange($4, $5))`,
      [stay.uuid, rule, state, day(from), day(until)],
    )
  const sinceOf = async (at = '') => {
    const access = `/directory/users/${person.id}/access${at}`
    const [{ since }] = (await server.get(access, owner.token)).body.data
    return since
  }
  await phase(otherLead.uuid, 'active', [1, 2])
  await phase(otherLead.uuid, 'expiring', [2, 5])
  assert.equal(await sinceOf(), day(1), 'only the state has changed')
  await server.query('delete from policy_user_phase where policy_user_id = $1', [stay.uuid])
  await phase(lead.uuid, 'active', [1, 2])
  await phase(member.uuid, 'active', [2, 3])
  await phase(lead.uuid, 'active', [3, 4])
  await phase(lead.uuid, 'expiring', [4, 5])
  const list = `/directory/resources/${place.id}/drift`
  const [{ should }] = (await server.get(list, owner.token)).body.data
  assert.deepEqual([should.role_handle, should.since], ['owner', day(3)])
  assert.equal(await sinceOf(), day(3))
  assert.equal(await sinceOf(`?at=${day(4)}`), day(3))
  assert.equal(await sinceOf(`?at=${day(2)}`), day(2))
  assert.equal(await sinceOf(`?at=${day(1)}`), day(1))
})

test('people and accounts that an incident holds are marked', async () => {
  const incident = await makeIncident(server, idp)
  for (const held of [usable, stray])
    await server.query(
      `insert into held_account (identity_id, integration_id, incident_id, first_name, last_name, full_name, state, is_new, profile)
       values ($1, $2, $3, '', '', '', 'active', false, '{}')`,
      [held.uuid, idp.uuid, incident.uuid],
    )
  const { data } = await read()
  assert.deepEqual(
    data.map(({ is_held }: { is_held: boolean }) => is_held),
    [true, true, false],
  )
})

test('it needs the rights on resources, people and the ruleset', async () => {
  const on = (...permissions: string[]) => makeCaller(server, permissions)
  const all = ['directory.resource.view', 'directory.user.view', 'policy.rule.view']
  for (const left of all) {
    const caller = await on(...all.filter((each) => each !== left))
    for (const asked of [path, `${path}?rules=staged`]) {
      const answer = await server.get(asked, caller.token)
      assert.equal(answer.status, 403, left)
      assert.match(answer.body.message, new RegExp(left.replaceAll('.', String.raw`\.`)))
    }
  }
  const { data } = await read('', await on(...all))
  const [orphan, person] = data
  assert.deepEqual(orphan.accounts[0].withheld, [
    'vendor_id',
    'external_id',
    'handle',
    'full_name',
    'email',
  ])
  assert.deepEqual([orphan.accounts[0].full_name, orphan.accounts[0].vendor_id], ['', null])
  assert.equal(person.accounts[0].vendor_id, '00u7')
  const delegated = await on('directory.resource.view', 'directory.user.view')
  await server.query(
    `insert into ruleset_admin (ruleset_id, workspace_user_id, role) values ($1, $2, 'audit')`,
    [ruleset.uuid, delegated.uuid],
  )
  assert.equal((await read('', delegated)).data.length, 3)
})

test('a role on its ruleset shows a resource, and no other', async () => {
  const delegated = await makeCaller(server, ['directory.user.view'])
  await server.query(
    `insert into ruleset_admin (ruleset_id, workspace_user_id, role) values ($1, $2, 'audit')`,
    [ruleset.uuid, delegated.uuid],
  )
  const resource = `/directory/resources/${group.id}`
  const own = await server.get(resource, delegated.token)
  assert.deepEqual([own.status, own.body.name], [200, 'Platform'])
  assert.equal((await server.get(path, delegated.token)).status, 200)
  const other = await makeResource(server, idp)
  await makeRuleset(server, other)
  for (const id of [other.id, other.id.replace(/.{6}$/, 'zzzzzz')])
    for (const refused of [`/directory/resources/${id}`, `/directory/resources/${id}/drift`])
      assert.equal((await server.get(refused, delegated.token)).status, 403, refused)
  const scoped = await server.call('POST', '/workspace/tokens', {
    token: delegated.token,
    body: { name: 'people', scopes: ['directory.user.view'] },
  })
  assert.equal(scoped.status, 201, scoped.text)
  assert.equal((await server.get(resource, scoped.body.token)).status, 403)
})

test('the access of a person says what they have at the vendor beside what they should have', async () => {
  const hasOf = async (query = '', caller = owner) => {
    const answer = await server.get(`/directory/users/${missing.id}/access${query}`, caller.token)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data.map(({ has }: { has?: unknown }) => has)
  }
  assert.deepEqual(await hasOf(), [null])
  await makeMember(server, group, disabled, 'owner')
  const [{ role_handle }] = await hasOf()
  assert.equal(role_handle, 'owner')
  await makeMember(server, group, usable)
  assert.equal((await hasOf())[0].role_handle, 'owner', 'what differs is shown first')
  await server.query(`update resource_member set role_handle = 'member' where identity_id = $1`, [
    disabled.uuid,
  ])
  assert.equal((await hasOf())[0].role_handle, 'member')
  assert.deepEqual(await hasOf(`?at=${new Date().toISOString()}`), [undefined])
  const blind = await makeCaller(server, ['directory.user.view', 'policy.rule.view'])
  assert.deepEqual(await hasOf('', blind), [undefined])
})
